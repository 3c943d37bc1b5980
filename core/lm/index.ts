export * from './chat-model.ts';
export * from './redact.ts';
export * from './usage.ts';
export * from './prices/index.ts';
export * from './priced-model.ts';
export * from './limiter.ts';
export * from './limited-model.ts';
