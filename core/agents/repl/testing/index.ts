export * from './behaviour.ts';
export * from './behaviours.ts';
export * from './programs.ts';
