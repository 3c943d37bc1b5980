export * from './environment-keys.ts';
export * from './model-host.ts';
