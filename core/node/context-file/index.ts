export { contextOfText, openContext, type ContextFile, type OpenContextOptions } from './open-context.ts';
export { asUtf8, detectEncoding } from './decode.ts';
export { kindOf, MAX_CONTEXT_BYTES, readChunks, type ContextFileError, type Reading } from './read-file.ts';
