export * from './text.ts';
export * from './settings.ts';
export * from './events.ts';
export * from './state.ts';
export * from './commands.ts';
export * from './log.ts';
export * from './engine.ts';
