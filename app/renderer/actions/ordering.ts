// Moving items of the map by hand: within their section or to another.

import type { SectionId } from '#core/map/index.ts';
import { shownVersion } from '../store/shown.ts';
import { store } from '../store/store.ts';
import { send } from './commands.ts';

export interface Place {
  readonly section: SectionId;
  /** Null: last in the section. */
  readonly beforeItemId: string | null;
}

export async function moveItemTo(itemId: string, place: Place): Promise<void> {
  const items = shownVersion(store.getState())?.map.items ?? [];
  const inSection = items.filter((item) => item.section === place.section);
  const at = inSection.findIndex((item) => item.id === itemId);
  const next = inSection[at + 1]?.id ?? null;
  const same = at >= 0 && (place.beforeItemId === itemId || place.beforeItemId === next);
  if (!same) await send({ do: 'item.move', itemId, ...place, reason: null });
}

/** One place up or down; past the end of a section into the next one. */
export function shiftSelected(by: 1 | -1): void {
  const state = store.getState();
  const version = shownVersion(state);
  const id = state.view.selectedItemId;
  const item = version?.map.items.find((each) => each.id === id);
  if (version === null || item === undefined) return;
  const inSection = version.map.items.filter((each) => each.section === item.section);
  const at = inSection.indexOf(item);
  const to = at + by;
  if (to >= 0 && to < inSection.length) {
    const before = by < 0 ? inSection[to] : inSection[to + 1];
    void moveItemTo(item.id, { section: item.section, beforeItemId: before?.id ?? null });
    return;
  }
  const section = version.map.sections[version.map.sections.indexOf(item.section) + by];
  if (section === undefined) return;
  const first = version.map.items.find((each) => each.section === section);
  void moveItemTo(item.id, { section, beforeItemId: by > 0 ? (first?.id ?? null) : null });
}
