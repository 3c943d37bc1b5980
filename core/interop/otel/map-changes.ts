// What became of each item from one version to the next, in the order in which it happens: new and rewritten items first, then
// those that go.

import type { MapItem } from '#core/map/index.ts';

export type MapChange =
  | { readonly kind: 'created'; readonly item: MapItem }
  | { readonly kind: 'updated'; readonly item: MapItem; readonly before: MapItem }
  | { readonly kind: 'deleted'; readonly item: MapItem };

/**
 * gone     items that went in another form than they had before, or that came and went at once
 * evicted  ids of those that the Evictor took, in its order; they go after the others
 * A change of score alone is none: what the map says stays the same.
 */
export function mapChanges(
  before: readonly MapItem[],
  after: readonly MapItem[],
  gone: readonly MapItem[] = [],
  evicted: readonly string[] = [],
): readonly MapChange[] {
  const former = new Map(before.map((item) => [item.id, item]));
  const kept = new Set(after.map(({ id }) => id));
  const last = new Map(gone.map((item) => [item.id, item]));
  const changes = [...after, ...gone].flatMap((item): readonly MapChange[] => {
    const was = former.get(item.id);
    if (was === undefined) return [{ kind: 'created', item }];
    return isSame(was, item) ? [] : [{ kind: 'updated', item, before: was }];
  });
  const went = [...before.filter(({ id }) => !kept.has(id) && !last.has(id)), ...gone];
  const place = new Map(evicted.map((id, at) => [id, at]));
  const placeOf = ({ id }: MapItem) => place.get(id) ?? -1;
  const inOrder = went.toSorted((a, b) => placeOf(a) - placeOf(b));
  return [...changes, ...inOrder.map((item): MapChange => ({ kind: 'deleted', item }))];
}

function isSame(a: MapItem, b: MapItem): boolean {
  return a.content === b.content && a.section === b.section && (a.pin === null) === (b.pin === null);
}
