export * from './canonical-request.ts';
export * from './cassette.ts';
export * from './first-difference.ts';
export * from './replayed-model.ts';
