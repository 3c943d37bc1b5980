// The context map as data: an ordered list of items under a list of sections. A map is a value; every change makes a new
// one and shares the items that stayed the same. Tag histories and former texts are not kept here: they are derived from
// the study's events (core/study), so that ten thousand versions cost ten thousand short lists.

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

export interface ContextMap {
  /** Enabled sections, in the order of SECTIONS. */
  readonly sections: readonly SectionId[];
  /** Items in the order in which they stand within their section. */
  readonly items: readonly MapItem[];
}

/** Counts tokens; the same text always gives the same number. Must accept any text, special-token text included. */
export type CountTokens = (text: string) => number;

export type TokenizerName = 'o200k_base' | 'cl100k_base' | 'estimate';
