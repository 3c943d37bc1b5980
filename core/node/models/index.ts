export * from './environment-keys.ts';
export * from './model-host.ts';
export * from './price-file.ts';
