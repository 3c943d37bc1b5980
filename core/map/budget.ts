// The budget on every path (DESIGN rule 7): what fits, what is refused and with which numbers.

import type { ContextMap, CountTokens } from './context-map.ts';
import { countTotal } from './count.ts';
import type { Refusal } from './edit.ts';
import { evict } from './evict.ts';
import type { Eviction, EvictionOrder } from './eviction.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { grouped } from './wording.ts';

export interface BudgetRules {
  /** B in the paper: tokens of the whole rendered map. */
  readonly budgetTokens: number;
  readonly evictionOrder: EvictionOrder;
  /** False: nothing is ever removed to make room. */
  readonly eviction: boolean;
}

/** Refuses a map of so many tokens, e.g. a roll back to a version from before the budget was lowered; null when it fits. */
export function budgetRefusal(tokens: number, budgetTokens: number, what = 'The map'): Refusal | null {
  if (tokens <= budgetTokens) return null;
  const over = grouped(tokens - budgetTokens);
  const words = `${what} would take ${grouped(tokens)} tokens, ${over} over the budget of ${grouped(budgetTokens)}.`;
  return { kind: 'over-budget', words };
}

/**
 * Makes a changed map fit its budget, or refuses the change: for hand edits, pins, imports and budget changes.
 *
 * map     the map as changed
 * rules   budget, order, and whether items may be evicted for it
 * count   the study's tokenizer
 * spared  ids of items the change itself wrote; they are not evicted for their own sake
 * Returns the map and what was evicted from it (nothing, when it fitted).
 * Errors  `over-budget` with the numbers when pinned and spared items and headings alone are too much.
 */
export function fitWithinBudget(
  map: ContextMap,
  rules: BudgetRules,
  count: CountTokens,
  spared: readonly string[] = [],
): Result<{ readonly map: ContextMap; readonly eviction: Eviction }, Refusal> {
  const order = rules.evictionOrder;
  const fitted = evict(map, { budgetTokens: rules.budgetTokens, order, spared: new Set(spared) }, count);
  const { eviction } = fitted;
  if (eviction.removed.length > 0 && !rules.eviction) {
    const refusal = budgetRefusal(eviction.tokensBefore, rules.budgetTokens);
    const words = `${refusal?.words ?? ''} Eviction is off in this study, so nothing can make room.`;
    return err({ kind: 'over-budget', words });
  }
  if (eviction.unmet !== null) {
    const refusal = budgetRefusal(
      eviction.unmet.tokens,
      rules.budgetTokens,
      'Without every item that may be evicted the map',
    );
    return err({ kind: 'over-budget', words: `${refusal?.words ?? ''} Unpin or shorten items, or raise the budget.` });
  }
  return ok(fitted);
}

/** Tokens of the smallest map that can hold these items: headings, pinned items and the items alone. */
export function leastTokens(map: ContextMap, itemIds: ReadonlySet<string>, count: CountTokens): number {
  const items = map.items.filter((item) => item.pin !== null || itemIds.has(item.id));
  return countTotal({ ...map, items }, count);
}
