export { runStudy } from './study-loop.ts';
