// Every tag an item was given, along the way to a version: the strip beside each item of the map.

import type { Tag } from '#core/map/index.ts';
import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { StudyState } from '../state.ts';
import { pathToInSteps, stepsOf } from './path.ts';

export interface TagEntry {
  readonly runId: string;
  readonly queryId: string;
  /** The version that this tag's update led to. */
  readonly versionId: string;
  readonly tag: Tag;
  /** The item's score after it; null when the item went with the same update. */
  readonly score: number | null;
}

/**
 * The tags of every item that ever stood on the way to a version, oldest first.
 *
 * Tags of an update that was passed over are not among them: they were never added to a score.
 */
export function tagHistory(state: StudyState, versionId: string): ReadonlyMap<string, readonly TagEntry[]> {
  return atOnce(tagHistoryInSteps(state, versionId));
}

/** The same version by version. */
export function* tagHistoryInSteps(
  state: StudyState,
  versionId: string,
): Steps<ReadonlyMap<string, readonly TagEntry[]>> {
  const history = new Map<string, TagEntry[]>();
  for (const { after } of stepsOf(yield* pathToInSteps(state, versionId))) {
    yield;
    const run = after.runId === null ? undefined : state.runs.get(after.runId);
    if (run === undefined || after.cause !== 'update') continue;
    const scores = new Map([...after.ghosts, ...after.map.items].map((item) => [item.id, item.score]));
    const gone = new Set(after.evicted);
    for (const { itemId, tag } of run.tags) {
      const score = gone.has(itemId) ? null : (scores.get(itemId) ?? null);
      const entry = { runId: run.id, queryId: run.queryId, versionId: after.id, tag, score };
      const entries = history.get(itemId);
      if (entries === undefined) history.set(itemId, [entry]);
      else entries.push(entry);
    }
  }
  return history;
}
