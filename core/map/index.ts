export * from './sections.ts';
export * from './context-map.ts';
export * from './edit.ts';
export * from './eviction.ts';
