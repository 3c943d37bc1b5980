export * from './map/index.ts';
export * from './page/index.ts';
