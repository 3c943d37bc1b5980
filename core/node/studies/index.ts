export { createStudies } from './studies.ts';
export type { PythonPhase } from './python-watch.ts';
export type { CreateOptions, LogImportError, NewStudy, OpenStudy, Studies, StudiesPorts } from './open-study.ts';
export { freshStudyFile } from './fresh-study.ts';
export { isRlmLogFile } from './import-rlm-log.ts';
export { readLines } from './read-lines.ts';
