// The context map as data: an ordered list of items under a list of sections. A map is a value; every change makes a new
// one and shares the items that stayed the same. Tag histories and former texts are not kept here: they are derived from
// the study's events (core/study), so that ten thousand versions cost ten thousand short lists.

import { SECTIONS } from './sections.ts';
import type { SectionId } from './sections.ts';

export type Tag = 'helpful' | 'harmful' | 'neutral' | 'stale';

export const TAGS: readonly Tag[] = ['helpful', 'harmful', 'neutral', 'stale'];

/** Where an item came from. */
export type Origin =
  | { readonly kind: 'policy'; readonly runId: string; readonly editId: string; readonly candidateId: string | null }
  | { readonly kind: 'hand'; readonly by: string }
  | { readonly kind: 'import'; readonly from: string };

export interface Pin {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

export interface MapItem {
  /** `<section>-<5 digits>`, given by the program, never reused in a study. */
  readonly id: string;
  readonly section: SectionId;
  readonly content: string;
  /** Sum of the tags' weights since birth; a new item starts at 0. */
  readonly score: number;
  /** Birth order within the study, counted from 1; smaller is older. */
  readonly born: number;
  /** Tokens this item's own rendered line takes, its id included. */
  readonly tokens: number;
  readonly pin: Pin | null;
  readonly origin: Origin;
}

/** Which headings are written: every enabled section's, or (a blank slate) only those of sections that hold an item. */
export type Headers = 'all' | 'used';

export interface ContextMap {
  /** Enabled sections, in the order of SECTIONS. */
  readonly sections: readonly SectionId[];
  readonly headers: Headers;
  /** Items in the order in which they are written: section by section, and in their place within it. */
  readonly items: readonly MapItem[];
}

/** Counts tokens; the same text always gives the same number. Must accept any text, special-token text included. */
export interface CountTokens {
  (text: string): number;
  /**
   * Set when a text that is cut before lines beginning with `[` or `#` may be counted piece by piece: then its tokens are
   * exactly `total` of the pieces' summed measures. Lets an eviction recount two lines instead of the whole map.
   */
  readonly pieces?: { readonly measure: (piece: string) => number; readonly total: (sum: number) => number };
}

export type TokenizerName = 'o200k_base' | 'cl100k_base' | 'estimate';

/**
 * The map a study starts with: no items, and nothing pre-filled.
 *
 * sections  enabled sections, in any order
 * headers   `used` for a blank slate, whose text starts empty
 */
export function emptyMap(sections: readonly SectionId[], headers: Headers): ContextMap {
  return { sections: SECTIONS.map((each) => each.id).filter((id) => sections.includes(id)), headers, items: [] };
}

const PLACE: Readonly<Record<SectionId, number>> = { cr: 0, cu: 1, dc: 2, ps: 3, rr: 4, ep: 5 };

/** The map with these items, brought into written order; items keep their order within a section. */
export function withItems(map: ContextMap, items: readonly MapItem[]): ContextMap {
  return { ...map, items: items.toSorted((a, b) => PLACE[a.section] - PLACE[b.section]) };
}

export function itemOf(map: ContextMap, itemId: string): MapItem | undefined {
  return map.items.find((item) => item.id === itemId);
}
