export { createOpenAiModel } from './openai-model.ts';
export type { OpenAiModelOptions } from './openai-model.ts';
export type { ModelPlace } from './place.ts';
export { testConnection } from './connection-test.ts';
export type { ConnectionReport } from './connection-test.ts';
