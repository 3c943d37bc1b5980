export type { AskManual, CreateOptions, NewStudy, OpenStudy, Studies, StudiesPorts } from './open-study.ts';
