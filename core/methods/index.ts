export * from './policy.ts';
export * from './peek/prompt-blocks.ts';
