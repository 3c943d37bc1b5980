export * from './channels.ts';
export * from './contract.ts';
export * from './dispatch.ts';
export * from './host.ts';
export * from './replay.ts';
