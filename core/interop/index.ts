export * from './map/index.ts';
export * from './otel/index.ts';
export * from './page/index.ts';
export * from './rlm-log/index.ts';
