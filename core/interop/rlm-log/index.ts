export { isRlmLog, RLM_LOG_HEAD_BYTES } from './is-rlm-log.ts';
export { createRlmLogReader } from './rlm-log.ts';
export type { LogFacts, LogStep, RlmLogReader } from './rlm-log.ts';
