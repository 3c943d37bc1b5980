// Three maps brought together item by item: what somebody began to write from, what they wrote, and what the map says by now.
// What only one side touched is as that side has it; where both touched an item and their words overlap, a person decides.

import { contentKey } from './content.ts';
import { mergeContent } from './merge-words.ts';
import { parseMap } from './parse.ts';
import type { ParsedItem, ParsedMap } from './parse.ts';
import { itemText, joinPieces, newItemText } from './render.ts';
import { SECTIONS } from './sections.ts';
import type { SectionId } from './sections.ts';

/** An item as a text tells it; without an id it is a new one. */
export type MergeItem = Omit<ParsedItem, 'line'>;

export type MergeSide = 'mine' | 'theirs';

/** An item that both sides changed, each otherwise. Null where it is not in that map. */
export interface MergeConflict {
  readonly itemId: string;
  readonly base: MergeItem | null;
  readonly mine: MergeItem | null;
  readonly theirs: MergeItem | null;
}

export interface Merged {
  readonly items: readonly MergeItem[];
  /** All of them, decided or not. */
  readonly conflicts: readonly MergeConflict[];
  /** Sections that both sides put into another order, each otherwise: theirs stands. */
  readonly reordered: readonly SectionId[];
}

type Items = ReadonlyMap<string, MergeItem>;

/**
 * Brings two rewrites of a map together.
 *
 * base          the items that both began from
 * mine, theirs  what each made of them, in order; an id stands at most once in each
 * decided       by item id, whose version of an item to take where they conflict; mine where nothing is said
 * Returns the items in written order. An item that both have is never lost; one that is new on one side is left out only
 *         where the other side added, under an id, an item that says the same.
 * Errors  none
 */
export function mergeItems(
  base: readonly MergeItem[],
  mine: readonly MergeItem[],
  theirs: readonly MergeItem[],
  decided: ReadonlyMap<string, MergeSide> = new Map(),
): Merged {
  const [before, ours, others] = [keyed(base), keyed(mine), keyed(theirs)];
  const conflicts: MergeConflict[] = [];
  const merged = new Map<string, MergeItem>();
  for (const key of new Set([...others.keys(), ...ours.keys()])) {
    const sides = { base: before.get(key) ?? null, mine: ours.get(key) ?? null, theirs: others.get(key) ?? null };
    const item = mergeItem(sides.base, sides.mine, sides.theirs);
    if (item === undefined) conflicts.push({ itemId: key, ...sides });
    const taken = item === undefined ? sides[decided.get(key) ?? 'mine'] : item;
    if (taken !== null) merged.set(key, taken);
  }
  for (const [side, other] of [
    [ours, others],
    [others, ours],
  ] as const) {
    const said = new Set(
      [...merged]
        .filter(([key, { itemId }]) => itemId !== null && !before.has(key) && !side.has(key) && other.has(key))
        .map(([, { content }]) => contentKey(content)),
    );
    for (const [key, { itemId, content }] of side)
      if (itemId === null && !other.has(key) && said.has(contentKey(content))) merged.delete(key);
  }
  const sections = SECTIONS.map(({ id }) => inOrder(id, before, ours, others, merged));
  return {
    items: sections.flatMap(({ items }) => items),
    conflicts,
    reordered: sections.flatMap(({ id, both }) => (both ? [id] : [])),
  };
}

/** By id; a new item by what it says, and how often that was said before. */
function keyed(items: readonly MergeItem[]): Items {
  const times = new Map<string, number>();
  return new Map(
    items.map((item) => {
      if (item.itemId !== null) return [item.itemId, item];
      const words = `${item.section} ${item.content}`;
      const time = (times.get(words) ?? 0) + 1;
      times.set(words, time);
      return [`new ${time} ${words}`, item];
    }),
  );
}

/** Null where the item is gone, undefined where a person has to decide. */
function mergeItem(
  base: MergeItem | null,
  mine: MergeItem | null,
  theirs: MergeItem | null,
): MergeItem | null | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (base === null || mine === null || theirs === null) return undefined;
  const section =
    mine.section === theirs.section || theirs.section === base.section
      ? mine.section
      : mine.section === base.section
        ? theirs.section
        : null;
  const content = mergeContent(base.content, mine.content, theirs.content);
  return section === null || content === null ? undefined : { itemId: base.itemId, section, content };
}

function isSame(one: MergeItem | null, other: MergeItem | null): boolean {
  return one?.section === other?.section && one?.content === other?.content;
}

/** The side that put the section into another order leads; what only the other has follows what it follows there. */
function inOrder(id: SectionId, base: Items, mine: Items, theirs: Items, merged: Items) {
  const keysIn = (side: Items) =>
    [...side].filter(([key, item]) => item.section === id && merged.get(key)?.section === id).map(([key]) => key);
  const [before, ours, others] = [keysIn(base), keysIn(mine), keysIn(theirs)];
  const [isMine, isTheirs] = [!agree(before, ours), !agree(before, others)];
  const [leading, following] = isMine && !isTheirs ? [ours, others] : [others, ours];
  const leads = new Set(leading);
  const first: string[] = [];
  const after = new Map(leading.map((key): [string, string[]] => [key, [key]]));
  let place = first;
  for (const key of following) {
    if (leads.has(key)) place = after.get(key) ?? first;
    else place.push(key);
  }
  return {
    id,
    items: [first, ...after.values()].flat().flatMap((key) => merged.get(key) ?? []),
    both: isMine && isTheirs && !agree(ours, others),
  };
}

/** Whether two lists have what is in both in one order. */
function agree(one: readonly string[], other: readonly string[]): boolean {
  const [inOne, inOther] = [new Set(one), new Set(other)];
  const common = other.filter((key) => inOne.has(key));
  return one.filter((key) => inOther.has(key)).every((key, at) => key === common[at]);
}

export interface MergedText extends Merged {
  readonly text: string;
  /** Of what was written: what could not be read as written, or is left out. */
  readonly warnings: ParsedMap['warnings'];
}

/**
 * The same for texts of a map, as renderMap gives them and a person may have edited them.
 *
 * theirs  the text of the map now: its headings are kept, and an id it does not have stands without one, as a new item
 * Returns the merged text as well; where nothing was written it is `theirs` itself
 */
export function mergeMapTexts(
  base: string,
  mine: string,
  theirs: string,
  decided: ReadonlyMap<string, MergeSide> = new Map(),
): MergedText {
  const [written, now] = [parseMap(mine), parseMap(theirs)];
  const merged = mergeItems(parseMap(base).items, written.items, now.items, decided);
  const known = new Set(now.items.map((item) => item.itemId));
  const pieces = SECTIONS.flatMap((section) => {
    const items = merged.items.filter((item) => item.section === section.id);
    if (items.length === 0 && !now.sections.includes(section.id)) return [];
    const heading = `${section.heading}\n${section.meaning}`;
    const lines = items.map(({ itemId, content }) =>
      itemId !== null && known.has(itemId) ? itemText({ id: itemId, content }) : newItemText(content),
    );
    return [heading, ...lines].map((text) => ({ section, item: null, text }));
  });
  return { ...merged, text: joinPieces(pieces), warnings: written.warnings };
}
