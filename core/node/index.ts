export * from './openai/index.ts';
export * from './tokenizer/index.ts';
