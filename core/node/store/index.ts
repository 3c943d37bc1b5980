export { createStudyFile, openStudyFile } from './open.ts';
export type { StudyFile } from './study-file.ts';
export { StoreFailure, storeErrorOf } from './store-error.ts';
export type { StoreError, StoreErrorKind } from './store-error.ts';
export type { SearchOptions } from './search.ts';
export type { CheckReport } from './check.ts';
export { hashText } from './texts.ts';
