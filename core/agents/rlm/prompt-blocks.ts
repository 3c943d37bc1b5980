// The shape of the conversation with the root model: which message holds what, and the marks around each part. The agent
// writes messages with these and whoever stands in for a model (the offline model, tests) reads them with the same.
//
//   system     our prompt, then (when there is a map) MAP_BLOCK as the very last thing
//   user       QUERY_BLOCK, what `context` is, the first-turn safeguard, the turn line
//   assistant  the reply, verbatim
//   user       one output part per block that ran (or a word that none ran), why a FINAL was refused, the turn line
//   assistant  …
//   user       after the last turn: LAST_RESORT instead of a turn line
//
// Roles alternate strictly and messages are only ever appended, so every prompt is a prefix of the next. Child agents use
// the same structure with role "sub"; a plain sub-call is one user message holding the prompt alone.

import type { ChatMessage } from '#core/lm/index.ts';
import type { Protocol } from '../python.ts';

/** Marks around the map text in the system prompt. The text between them is the exact text the budget counts. */
export const MAP_BLOCK = { open: '<context_map>\n', close: '\n</context_map>' } as const;

/** Marks around the query in the first user message. */
export const QUERY_BLOCK = { open: '<query>\n', close: '\n</query>' } as const;

/** First line of every root system prompt of ours, per protocol; tells a root call from a plain sub-call. */
export const PROMPT_TITLE = {
  final: 'You answer a query about a long context that you explore with Python (end with FINAL).',
  answer: 'You answer a query about a long context that you explore with Python (end with `answer`).',
} as const satisfies Record<Protocol, string>;

/** Opens the line that says what `context` is. */
export const CONTEXT_LINE_START = 'The variable `context` holds ';

/** The safeguard of turn 1: the context has not been looked at yet. */
export const SAFEGUARD =
  'You have not looked at the context yet. Look at it with code first; do not answer before you have seen what you need.';

/** Opens the request that follows the last turn. */
export const LAST_RESORT = 'No turns are left.';

/** Opens the sentence that says why a FINAL did not end the run. */
export const REFUSAL_START = 'The run goes on: ';

export const NO_CODE = 'No `repl` block was found in your reply, so nothing ran.';

/** The line before a block's output. `count` is how many blocks the reply had; `number` counts from 1. */
export function outputHeader(number: number, count: number): string {
  return count === 1 ? 'REPL output:' : `REPL output (block ${number} of ${count}):`;
}

/** Stands last in a user message: `Turn 2 of 30.` and what follows on its line. */
export function turnLine(turn: number, maxTurns: number): string {
  return `Turn ${turn} of ${maxTurns}.`;
}

/** The map text of a system prompt; null when it holds none. */
export function readMapText(messages: readonly ChatMessage[]): string | null {
  const system = messages.find((message) => message.role === 'system')?.content;
  if (system === undefined || !system.endsWith(MAP_BLOCK.close)) return null;
  const start = system.indexOf(MAP_BLOCK.open);
  return start < 0 ? null : system.slice(start + MAP_BLOCK.open.length, -MAP_BLOCK.close.length);
}

/** The query; null for a plain sub-call. */
export function readQuery(messages: readonly ChatMessage[]): string | null {
  const first = messages.find((message) => message.role === 'user')?.content;
  if (first === undefined || !first.startsWith(QUERY_BLOCK.open)) return null;
  // What follows the query is ours and holds no mark, so the last one closes it whatever the query says.
  const end = first.lastIndexOf(QUERY_BLOCK.close);
  return end < 0 ? null : first.slice(QUERY_BLOCK.open.length, end);
}

/** The turn asked for by the last message; null for the last-resort request and for a plain sub-call. */
export function readTurn(
  messages: readonly ChatMessage[],
): { readonly turn: number; readonly maxTurns: number } | null {
  const last = messages.at(-1)?.content ?? '';
  const found = /(?:^|\n)Turn (\d+) of (\d+)\.[^\n]*$/.exec(last);
  return found === null ? null : { turn: Number(found[1]), maxTurns: Number(found[2]) };
}

/** What the last message shows of the blocks of the reply before it, in order; empty when nothing ran. */
export function readOutputs(messages: readonly ChatMessage[]): readonly string[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return [];
  const body = last.content.replace(/(?:^|\n\n)(?:Turn \d+ of \d+\.|No turns are left\.)[^\n]*(?:\n[^\n]+)*$/, '');
  const parts = body.split(/(?:^|\n\n)REPL output(?: \(block \d+ of \d+\))?:\n/);
  return parts.slice(1);
}
