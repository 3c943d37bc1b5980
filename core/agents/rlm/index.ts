export * from './prompt-blocks.ts';
export { createRlmAgent } from './rlm-agent.ts';
export { ownSystemPrompt } from './system-prompt.ts';
export { cutMiddle } from './code-points.ts';
