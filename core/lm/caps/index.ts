export * from './cap-meter.ts';
export * from './estimator.ts';
export * from './capped-model.ts';
