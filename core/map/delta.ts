// The difference between two maps: what a version records against its parent. Items are compared by id and by value, so a
// map that was read back from a file gives the same difference as the one that was written.

import { withItems } from './context-map.ts';
import type { ContextMap, MapItem } from './context-map.ts';
import { canonicalItem } from './canonical.ts';

export interface MapDelta {
  /** Items that are new or changed, whole. New ones stand last in their section unless `order` says otherwise. */
  readonly put: readonly MapItem[];
  readonly removed: readonly string[];
  /** All item ids in order, when it is not the parent's order with new ones last in their section. */
  readonly order: readonly string[] | null;
}

/**
 * What turns one map into another. The inverse is `mapDelta(after, before)`.
 *
 * before, after  any two maps; their sections and headings are not part of the difference
 */
export function mapDelta(before: ContextMap, after: ContextMap): MapDelta {
  const old = new Map(before.items.map((item) => [item.id, item]));
  const kept = new Set(after.items.map((item) => item.id));
  const put = after.items.filter((item) => {
    const former = old.get(item.id);
    return former !== item && (former === undefined || !sameItem(former, item));
  });
  const removed = before.items.filter((item) => !kept.has(item.id)).map((item) => item.id);
  const plain = applyDelta(before, { put, removed, order: null });
  const inPlace = plain.items.every((item, at) => item.id === after.items[at]?.id);
  return { put, removed, order: inPlace ? null : after.items.map((item) => item.id) };
}

/**
 * The map that a difference leads to. Items that stayed the same are the same objects as in the map it starts from.
 *
 * map    the parent's map
 * delta  from mapDelta or a stored version; ids in `removed` or `order` that the map does not have are passed over, and
 *        items that `order` forgets stand after those it names
 */
export function applyDelta(map: ContextMap, delta: MapDelta): ContextMap {
  const put = new Map(delta.put.map((item) => [item.id, item]));
  const removed = new Set(delta.removed);
  const stayed = map.items.filter((item) => !removed.has(item.id));
  const moved = (item: MapItem) =>
    put.get(item.id)?.section !== undefined && put.get(item.id)?.section !== item.section;
  const known = new Set(stayed.filter((item) => !moved(item)).map((item) => item.id));
  const items = stayed.filter((item) => !moved(item)).map((item) => put.get(item.id) ?? item);
  items.push(...[...put.values()].filter((item) => !known.has(item.id)));
  if (delta.order === null) return withItems(map, items);
  const place = new Map(delta.order.map((id, at) => [id, at]));
  const placeOf = (item: MapItem) => place.get(item.id) ?? Number.MAX_SAFE_INTEGER;
  return withItems(
    map,
    items.toSorted((a, b) => placeOf(a) - placeOf(b)),
  );
}

/** Whether two items are equal in every field, scores and token counts included. */
export function sameItem(a: MapItem, b: MapItem): boolean {
  return a.tokens === b.tokens && JSON.stringify(canonicalItem(a)) === JSON.stringify(canonicalItem(b));
}
