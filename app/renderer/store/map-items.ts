// The map as the right pane lists it: sections in their order, the items of each, and what this version let go (its ghosts).

import type { MapItem, SectionId } from '#core/map/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';
import { lineage } from './shown.ts';

export type Change = 'added' | 'rewritten' | 'moved' | null;

export interface ShownItem {
  readonly item: MapItem;
  /** What the shown version did to it. */
  readonly change: Change;
  readonly gone: 'evicted' | 'deleted' | null;
}

export interface ShownSection {
  readonly id: SectionId;
  readonly tokens: number;
  readonly items: readonly ShownItem[];
}

export function sectionsOf(state: StudyState, version: Version): readonly ShownSection[] {
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  const before = new Map(parent?.map.items.map((item) => [item.id, item]));
  const evicted = evictedBy(state, version);
  return version.map.sections.map((id) => {
    const kept = version.map.items
      .filter((item) => item.section === id)
      .map((item) => ({ item, change: changeOf(item, before), gone: null }));
    const gone = version.ghosts
      .filter((item) => item.section === id)
      .map((item) => ({ item, change: null, gone: evicted(item.id) ? ('evicted' as const) : ('deleted' as const) }));
    return { id, tokens: version.tokensBySection[id] ?? 0, items: [...kept, ...gone] };
  });
}

/** Whether an item that this version let go was evicted for room, or deleted by an edit. */
function evictedBy(state: StudyState, version: Version): (itemId: string) => boolean {
  const run = version.runId === null ? undefined : state.runs.get(version.runId);
  const removed = run?.eviction?.removed;
  if (removed !== undefined) return (itemId) => removed.some((each) => each.itemId === itemId);
  return () => version.cause === 'budget';
}

/** Items that an earlier version on the way here let go and that have not come back, latest first. */
export function earlierGhosts(
  state: StudyState,
  version: Version,
): readonly { readonly item: MapItem; readonly versionId: string }[] {
  const path = lineage(state, version.id);
  const present = new Set([...version.map.items, ...version.ghosts].map((item) => item.id));
  const found = new Map<string, { readonly item: MapItem; readonly versionId: string }>();
  for (const each of path.slice(0, -1))
    for (const item of each.ghosts) found.set(item.id, { item, versionId: each.id });
  return [...found.values()].filter(({ item }) => !present.has(item.id)).reverse();
}

function changeOf(item: MapItem, before: ReadonlyMap<string, MapItem>): Change {
  if (before.size === 0) return null;
  const old = before.get(item.id);
  if (old === undefined) return 'added';
  if (old.content !== item.content) return 'rewritten';
  return old.section !== item.section ? 'moved' : null;
}
