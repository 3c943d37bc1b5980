// Two maps aligned by item: what was added, rewritten, moved, what is gone, what stayed. Pure.

import type { ContextMap, MapItem } from '#core/map/index.ts';

export type Compared =
  | { readonly kind: 'added'; readonly item: MapItem }
  | { readonly kind: 'gone'; readonly item: MapItem }
  | { readonly kind: 'rewritten'; readonly from: MapItem; readonly item: MapItem }
  | { readonly kind: 'same'; readonly item: MapItem };

export interface Comparison {
  /** In the order of the later map; what is gone stands where it stood, at the end of its section. */
  readonly items: readonly Compared[];
  readonly added: number;
  readonly gone: number;
  readonly rewritten: number;
  readonly same: number;
}

export function compareMaps(from: ContextMap, to: ContextMap): Comparison {
  const before = new Map(from.items.map((item) => [item.id, item]));
  const after = new Set(to.items.map((item) => item.id));
  const sections = [...new Set([...to.sections, ...from.sections])];
  const items = sections.flatMap((section): Compared[] => {
    const here = to.items
      .filter((item) => item.section === section)
      .map((item) => compareItem(before.get(item.id), item));
    const gone = from.items
      .filter((item) => item.section === section && !after.has(item.id))
      .map((item) => ({ kind: 'gone' as const, item }));
    return [...here, ...gone];
  });
  const count = (kind: Compared['kind']) => items.filter((each) => each.kind === kind).length;
  return { items, added: count('added'), gone: count('gone'), rewritten: count('rewritten'), same: count('same') };
}

function compareItem(from: MapItem | undefined, item: MapItem): Compared {
  if (from === undefined) return { kind: 'added', item };
  return from.content === item.content && from.section === item.section
    ? { kind: 'same', item }
    : { kind: 'rewritten', from, item };
}
