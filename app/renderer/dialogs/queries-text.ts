// Queries as typed or from a file.

import type { ReadQueries } from '#app/bridge/index.ts';
import { notify } from '../actions/notices.ts';
import { request } from '../host/current-host.ts';

/** Null when the reader chose none or it could not be read. */
export async function chooseQueries(): Promise<string | null> {
  const chosen = await request('queries.choose', {});
  if (!chosen.ok) {
    if (chosen.error.kind !== 'cancelled') notify('bad', chosen.error.words);
    return null;
  }
  for (const warning of chosen.value.warnings.slice(0, 5)) notify('bad', `Line ${warning.line}: ${warning.words}`);
  return chosen.value.queries
    .map((query) => JSON.stringify({ query: query.text, ...(query.truth === null ? {} : { truth: query.truth }) }))
    .join('\n');
}

/** What is typed right now, read at once: a preview that lags behind the typing must not decide what is added. */
export async function readQueries(text: string): Promise<ReadQueries['queries'] | null> {
  if (text.trim() === '') return [];
  const read = await request('queries.parse', { text });
  if (read.ok) return read.value.queries;
  notify('bad', read.error.words);
  return null;
}

/** What was typed, and below it what comes from a file: as JSON lines where either has them, since a list is read as one kind. */
export function withQueries(typed: string, more: string): string {
  if (typed.trim() === '') return more;
  const lines = [...linesOf(typed), ...linesOf(more)];
  if (!lines.some((line) => line.startsWith('{'))) return lines.join('\n');
  return lines.map((line) => (line.startsWith('{') ? line : JSON.stringify({ query: line }))).join('\n');
}

function linesOf(text: string): readonly string[] {
  const list = asList(text);
  if (list !== null) return list.map((each) => JSON.stringify(each));
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Null where it is not one JSON array. */
function asList(text: string): readonly unknown[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    // Lines, of which the first begins with a bracket.
    return null;
  }
}
