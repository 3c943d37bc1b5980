// An edited map text, as changes by hand: what is gone was deleted, what has no id is new, what stands elsewhere was moved.

import type { HandChange } from './change-by-hand.ts';
import { itemOf } from './context-map.ts';
import type { ContextMap, Origin } from './context-map.ts';
import { parseMap } from './parse.ts';
import type { ParsedItem } from './parse.ts';
import { sectionOf } from './sections.ts';

export interface TextChanges {
  readonly changes: readonly HandChange[];
  readonly warnings: readonly { readonly line: number; readonly words: string }[];
}

/**
 * Compares an edited text with the map it was made from.
 *
 * map     the current map
 * text    its text as edited
 * origin  for new items
 * Returns changes for changeByHand, none when nothing changed, and warnings with their lines. An id that the map does not
 *         have is read as a new item, because ids are given by the program.
 */
export function changesFromText(map: ContextMap, text: string, origin: Origin): TextChanges {
  const parsed = parseMap(text);
  const warnings = [...parsed.warnings];
  const entries = parsed.items.map((entry) => ({
    ...entry,
    item: entry.itemId === null ? undefined : itemOf(map, entry.itemId),
  }));
  for (const { item, itemId, section, line } of entries) {
    if (itemId !== null && item === undefined) {
      warnings.push({ line, words: `The map has no item ${itemId}; this was read as a new one.` });
    }
    if (item !== undefined && item.section !== section) {
      warnings.push({ line, words: `${item.id} was moved to ${sectionOf(section).title}; it keeps its id.` });
    }
  }
  const named = new Set(entries.map((entry) => entry.item?.id));
  const deletes = map.items
    .filter((item) => !named.has(item.id))
    .map((item): HandChange => ({ do: 'delete', itemId: item.id }));
  const edits = entries.flatMap(({ item, content }): HandChange[] =>
    item === undefined || item.content === content ? [] : [{ do: 'edit', itemId: item.id, content }],
  );
  const adds = entries.flatMap((entry, at): HandChange[] => {
    if (entry.item !== undefined) return [];
    const { section, content } = entry;
    const next = entries.slice(at + 1).find((each) => each.item !== undefined && each.section === section);
    return [{ do: 'add', section, content, origin, beforeItemId: next?.item?.id ?? null }];
  });
  const kept = entries.flatMap(({ item, section }) => (item === undefined ? [] : [{ section, itemId: item.id }]));
  return { changes: [...deletes, ...moves(map, kept), ...edits, ...adds], warnings };
}

type Place = Pick<ParsedItem, 'section'> & { readonly itemId: string };

/** As few moves as possible: the longest run of items that already stand in the wanted order stays where it is. */
function moves(map: ContextMap, wanted: readonly Place[]): readonly HandChange[] {
  const now = new Map(map.items.map((item, at) => [item.id, { section: item.section, at }]));
  const found: HandChange[] = [];
  for (const section of new Set(wanted.map((each) => each.section))) {
    const then = wanted.filter((each) => each.section === section).map((each) => each.itemId);
    const inSection = then.filter((itemId) => now.get(itemId)?.section === section);
    const stays = new Set(longestRising(inSection, (itemId) => now.get(itemId)?.at ?? 0));
    for (const [at, itemId] of [...then.entries()].reverse()) {
      if (stays.has(itemId)) continue;
      found.push({ do: 'move', itemId, section, beforeItemId: then[at + 1] ?? null });
    }
  }
  return found;
}

/** The longest subsequence whose places rise (patience sorting). */
function longestRising<T>(list: readonly T[], placeOf: (each: T) => number): readonly T[] {
  interface Link {
    readonly value: T;
    readonly before: Link | undefined;
  }
  const ends: Link[] = [];
  for (const value of list) {
    const place = placeOf(value);
    const at = ends.findIndex((end) => placeOf(end.value) > place);
    const before = ends[(at === -1 ? ends.length : at) - 1];
    ends.splice(at === -1 ? ends.length : at, 1, { value, before });
  }
  const run: T[] = [];
  for (let link = ends.at(-1); link !== undefined; link = link.before) run.unshift(link.value);
  return run;
}
