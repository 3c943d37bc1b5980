export { createOpenAiModel } from './openai-model.ts';
export type { OpenAiModelOptions } from './openai-model.ts';
export type { ModelPlace } from './place.ts';
