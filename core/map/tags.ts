// Scores: each tag adds its weight to the item it names (DESIGN rule 5).

import type { ContextMap, Tag } from './context-map.ts';

/**
 * Adds tags to scores.
 *
 * map      left unchanged; items without a tag keep their score
 * tags     at most one per item; tags for items that are not in the map do nothing here (the Distiller's reader puts them
 *          on record as ignored)
 * weights  what each tag adds
 * Returns the same map when no score changes.
 * Source  PEEK, Evictor paragraph ("Distiller-accumulated scores"); the weights are a choice of ours.
 */
export function applyTags(
  map: ContextMap,
  tags: readonly { readonly itemId: string; readonly tag: Tag }[],
  weights: Readonly<Record<Tag, number>>,
): ContextMap {
  const added = new Map(tags.map(({ itemId, tag }) => [itemId, weights[tag]]));
  const items = map.items.map((item) => {
    const delta = added.get(item.id) ?? 0;
    return delta === 0 ? item : { ...item, score: item.score + delta };
  });
  return items.some((item, at) => item !== map.items[at]) ? { ...map, items } : map;
}
