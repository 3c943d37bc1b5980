export * from './judge.ts';
export * from './score.ts';
export * from './oolong-official.ts';
