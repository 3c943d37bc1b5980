export { createStudies } from './studies.ts';
export type { PythonPhase } from './python-watch.ts';
export type { CreateOptions, NewStudy, OpenStudy, Studies, StudiesPorts } from './open-study.ts';
export { freshStudyFile } from './fresh-study.ts';
