// How data stands inside a prompt of the policy. Every input is one block between two marker lines; the marker is longer
// than any run of the same sign at a line's beginning inside the data, so no text of a context or a model can end its own
// block or open another. Whoever reads prompts (the offline model, tests, the Prompts tab) reads them with readBlocks.
//
//   <<< CONTEXT_MAP
//   ## CONTEXT ROADMAP
//   ...
//   >>> CONTEXT_MAP

/** Names of the blocks, by what they hold. Not every prompt has every block. */
export const PROMPT_BLOCKS = {
  /** The exact rendered map, or nothing between the markers when it is blank. */
  map: 'CONTEXT_MAP',
  /** JSON: one {id, section, tokens, score, pinned} per item of the map. */
  items: 'ITEM_LIST',
  /** JSON: {budget_tokens, current_tokens, item_advice_tokens}. */
  budget: 'BUDGET',
  /** The question the agent was answering. */
  query: 'QUERY',
  /** The agent's iterations; see TRAJECTORY_MARKS. */
  trajectory: 'TRAJECTORY',
  /** JSON: {ground_truth, agent_answer, score}. Only when the study shows the truth. */
  truth: 'GROUND_TRUTH',
  /** JSON: {diagnosis, item_tags}: what the Distiller found. */
  reflection: 'REFLECTION',
  /** JSON: an array of {candidate_id, section, value, transferability, rationale}. */
  candidates: 'CANDIDATES',
  /** The ground truth, and the answer to grade by it. For a judge. */
  reference: 'REFERENCE',
  answer: 'ANSWER',
} as const;

export type PromptBlock = (typeof PROMPT_BLOCKS)[keyof typeof PROMPT_BLOCKS];

/**
 * First line of the policy's user message: which call this is. The Distiller's request has the role `distiller`; the next
 * two have the role `cartographer`, the last `judge`.
 */
export const TASK_LINES = {
  distiller: 'Task: distill one run.',
  cartographer: 'Task: edit the context map.',
  monolithic: 'Task: distill one run and edit the context map.',
  judge: 'Task: grade one answer.',
} as const;

/** Beginning of the user message that asks again after an unusable reply; the fault follows on the same line. */
export const REASK_LINE = 'Your reply could not be used:';

/**
 * Lines that structure the TRAJECTORY block. A line of the agent's own text that begins with `@@` is shown with one space
 * in front of it, so these lines are always the program's.
 */
export const TRAJECTORY_MARKS = {
  /** Followed by the number: `@@ iteration 3`. */
  iteration: '@@ iteration',
  /** What the model wrote in this iteration, code included. */
  reply: '@@ agent wrote',
  /** Followed by the block's number within the iteration: `@@ output 1`. What the agent was shown. */
  output: '@@ output',
  /** Followed by words with numbers, where text was left out. */
  cut: '@@ cut',
  /** What the agent answered in the end. Only when the study shows the truth. */
  answer: '@@ final answer',
} as const;

const OPEN = /^(<{3,}) ([A-Z_]+)$/;

/**
 * One block of a prompt: marker line, text, marker line.
 *
 * name  what it holds
 * text  any text; stands in the prompt unchanged
 */
export function promptBlock(name: PromptBlock, text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/^(?:<{3,}|>{3,})/gm), (match) => match[0].length));
  const size = longest + 1;
  return `${'<'.repeat(size)} ${name}\n${text}\n${'>'.repeat(size)} ${name}`;
}

/**
 * The blocks of a prompt by name, texts exactly as they were given to promptBlock.
 *
 * prompt  the content of one message
 * Returns an empty map when there is none; a block that is never closed is left out.
 */
export function readBlocks(prompt: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const lines = prompt.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const open = OPEN.exec(lines[at] ?? '');
    if (open === null) continue;
    const [, marker = '', name = ''] = open;
    const close = lines.indexOf(`${'>'.repeat(marker.length)} ${name}`, at + 1);
    if (close === -1) continue;
    found.set(name, lines.slice(at + 1, close).join('\n'));
    at = close;
  }
  return found;
}
