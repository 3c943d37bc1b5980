// The Evictor: plain code, no model. Its whole reasoning comes back as data (eviction.ts).

import type { ContextMap, CountTokens, MapItem } from './context-map.ts';
import { shrinkingCount } from './count.ts';
import type { Eviction, EvictionOrder, RankedItem } from './eviction.ts';
import { sectionOf } from './sections.ts';
import type { SectionId } from './sections.ts';
import { grouped, signed } from './wording.ts';

/**
 * Lower goes first. Roadmap and Understanding share a rank and are protected until last; Error Patterns, which the paper's
 * Evictor paragraph does not rank, go before all others, as in its Cartographer's triage order.
 */
const RANK: Readonly<Record<SectionId, number>> = { ep: 0, ps: 1, rr: 2, dc: 3, cr: 4, cu: 4 };

export interface EvictOptions {
  readonly budgetTokens: number;
  readonly order: EvictionOrder;
  /** Items that stand aside like pinned ones: what a person has just written is not what makes room for itself. */
  readonly spared?: ReadonlySet<string>;
}

/**
 * Removes the least valuable items until the map fits its budget.
 *
 * map      the map after edits and tags; left unchanged
 * options  budget of the whole rendered map (B in the paper), reading of the order, items to spare
 * count    the study's tokenizer
 * Returns the smaller map and what was decided: the whole ranking with the tokens after each removal, and what was removed,
 *         first removed first. A map already within budget comes back as the same object.
 * Errors  none; headings and pinned items that alone exceed the budget are reported as `unmet`, never removed.
 * Source  PEEK, design section, Evictor paragraph.
 */
export function evict(
  map: ContextMap,
  options: EvictOptions,
  count: CountTokens,
): { readonly map: ContextMap; readonly eviction: Eviction } {
  const { budgetTokens, order, spared } = options;
  const kept = (item: MapItem) => item.pin !== null || (spared?.has(item.id) ?? false);
  const queue = map.items.filter((item) => !kept(item)).toSorted(comparison(order));
  const left = shrinkingCount(map, count);
  const tokensBefore = left.tokens();

  const ranking: RankedItem[] = [];
  const removed: { itemId: string; why: string }[] = [];
  let tokensAfter = tokensBefore;
  let reached = tokensBefore;
  for (const item of queue) {
    const before = reached;
    left.remove(item.id);
    reached = left.tokens();
    ranking.push(ranked(item, reached));
    if (tokensAfter <= budgetTokens) continue;
    tokensAfter = reached;
    removed.push({ itemId: item.id, why: whyEvicted(item, order, before, reached, budgetTokens) });
  }
  for (const item of map.items.filter(kept)) ranking.push(ranked(item, reached));

  const unmet =
    tokensAfter <= budgetTokens
      ? null
      : {
          tokens: tokensAfter,
          words: `Headings and pinned items alone take ${grouped(tokensAfter)} of ${grouped(budgetTokens)} tokens.`,
        };
  const eviction: Eviction = { order, budgetTokens, tokensBefore, tokensAfter, ranking, removed, unmet };
  if (removed.length === 0) return { map, eviction };
  const gone = new Set(removed.map(({ itemId }) => itemId));
  return { map: { ...map, items: map.items.filter((item) => !gone.has(item.id)) }, eviction };
}

/** Items in the order in which an eviction would take them, ties by age: the older goes first. */
function comparison(order: EvictionOrder): (a: MapItem, b: MapItem) => number {
  switch (order) {
    case 'section-then-score':
      return (a, b) => RANK[a.section] - RANK[b.section] || a.score - b.score || a.born - b.born;
    case 'score-then-section':
      return (a, b) => a.score - b.score || RANK[a.section] - RANK[b.section] || a.born - b.born;
  }
}

function ranked(item: MapItem, totalAfter: number): RankedItem {
  const { id, section, score, born, pin } = item;
  return { itemId: id, section, score, born, tokens: item.tokens, pinned: pin !== null, totalAfter };
}

function whyEvicted(item: MapItem, order: EvictionOrder, before: number, after: number, budgetTokens: number): string {
  const section = `lowest section left (${sectionOf(item.section).title})`;
  const score = `lowest score (${signed(item.score)})`;
  const keys =
    order === 'section-then-score' ? `${section}, in it the ${score}` : `${score}, among equals the ${section}`;
  return `${keys}, then the oldest. ${grouped(before)} → ${grouped(after)} tokens of ${grouped(budgetTokens)}.`;
}
