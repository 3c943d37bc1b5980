import { CARTOGRAPHER_PROMPT } from './cartographer-prompt.ts';
import { DISTILLER_PROMPT } from './distiller-prompt.ts';
import { MONOLITHIC_PROMPT } from './monolithic-prompt.ts';

export { PROMPT_PLACEHOLDERS, fillPrompt } from './prompt-parts.ts';
export type { PromptValues } from './prompt-parts.ts';
export { CARTOGRAPHER_FORMAT, DISTILLER_FORMAT, MONOLITHIC_FORMAT } from './reply-formats.ts';
export type { ReplyFormat } from './reply-formats.ts';

/** Our instructions by the names under which a study may replace them; placeholders not yet filled. */
export const POLICY_PROMPTS = {
  distiller: DISTILLER_PROMPT,
  cartographer: CARTOGRAPHER_PROMPT,
  monolithic: MONOLITHIC_PROMPT,
} as const;
