export * from './context-file/index.ts';
export * from './models/index.ts';
export * from './openai/index.ts';
export * from './queries-file.ts';
export * from './store/index.ts';
export * from './studies/index.ts';
export * from './tokenizer/index.ts';
export * from './native-python/index.ts';
