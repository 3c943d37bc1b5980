// The latest verdicts on each item of a version, as the strips beside the items draw them. Pure, and kept per state.

import type { Tag } from '#core/map/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { queryNumber } from './shown.ts';

export interface StripTag {
  readonly runId: string;
  readonly query: number;
  /** Null: the item was in the map and the Distiller left it untagged. */
  readonly tag: Tag | null;
}

/** Updates looked back on. A number of ours: a strip is a glance; the verdict grid has them all. */
const LOOKED_BACK = 12;

const kept = new WeakMap<StudyState, Map<string, ReadonlyMap<string, readonly StripTag[]>>>();

/** By item id, oldest first. An update under review, whose version is not there yet, counts as the latest. */
export function stripsOf(state: StudyState, versionId: string): ReadonlyMap<string, readonly StripTag[]> {
  const known = kept.get(state)?.get(versionId);
  if (known !== undefined) return known;
  const strips = new Map<string, StripTag[]>();
  for (const update of latestUpdates(state, versionId)) {
    const run = state.runs.get(update.runId);
    if (run === undefined) continue;
    const tags = new Map(run.tags.map((each) => [each.itemId, each.tag]));
    const query = queryNumber(state, run.queryId);
    for (const item of state.versions.get(update.fromId)?.map.items ?? []) {
      const strip = strips.get(item.id) ?? [];
      strip.push({ runId: run.id, query, tag: tags.get(item.id) ?? null });
      strips.set(item.id, strip);
    }
  }
  const perState = kept.get(state) ?? new Map<string, ReadonlyMap<string, readonly StripTag[]>>();
  kept.set(state, perState.set(versionId, strips));
  return strips;
}

function latestUpdates(
  state: StudyState,
  versionId: string,
): readonly { readonly runId: string; readonly fromId: string }[] {
  const updates: { readonly runId: string; readonly fromId: string }[] = [];
  const active = state.activeRunId === null ? undefined : state.runs.get(state.activeRunId);
  if (active !== undefined && active.distilled !== null && active.versionId === null) {
    updates.push({ runId: active.id, fromId: active.baseVersionId });
  }
  let version = state.versions.get(versionId);
  for (let steps = 0; version !== undefined && updates.length < LOOKED_BACK && steps < 10 * LOOKED_BACK; steps += 1) {
    const parentId = version.parentId;
    if (version.cause === 'update' && version.runId !== null && parentId !== null)
      updates.push({ runId: version.runId, fromId: parentId });
    version = parentId === null ? undefined : state.versions.get(parentId);
  }
  return updates.reverse();
}
