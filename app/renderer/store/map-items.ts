// The map as the right pane lists it: sections in their order, the items of each, and what this version let go (its ghosts).

import type { MapItem, SectionId } from '#core/map/index.ts';
import type { StudyState, Version } from '#core/study/index.ts';

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
  const evicted = new Set(version.evictions.map((each) => each.itemId));
  return version.map.sections.map((id) => {
    const kept = version.map.items
      .filter((item) => item.section === id)
      .map((item) => ({ item, change: changeOf(item, before), gone: null }));
    const gone = version.ghosts
      .filter((item) => item.section === id)
      .map((item) => ({
        item,
        change: null,
        gone: evicted.has(item.id) ? ('evicted' as const) : ('deleted' as const),
      }));
    return { id, tokens: version.tokensBySection[id] ?? 0, items: [...kept, ...gone] };
  });
}

function changeOf(item: MapItem, before: ReadonlyMap<string, MapItem>): Change {
  if (before.size === 0) return null;
  const old = before.get(item.id);
  if (old === undefined) return 'added';
  if (old.content !== item.content) return 'rewritten';
  return old.section !== item.section ? 'moved' : null;
}
