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
export function evict(map: ContextMap, options: EvictOptions, count: CountTokens): Evicted {
  const { budgetTokens, order, spared } = options;
  const queue = map.items.filter((item) => item.pin === null && !spared?.has(item.id)).toSorted(comparison(order));
  return evictInOrder(map, queue, { budgetTokens, order, why: (item) => whyEvicted(item, order) }, count);
}

export interface Evicted {
  readonly map: ContextMap;
  readonly eviction: Eviction;
}

export interface QueueOptions {
  readonly budgetTokens: number;
  readonly order: Eviction['order'];
  /** What is said of an item that went, before the numbers. */
  readonly why: (item: MapItem) => string;
}

/**
 * Removes items in a given order until the map fits its budget: the part of an Evictor that is the same for every order. A
 * policy of one's own brings its queue and gets the record that the Evictor tab shows.
 *
 * map    left unchanged
 * queue  items of the map, first to go first; items that are not in it stay, pinned ones whatever the queue says
 */
export function evictInOrder(
  map: ContextMap,
  queue: readonly MapItem[],
  options: QueueOptions,
  count: CountTokens,
): Evicted {
  const { budgetTokens, order, why } = options;
  const left = shrinkingCount(map, count);
  const tokensBefore = left.tokens();
  const ranking: RankedItem[] = [];
  const removed: { itemId: string; why: string }[] = [];
  const queued = new Set<string>();
  let tokensAfter = tokensBefore;
  let reached = tokensBefore;
  for (const item of queue) {
    if (item.pin !== null || queued.has(item.id)) continue;
    queued.add(item.id);
    const before = reached;
    left.remove(item.id);
    reached = left.tokens();
    ranking.push(ranked(item, reached));
    if (tokensAfter <= budgetTokens) continue;
    tokensAfter = reached;
    const numbers = `${grouped(before)} → ${grouped(reached)} tokens of ${grouped(budgetTokens)}.`;
    removed.push({ itemId: item.id, why: `${why(item)} ${numbers}` });
  }
  for (const item of map.items) if (!queued.has(item.id)) ranking.push(ranked(item, reached));

  const words = `Headings and pinned items alone take ${grouped(tokensAfter)} of ${grouped(budgetTokens)} tokens.`;
  const unmet = tokensAfter <= budgetTokens ? null : { tokens: tokensAfter, words };
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

function whyEvicted(item: MapItem, order: EvictionOrder): string {
  const section = `lowest section left (${sectionOf(item.section).title})`;
  const score = `lowest score (${signed(item.score)})`;
  const keys =
    order === 'section-then-score' ? `${section}, in it the ${score}` : `${score}, among equals the ${section}`;
  return `${keys}, then the oldest.`;
}
