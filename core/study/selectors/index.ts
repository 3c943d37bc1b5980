export * from './lineage.ts';
export * from './progress.ts';
export * from './operations.ts';
export * from './items.ts';
export * from './leave-one-out.ts';
