// The messages of the policy's calls. The instructions come first and stay the same from call to call, then what changes
// seldom (the map), then what is new, so that providers can reuse a cached prefix.

import { SECTIONS, countMap, grouped, renderMap } from '#core/map/index.ts';
import type { ContextMap, CountTokens } from '#core/map/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import type { DistillInput, Distilled, PolicySettings, ProposeInput } from '../policy.ts';
import { PROMPT_BLOCKS, TASK_LINES, promptBlock } from './prompt-blocks.ts';
import { POLICY_PROMPTS, fillPrompt } from './prompts/index.ts';
import type { ReplyFormat } from './prompts/index.ts';
import type { TrajectoryText } from './trajectory-text.ts';

type PromptName = keyof typeof POLICY_PROMPTS;

/** The instructions as sent: ours or the study's own, with the study's values, and the reply's form after them. */
export function systemMessage(
  name: PromptName,
  map: ContextMap,
  settings: PolicySettings,
  format: ReplyFormat,
): ChatMessage {
  const { budgetTokens, itemAdviceTokens, evictionOrder } = settings;
  const eviction = settings.eviction ? evictionOrder : null;
  const values = { sections: map.sections, budgetTokens, itemAdviceTokens, eviction };
  const filled = fillPrompt(settings.prompts[name] ?? POLICY_PROMPTS[name], values);
  return { role: 'system', content: `${filled}\n\n${format.words}` };
}

export function distillerMessage(input: DistillInput, trajectory: TrajectoryText): ChatMessage {
  const { map } = input;
  return userMessage(TASK_LINES.distiller, [
    'The map as it stood in the agent’s prompt:',
    promptBlock(PROMPT_BLOCKS.map, renderMap(map)),
    tagReminder(map),
    ...runBlocks(input, trajectory),
  ]);
}

export function monolithicMessage(input: DistillInput, trajectory: TrajectoryText, count: CountTokens): ChatMessage {
  return userMessage(TASK_LINES.monolithic, [
    ...mapBlocks(input.map, input.settings, count),
    tagReminder(input.map),
    ...runBlocks(input, trajectory),
  ]);
}

/** The map as given in `input` already counts this run's tags in its scores. */
export function cartographerMessage(input: ProposeInput, count: CountTokens): ChatMessage {
  return userMessage(TASK_LINES.cartographer, [
    ...mapBlocks(input.map, input.settings, count),
    'The question the agent was answering:',
    promptBlock(PROMPT_BLOCKS.query, input.query),
    'What was found about this run:',
    promptBlock(PROMPT_BLOCKS.reflection, reflectionJson(input.distilled)),
    'Candidates for the map:',
    promptBlock(PROMPT_BLOCKS.candidates, candidatesJson(input.distilled)),
  ]);
}

function userMessage(task: string, parts: readonly string[]): ChatMessage {
  return { role: 'user', content: [task, ...parts, 'Reply with the JSON object alone.'].join('\n\n') };
}

function tagReminder(map: ContextMap): string {
  if (map.items.length === 0) return 'The map holds no item yet, so there is nothing to tag.';
  return `The map holds ${map.items.length} item${map.items.length === 1 ? '' : 's'}; tag every one.`;
}

function runBlocks({ trajectory, truth }: DistillInput, shown: TrajectoryText): readonly string[] {
  const cut =
    shown.cut === null
      ? 'The whole trajectory:'
      : `The trajectory, shortened from ${grouped(shown.cut.totalChars)} to ${grouped(shown.cut.shownChars)} characters; lines with @@ cut say where:`;
  const blocks = [
    'The question the agent was answering:',
    promptBlock(PROMPT_BLOCKS.query, trajectory.query),
    cut,
    promptBlock(PROMPT_BLOCKS.trajectory, shown.text),
  ];
  if (truth === null) return blocks;
  const known = { ground_truth: truth.truth, agent_answer: trajectory.answer, score: truth.score };
  return [
    ...blocks,
    'The ground truth and what the agent answered:',
    promptBlock(PROMPT_BLOCKS.truth, JSON.stringify(known)),
  ];
}

function mapBlocks(map: ContextMap, settings: PolicySettings, count: CountTokens): readonly string[] {
  const current = countMap(map, count).total;
  const { budgetTokens, itemAdviceTokens } = settings;
  const budget = { budget_tokens: budgetTokens, current_tokens: current, item_advice_tokens: itemAdviceTokens };
  const items = map.items.map(({ id, section, tokens, score, pin }) => ({
    id,
    section: SECTIONS.find((each) => each.id === section)?.key,
    tokens,
    score,
    pinned: pin !== null,
  }));
  return [
    'The map as it stands:',
    promptBlock(PROMPT_BLOCKS.map, renderMap(map)),
    'Its items:',
    promptBlock(PROMPT_BLOCKS.items, jsonLines(items)),
    `HARD BUDGET: the map takes ${grouped(current)} of ${grouped(budgetTokens)} tokens.`,
    promptBlock(PROMPT_BLOCKS.budget, JSON.stringify(budget)),
  ];
}

function reflectionJson({ diagnosis, tags, untagged }: Distilled): string {
  const item_tags = tags.map(({ itemId, tag }) => ({ item_id: itemId, tag }));
  return JSON.stringify({ diagnosis, item_tags, untagged });
}

function candidatesJson({ candidates }: Distilled): string {
  return jsonLines(
    candidates.map(({ candidateId, section, value, transferability, rationale }) => ({
      candidate_id: candidateId,
      section: SECTIONS.find((each) => each.id === section)?.key ?? null,
      value,
      transferability,
      rationale,
    })),
  );
}

/** A JSON list with one entry per line: easy to read in the Prompts tab, and cheap. */
function jsonLines(list: readonly object[]): string {
  return list.length === 0 ? '[]' : `[\n${list.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
}
