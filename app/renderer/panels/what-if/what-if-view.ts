// What other rules would have done, row by row beside the record; and the two lines of tokens. Pure.

import type { WhatIfOptions, WhatIfResult } from '#app/bridge/index.ts';
import type { StudyState } from '#core/study/index.ts';
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
