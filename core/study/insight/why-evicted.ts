// An eviction in words: why this item and not another, from the ranking on record.

import { grouped, sectionOf, signed } from '#core/map/index.ts';
import type { Eviction, RankedItem } from '#core/map/index.ts';

/**
 * Why an item was evicted, or why it was not, in a few sentences.
 *
 * eviction  as recorded: ranking, cut line, numbers
 * Returns null when the item was not in the map.
 */
export function whyEvicted(eviction: Eviction, itemId: string): string | null {
  const { ranking, removed, budgetTokens, tokensBefore } = eviction;
  const at = ranking.findIndex((each) => each.itemId === itemId);
  const item = ranking[at];
  if (item === undefined) return null;
  const size = `The map took ${grouped(tokensBefore)} of ${grouped(budgetTokens)} tokens`;
  if (removed.length === 0) return `${size}, so nothing was evicted.`;
  if (item.pinned) return `${size}. ${itemId} is pinned and stands outside the order.`;
  const place = `${itemId} stood at place ${at + 1} of ${ranking.length}: ${keysOf(eviction, item)}`;
  if (at >= removed.length) {
    const spared = at - removed.length;
    const next = spared === 0 ? 'it would have gone next' : `${spared} more would have gone before it`;
    return `${size}; ${goneWords(removed.length)} made room. ${place}; ${next}.`;
  }
  const before = at === 0 ? 'Nothing went before it' : `With ${goneWords(at)} gone the map was still over its budget`;
  return `${size}. ${place}. ${before}; without it the map took ${grouped(item.totalAfter)} tokens.`;
}

function goneWords(number: number): string {
  return number === 1 ? 'one item' : `${number} items`;
}

function keysOf({ order }: Eviction, { section, score, born }: RankedItem): string {
  const sectionKey = `section ${sectionOf(section).title}`;
  const scoreKey = `score ${signed(score)}`;
  const age = `age (item number ${born} of the study)`;
  switch (order) {
    case 'section-then-score':
      return `${sectionKey}, then ${scoreKey}, then ${age}`;
    case 'score-then-section':
      return `${scoreKey}, then ${sectionKey}, then ${age}`;
    case 'own':
      return `the policy's own order; ${sectionKey}, ${scoreKey}, ${age}`;
  }
}
