export { openContext, type ContextFile, type OpenContextOptions } from './open-context.ts';
export { MAX_CONTEXT_BYTES, type ContextFileError, type Reading } from './read-file.ts';
