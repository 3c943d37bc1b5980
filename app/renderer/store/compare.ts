// Two maps aligned by item: what was added, rewritten, moved, what is gone, what stayed. Within a study items are aligned by
// their ids; between two studies, whose ids have nothing to do with each other, by what they say. Pure.

import type { ContextMap, MapItem } from '#core/map/index.ts';
import { pathTo } from '#core/study/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { queryNumber } from './shown.ts';

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

/** What the Evictor took on the way from one version to a later one: "evicted q6" by item. Empty where there is no such way. */
export function evictionsBetween(state: StudyState, from: string, to: string): ReadonlyMap<string, string> {
  const path = pathTo(state, to);
  const start = path.findIndex(({ id }) => id === from);
  const taken = new Map<string, string>();
  for (const { evictions, runId } of start < 0 ? [] : path.slice(start + 1)) {
    const run = runId === null ? undefined : state.runs.get(runId);
    for (const { itemId } of evictions)
      taken.set(itemId, run === undefined ? 'evicted' : `evicted q${queryNumber(state, run.queryId)}`);
  }
  return taken;
}

/** An item that stands in neither of two versions, since it came and went between them. */
export interface Passed {
  readonly itemId: string;
  readonly evicted: boolean;
}

export function passedBetween(state: StudyState, from: string, to: string): readonly Passed[] {
  const path = pathTo(state, to);
  const start = path.findIndex(({ id }) => id === from);
  const ends = [path[start], path.at(-1)].flatMap((version) => version?.map.items ?? []);
  const inEither = new Set(ends.map(({ id }) => id));
  const passed = new Map<string, Passed>();
  for (const { evicted: gone, evictions } of start < 0 ? [] : path.slice(start + 1)) {
    for (const itemId of gone)
      if (!inEither.has(itemId))
        passed.set(itemId, { itemId, evicted: evictions.some((each) => each.itemId === itemId) });
  }
  return [...passed.values()];
}

/** Below this share of common words two items say different things. A number of ours, tried on the demo's rewrites. */
const ALIKE = 0.34;

/**
 * Two maps of different studies: the same text first, then, within a section, the pairs with the most words in common.
 */
export function compareStudies(from: ContextMap, to: ContextMap): Comparison {
  const partner = new Map<MapItem, MapItem>();
  const left = new Set(from.items);
  const pair = (item: MapItem, other: MapItem) => {
    partner.set(item, other);
    left.delete(other);
  };
  for (const item of to.items) {
    const same = [...left].find((other) => other.content === item.content);
    if (same !== undefined) pair(item, same);
  }
  for (const { item, other } of likeness(to.items, left)) {
    if (!partner.has(item) && left.has(other)) pair(item, other);
  }
  const sections = [...new Set([...to.sections, ...from.sections])];
  const items = sections.flatMap((section): Compared[] => [
    ...to.items
      .filter((item) => item.section === section)
      .map((item): Compared => {
        const other = partner.get(item);
        if (other === undefined) return { kind: 'added', item };
        return other.content === item.content ? { kind: 'same', item } : { kind: 'rewritten', from: other, item };
      }),
    ...from.items
      .filter((item) => item.section === section && left.has(item))
      .map((item) => ({ kind: 'gone' as const, item })),
  ]);
  const count = (kind: Compared['kind']) => items.filter((each) => each.kind === kind).length;
  return { items, added: count('added'), gone: count('gone'), rewritten: count('rewritten'), same: count('same') };
}

/** Pairs that may say the same, the likest first. */
function likeness(
  items: readonly MapItem[],
  others: ReadonlySet<MapItem>,
): readonly { readonly item: MapItem; readonly other: MapItem; readonly alike: number }[] {
  const words = new Map([...items, ...others].map((item) => [item, wordsIn(item.content)]));
  return items
    .flatMap((item) =>
      [...others]
        .filter((other) => other.section === item.section)
        .map((other) => ({ item, other, alike: shared(words.get(item), words.get(other)) })),
    )
    .filter(({ alike }) => alike >= ALIKE)
    .sort((a, b) => b.alike - a.alike);
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Words in both, out of words in either. */
function shared(a: ReadonlySet<string> = new Set(), b: ReadonlySet<string> = new Set()): number {
  let both = 0;
  for (const word of a) if (b.has(word)) both += 1;
  const either = a.size + b.size - both;
  return either === 0 ? 0 : both / either;
}
