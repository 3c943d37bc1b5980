export * from './interpreter-link.ts';
export { openReplSession } from './repl-session.ts';
