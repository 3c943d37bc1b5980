// What other rules would have done, row by row beside the record; and the two lines of tokens. Pure.

import type { WhatIfOptions, WhatIfResult } from '#app/bridge/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { plural } from '../../format/numbers.ts';
import { queryNumber } from '../../store/shown.ts';

export interface WhatIfRowView {
  readonly versionId: string;
  readonly query: number | null;
  readonly tokens: number;
  readonly recordedTokens: number;
  readonly evicted: readonly string[];
  readonly recordedEvicted: readonly string[];
  readonly onlyHere: readonly string[];
  readonly onlyRecorded: readonly string[];
  readonly differs: boolean;
}

export function whatIfRows(state: StudyState, result: WhatIfResult): readonly WhatIfRowView[] {
  return result.rows.map((row) => {
    const run = row.runId === null ? undefined : state.runs.get(row.runId);
    return {
      ...row,
      query: run === undefined ? null : queryNumber(state, run.queryId),
      differs: row.onlyHere.length > 0 || row.onlyRecorded.length > 0,
    };
  });
}

export interface Scope {
  readonly rows: readonly WhatIfRowView[];
  /** Which of the record is played again, for a reader. */
  readonly words: string;
}

/**
 * What is played again for the moment looked at. Each version is derived from those before it alone, so the rows up to one are
 * what the rules would have done by then.
 *
 * rows    of the whole branch, oldest first
 * shown   the version that stands at the moment; the first version has no row
 * isPast  whether that moment is another than now
 */
export function scopeOf(
  state: StudyState,
  branch: string,
  rows: readonly WhatIfRowView[],
  shown: string | null,
  isPast: boolean,
): Scope {
  const first = [...state.versions.values()][0]?.id ?? '';
  const head = state.branches.get(branch)?.head ?? first;
  if (!isPast) return { rows, words: `Takes ${whatOf(rows)} of ${branch}, up to ${head} now.` };
  const at = rows.findIndex((row) => row.versionId === shown);
  if (at < 0 && shown !== first)
    return {
      rows,
      words: `${shown ?? 'This moment'} is not on the way to ${head}, where ${branch} stands now: takes ${whatOf(rows)} up to ${head}.`,
    };
  const until = rows.slice(0, at + 1);
  return { rows: until, words: `Takes ${whatOf(until)} of ${branch}, up to ${shown} at the moment shown.` };
}

function whatOf(rows: readonly WhatIfRowView[]): string {
  const byHand = rows.filter(({ query }) => query === null).length;
  const updates = `the recorded edits of ${plural(rows.length - byHand, 'update')}`;
  return byHand === 0 ? updates : `${updates} and ${plural(byHand, 'change')} by hand`;
}

export function recordedOptions(state: StudyState): WhatIfOptions {
  const { budgetTokens, evictionOrder, tagWeights, eviction } = state.settings.method;
  return { budgetTokens, evictionOrder, tagWeights, eviction };
}

export function sameOptions(a: WhatIfOptions, b: WhatIfOptions): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A line of steps through values, in a box of the given size. */
export function stepPath(values: readonly number[], highest: number, width: number, height: number): string {
  const step = values.length < 2 ? 0 : width / (values.length - 1);
  return values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(height - (value / highest) * height).toFixed(1)}`,
    )
    .join('');
}
