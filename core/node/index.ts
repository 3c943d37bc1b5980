export * from './openai/index.ts';
