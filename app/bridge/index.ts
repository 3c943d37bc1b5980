export * from './contract.ts';
export * from './host.ts';
