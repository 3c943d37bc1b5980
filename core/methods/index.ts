export * from './policy.ts';
export * from './peek/prompt-blocks.ts';
export { POLICY_PROMPTS, PROMPT_PLACEHOLDERS, fillPrompt } from './peek/prompts/index.ts';
export { readTrajectory, trajectoryText } from './peek/trajectory-text.ts';
export type { ReadStep, TrajectoryText } from './peek/trajectory-text.ts';
export { candidateFates } from './peek/link-candidates.ts';
export type { CandidateFate } from './peek/link-candidates.ts';
export { createPeekPolicy, freezesAtBudget } from './peek/create-peek-policy.ts';
