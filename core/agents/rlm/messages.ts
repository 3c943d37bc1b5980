// Builds the messages of the root conversation in the structure that prompt-blocks.ts states.

import type { ChatMessage } from '#core/lm/index.ts';
import type { AgentInput, RlmSettings } from '../agent.ts';
import type { ContextSource } from '../python.ts';
import {
  CONTEXT_LINE_START,
  LAST_RESORT,
  NO_CODE,
  QUERY_BLOCK,
  REFUSAL_START,
  SAFEGUARD,
  outputHeader,
  turnLine,
} from './prompt-blocks.ts';
import { systemPrompt } from './system-prompt.ts';
import { thousands } from './thousands.ts';

/** The messages of the first call. */
export function firstMessages(
  input: Pick<AgentInput, 'query' | 'mapText' | 'context' | 'settings'>,
  depth: number,
): readonly ChatMessage[] {
  const { settings } = input;
  const body = [
    `${QUERY_BLOCK.open}${input.query}${QUERY_BLOCK.close}`,
    contextLine(input.context),
    SAFEGUARD,
    turnPrompt(settings, 1),
  ];
  return [
    { role: 'system', content: systemPrompt(settings, input.mapText, depth) },
    { role: 'user', content: body.join('\n\n') },
  ];
}

/** What a reply led to, for the model to read. */
export interface TurnOutcome {
  /** What each block printed as the model may see it, in order. */
  readonly shown: readonly string[];
  readonly finalRefused: string | null;
  /** Said when no block ran although something looked like code. */
  readonly codeHint: string | null;
}

/** The user message between two replies; `turn` is the one that begins. Beyond the last it is the last-resort request. */
export function turnMessage(settings: RlmSettings, outcome: TurnOutcome, turn: number): ChatMessage {
  const parts: string[] = outcome.shown.map(
    (text, index) => `${outputHeader(index + 1, outcome.shown.length)}\n${text}`,
  );
  if (outcome.shown.length === 0 && outcome.finalRefused === null) parts.push(NO_CODE);
  if (outcome.codeHint !== null) parts.push(outcome.codeHint);
  if (outcome.finalRefused !== null) parts.push(REFUSAL_START + outcome.finalRefused);
  parts.push(turn > settings.maxIterations ? lastResort(settings) : turnPrompt(settings, turn));
  return { role: 'user', content: parts.join('\n\n') };
}

function turnPrompt(settings: RlmSettings, turn: number): string {
  const line = turnLine(turn, settings.maxIterations);
  if (turn === settings.maxIterations && turn > 1)
    return `${line} This is the last one: end now with the best answer you have.`;
  return `${line} Go on towards answering the query: write code to run, or end if you are done.`;
}

function lastResort(settings: RlmSettings): string {
  const how = settings.protocol === 'final' ? ' You may use FINAL(…) or FINAL_VAR(name).' : '';
  return `${LAST_RESORT} No more code will run. Answer the query now, from what you have seen, with nothing but the answer.${how}`;
}

function contextLine(context: ContextSource & { readonly chars: number }): string {
  const size = `${thousands(context.chars)} characters`;
  switch (context.format) {
    case 'text':
      return `${CONTEXT_LINE_START}a str of ${size} (${JSON.stringify(context.name)}).`;
    case 'json':
      return `${CONTEXT_LINE_START}the parsed value of a JSON file of ${size} (${JSON.stringify(context.name)}).`;
    case 'jsonl':
      return `${CONTEXT_LINE_START}a list with one parsed value per line of a JSONL file of ${size} (${JSON.stringify(context.name)}).`;
  }
}
