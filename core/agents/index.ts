export * from './python.ts';
export * from './agent.ts';
export * from './rlm/index.ts';
export * from './repl/index.ts';
