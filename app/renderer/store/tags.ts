// The verdicts on each item over the queries, as strips and the verdict grid draw them. Pure, and kept per state.

import type { Tag } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { queryNumber } from './shown.ts';

export interface Verdict {
  readonly runId: string;
  readonly query: number;
  /** Null: the item was in the map and the Distiller left it untagged. */
  readonly tag: Tag | null;
}

const kept = new WeakMap<StudyState['runs'], ReadonlyMap<string, readonly Verdict[]>>();

/** By item id, oldest verdict first. Only runs whose Distiller has spoken count. */
export function verdictsOf(state: StudyState): ReadonlyMap<string, readonly Verdict[]> {
  const known = kept.get(state.runs);
  if (known !== undefined) return known;
  const all = new Map<string, Verdict[]>();
  for (const run of judged(state)) {
    const query = queryNumber(state, run.queryId);
    const tags = new Map(run.tags.map((each) => [each.itemId, each.tag]));
    for (const item of state.versions.get(run.baseVersionId)?.map.items ?? []) {
      const list = all.get(item.id) ?? [];
      list.push({ runId: run.id, query, tag: tags.get(item.id) ?? null });
      all.set(item.id, list);
    }
  }
  kept.set(state.runs, all);
  return all;
}

export function judged(state: StudyState): readonly Run[] {
  return [...state.runs.values()].filter((run) => run.distilled !== null || run.tags.length > 0);
}
