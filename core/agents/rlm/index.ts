export * from './prompt-blocks.ts';
