// What a person does to a map: all of it or, with a reason, nothing. The same budget holds as for the policy; pins bind the
// policy, not the person.

import { fitWithinBudget } from './budget.ts';
import type { BudgetRules } from './budget.ts';
import type { Numbering } from './apply-edits.ts';
import { checkContent } from './content.ts';
import { itemOf, withItems } from './context-map.ts';
import type { ContextMap, CountTokens, MapItem, Origin, Pin } from './context-map.ts';
import { countItem } from './count.ts';
import type { Refusal, RefusalKind } from './edit.ts';
import type { Eviction } from './eviction.ts';
import { itemIdOf } from './item-id.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { sectionOf } from './sections.ts';
import type { SectionId } from './sections.ts';

export type HandChange =
  /** Before another item of the section, or (null) last in it. */
  | {
      readonly do: 'add';
      readonly section: SectionId;
      readonly content: string;
      readonly origin: Origin;
      readonly beforeItemId: string | null;
    }
  | { readonly do: 'edit'; readonly itemId: string; readonly content: string }
  | { readonly do: 'delete'; readonly itemId: string }
  /** To a section, before another item of it or (null) last in it. The item keeps its id. */
  | { readonly do: 'move'; readonly itemId: string; readonly section: SectionId; readonly beforeItemId: string | null }
  | { readonly do: 'pin'; readonly itemId: string; readonly pin: Pin }
  | { readonly do: 'unpin'; readonly itemId: string }
  /** Brings back a removed item as it last was, with its id, score, birth and origin. */
  | { readonly do: 'return'; readonly item: MapItem };

export interface HandChanged extends Numbering {
  readonly map: ContextMap;
  /** What had to make room. Nothing is removed when the change fits. */
  readonly eviction: Eviction;
  /** Ids of items that are new. */
  readonly added: readonly string[];
}

/**
 * Carries out changes by hand, one after the other.
 *
 * map        left unchanged
 * changes    in order; later ones see earlier ones
 * numbering  item numbers and births given so far in the study
 * rules      budget, order, eviction; items that the changes wrote, pinned or returned are not evicted to make room
 * count      the study's tokenizer
 * Returns the new map, within its budget.
 * Errors  the first refusal; then nothing is changed. `over-budget` names the numbers.
 */
export function changeByHand(
  map: ContextMap,
  changes: readonly HandChange[],
  numbering: Numbering,
  rules: BudgetRules,
  count: CountTokens,
): Result<HandChanged, Refusal> {
  const state: State = {
    map,
    numbers: { ...numbering.lastItemNumber },
    births: numbering.births,
    touched: new Set(),
    added: [],
    count,
  };
  for (const change of changes) {
    const refused = carryOut(state, change);
    if (refused !== null) return err(refused);
  }
  const fitted = fitWithinBudget(state.map, rules, count, [...state.touched]);
  if (!fitted.ok) return fitted;
  const { added, numbers, births } = state;
  return ok({ map: fitted.value.map, eviction: fitted.value.eviction, added, lastItemNumber: numbers, births });
}

interface State {
  map: ContextMap;
  readonly numbers: Partial<Record<SectionId, number>>;
  births: number;
  readonly touched: Set<string>;
  readonly added: string[];
  readonly count: CountTokens;
}

function carryOut(state: State, change: HandChange): Refusal | null {
  switch (change.do) {
    case 'add':
      return add(state, change);
    case 'return':
      return bringBack(state, change.item);
    case 'edit':
    case 'delete':
    case 'move':
    case 'pin':
    case 'unpin': {
      const item = itemOf(state.map, change.itemId);
      if (item === undefined) return refusal('unknown-item', `The map has no item ${change.itemId}.`);
      return changeItem(state, item, change);
    }
  }
}

function changeItem(
  state: State,
  item: MapItem,
  change: Exclude<HandChange, { do: 'add' | 'return' }>,
): Refusal | null {
  switch (change.do) {
    case 'edit': {
      const checked = checkContent(change.content, state.map.items, item);
      if (!checked.ok) return checked.error;
      const content = checked.value;
      return put(state, item, { ...item, content, tokens: countItem({ id: item.id, content }, state.count) });
    }
    case 'delete':
      state.map = { ...state.map, items: state.map.items.filter((each) => each !== item) };
      return null;
    case 'move':
      return move(state, item, change.section, change.beforeItemId);
    case 'pin':
      return put(state, item, { ...item, pin: change.pin });
    case 'unpin':
      if (item.pin === null) return refusal('same-text', `${item.id} is not pinned.`);
      put(state, item, { ...item, pin: null });
      state.touched.delete(item.id);
      return null;
  }
}

function put(state: State, item: MapItem, changed: MapItem): null {
  state.map = { ...state.map, items: state.map.items.map((each) => (each === item ? changed : each)) };
  state.touched.add(item.id);
  return null;
}

function add(state: State, change: Extract<HandChange, { do: 'add' }>): Refusal | null {
  const { section, origin, beforeItemId } = change;
  const closed = sectionRefusal(state.map, section) ?? neighbourRefusal(state.map, section, beforeItemId);
  if (closed !== null) return closed;
  const checked = checkContent(change.content, state.map.items);
  if (!checked.ok) return checked.error;
  const number = (state.numbers[section] ?? 0) + 1;
  const id = itemIdOf(section, number);
  const content = checked.value;
  const tokens = countItem({ id, content }, state.count);
  state.numbers[section] = number;
  state.births += 1;
  const item: MapItem = { id, section, content, score: 0, born: state.births, tokens, pin: null, origin };
  state.map = withItems(state.map, insertBefore(state.map.items, item, beforeItemId));
  state.touched.add(id);
  state.added.push(id);
  return null;
}

function bringBack(state: State, item: MapItem): Refusal | null {
  if (itemOf(state.map, item.id) !== undefined) return refusal('duplicate', `${item.id} is in the map already.`);
  const checked = checkContent(item.content, state.map.items);
  if (!checked.ok) return checked.error;
  const tokens = countItem({ id: item.id, content: checked.value }, state.count);
  state.map = withItems(state.map, [...state.map.items, { ...item, content: checked.value, tokens }]);
  state.touched.add(item.id);
  return null;
}

function move(state: State, item: MapItem, section: SectionId, beforeItemId: string | null): Refusal | null {
  if (beforeItemId === item.id) return refusal('same-text', `${item.id} cannot stand before itself.`);
  const closed = section === item.section ? null : sectionRefusal(state.map, section);
  const refused = closed ?? neighbourRefusal(state.map, section, beforeItemId);
  if (refused !== null) return refused;
  const moved = section === item.section ? item : { ...item, section };
  const rest = state.map.items.filter((each) => each !== item);
  state.map = withItems(state.map, insertBefore(rest, moved, beforeItemId));
  return null;
}

function insertBefore(items: readonly MapItem[], item: MapItem, beforeItemId: string | null): readonly MapItem[] {
  const at = items.findIndex((each) => each.id === beforeItemId);
  return items.toSpliced(at === -1 ? items.length : at, 0, item);
}

function neighbourRefusal(map: ContextMap, section: SectionId, itemId: string | null): Refusal | null {
  if (itemId === null || itemOf(map, itemId)?.section === section) return null;
  return refusal('unknown-item', `${sectionOf(section).title} has no item ${itemId}.`);
}

function sectionRefusal(map: ContextMap, section: SectionId): Refusal | null {
  if (map.sections.includes(section)) return null;
  return refusal('unknown-section', `${sectionOf(section).title} is not enabled in this study.`);
}

function refusal(kind: RefusalKind, words: string): Refusal {
  return { kind, words };
}
