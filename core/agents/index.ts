export * from './python.ts';
export * from './agent.ts';
