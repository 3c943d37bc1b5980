// What an eviction decided, as data: the ranking it used, the cut line, and the tokens left after each removal.
// The eviction itself is evict.ts.

import type { SectionId } from './sections.ts';

/**
 * The outer key of the Evictor's order. The paper's Evictor paragraph can be read both ways; the first is the default.
 * section-then-score: lowest section goes first, within it the lowest score, then the oldest.
 * score-then-section: lowest score goes first, then the lowest section, then the oldest.
 */
export type EvictionOrder = 'section-then-score' | 'score-then-section';

/** One item's place in the queue for eviction. Pinned items stand last and are never taken. */
export interface RankedItem {
  readonly itemId: string;
  readonly section: SectionId;
  readonly score: number;
  readonly born: number;
  readonly tokens: number;
  readonly pinned: boolean;
  /** Tokens of the whole map once this item and all before it are gone. */
  readonly totalAfter: number;
}

export interface Eviction {
  /** `own`: the order of a policy other than PEEK's; the ranking tells it. */
  readonly order: EvictionOrder | 'own';
  readonly budgetTokens: number;
  /** Tokens of the map before anything was removed. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** First to go first. The first `removed.length` of it were removed. */
  readonly ranking: readonly RankedItem[];
  readonly removed: readonly { readonly itemId: string; readonly why: string }[];
  /** Set when what cannot be removed (headers and pinned items) alone exceeds the budget. */
  readonly unmet: { readonly tokens: number; readonly words: string } | null;
}
