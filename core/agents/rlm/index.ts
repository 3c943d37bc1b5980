export * from './prompt-blocks.ts';
export { createRlmAgent } from './rlm-agent.ts';
