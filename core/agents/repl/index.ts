export * from './frames.ts';
export * from './program.ts';
