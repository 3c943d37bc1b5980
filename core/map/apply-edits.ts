// Apply: the Cartographer's edits, each checked alone (DESIGN rule 3). A refused edit is on record with its reason and the
// others go on; no edit can throw, and edits in = applied + refused.

import { budgetRefusal, leastTokens } from './budget.ts';
import { checkContent } from './content.ts';
import { itemOf, withItems } from './context-map.ts';
import type { ContextMap, CountTokens, MapItem } from './context-map.ts';
import { countItem, countTotal } from './count.ts';
import type { EditOutcome, ProposedEdit, Refusal, RefusalKind } from './edit.ts';
import { itemIdOf } from './item-id.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { sectionOf } from './sections.ts';
import type { SectionId } from './sections.ts';

/** Item numbers and births given so far in the whole study, so that neither is ever given twice. */
export interface Numbering {
  readonly lastItemNumber: Readonly<Partial<Record<SectionId, number>>>;
  readonly births: number;
}

export interface ApplyOptions extends Numbering {
  readonly runId: string;
  readonly budgetTokens: number;
  /** False ("No Eviction"): an edit that would take the map over its budget is refused, since nothing will make room. */
  readonly eviction: boolean;
}

export interface Applied extends Numbering {
  readonly map: ContextMap;
  /** One per edit, in the order of the edits. */
  readonly outcomes: readonly EditOutcome[];
}

/**
 * Applies edits to a map.
 *
 * map      the map with this update's tags already in its scores; left unchanged
 * edits    as read from the reply and, under review, as decided
 * options  numbering so far, budget, whose run this is
 * count    the study's tokenizer
 * Returns the map, which may be over its budget until the Evictor has been, one outcome per edit, and the numbering after.
 * Errors  none; whatever is wrong with an edit becomes its refusal.
 * Source  PEEK, Algorithm 1 (Apply), Cartographer paragraph; the refusals are ours.
 */
export function applyEdits(
  map: ContextMap,
  edits: readonly ProposedEdit[],
  options: ApplyOptions,
  count: CountTokens,
): Applied {
  const state: State = {
    map,
    options,
    count,
    deleted: new Set(),
    numbers: { ...options.lastItemNumber },
    births: options.births,
  };
  const outcomes = edits.map((edit) => applyOne(state, edit));
  return { map: state.map, outcomes, lastItemNumber: state.numbers, births: state.births };
}

interface State {
  map: ContextMap;
  readonly options: ApplyOptions;
  readonly count: CountTokens;
  readonly deleted: Set<string>;
  readonly numbers: Partial<Record<SectionId, number>>;
  births: number;
}

function applyOne(state: State, edit: ProposedEdit): EditOutcome {
  const refuse = (refusal: Refusal): EditOutcome => ({ editId: edit.editId, status: 'refused', refusal });
  if (edit.refusal !== null) return refuse(edit.refusal);
  switch (edit.kind) {
    case 'ADD':
      return add(state, edit, refuse);
    case 'REPLACE':
      return replace(state, edit, refuse);
    case 'DELETE':
      return remove(state, edit, refuse);
    case null:
      return refuse({ kind: 'unknown-operation', words: 'The operation is none of ADD, REPLACE, DELETE.' });
  }
}

type Refuse = (refusal: Refusal) => EditOutcome;

function add(state: State, edit: ProposedEdit, refuse: Refuse): EditOutcome {
  const { map, options, count } = state;
  const { section } = edit;
  if (section === null) return refuse({ kind: 'unknown-section', words: 'ADD names no section that exists.' });
  if (!map.sections.includes(section)) {
    return refuse({ kind: 'unknown-section', words: `${sectionOf(section).title} is not enabled in this study.` });
  }
  const checked = checkContent(edit.content, map.items);
  if (!checked.ok) return refuse(checked.error);
  const content = checked.value;

  const number = (state.numbers[section] ?? 0) + 1;
  const id = itemIdOf(section, number);
  const item: MapItem = {
    id,
    section,
    content,
    score: 0,
    born: state.births + 1,
    tokens: countItem({ id, content }, count),
    pin: null,
    origin: { kind: 'policy', runId: options.runId, editId: edit.editId, candidateId: edit.candidateId },
  };
  const changed = withItems(map, [...map.items, item]);
  const over = overBudget(state, changed, id);
  if (over !== null) return refuse(over);
  state.map = changed;
  state.numbers[section] = number;
  state.births += 1;
  return applied(edit, 'ADD', item, null, content, 0, item.tokens);
}

function replace(state: State, edit: ProposedEdit, refuse: Refuse): EditOutcome {
  const named = target(state, edit);
  if (!named.ok) return refuse(named.error);
  const found = named.value;
  const { map, count } = state;
  const checked = checkContent(edit.content, map.items, found);
  if (!checked.ok) return refuse(checked.error);
  const content = checked.value;

  const item = { ...found, content, tokens: countItem({ id: found.id, content }, count) };
  const changed = { ...map, items: map.items.map((each) => (each === found ? item : each)) };
  const over = overBudget(state, changed, found.id);
  if (over !== null) return refuse(over);
  state.map = changed;
  return applied(edit, 'REPLACE', item, found.content, content, found.tokens, item.tokens);
}

function remove(state: State, edit: ProposedEdit, refuse: Refuse): EditOutcome {
  const named = target(state, edit);
  if (!named.ok) return refuse(named.error);
  const found = named.value;
  state.map = { ...state.map, items: state.map.items.filter((item) => item !== found) };
  state.deleted.add(found.id);
  return applied(edit, 'DELETE', found, found.content, null, found.tokens, 0);
}

/** The item that a REPLACE or DELETE names, or why it cannot be touched. */
function target(state: State, edit: ProposedEdit): Result<MapItem, Refusal> {
  const refuse = (kind: RefusalKind, words: string) => err({ kind, words });
  const { itemId } = edit;
  if (itemId === null) return refuse('unknown-item', `${edit.kind ?? 'The edit'} names no item.`);
  if (state.deleted.has(itemId)) return refuse('already-deleted', `An earlier edit of this update deleted ${itemId}.`);
  const item = itemOf(state.map, itemId);
  if (item === undefined) return refuse('unknown-item', `The map has no item ${itemId}.`);
  if (item.pin !== null) return refuse('pinned', `${itemId} is pinned by ${item.pin.by}; the policy may not touch it.`);
  return ok(item);
}

/**
 * Refuses what could only fit by emptying the map, or, without eviction, what does not fit as things stand. An edit that
 * makes the map smaller is never refused for its size.
 */
function overBudget(state: State, changed: ContextMap, itemId: string): Refusal | null {
  const { budgetTokens, eviction } = state.options;
  const alone = leastTokens(changed, new Set([itemId]), state.count);
  const refused = budgetRefusal(alone, budgetTokens, 'With headings and pinned items this item alone');
  if (refused !== null || eviction) return refused;
  const total = countTotal(changed, state.count);
  if (total <= countTotal(state.map, state.count)) return null;
  return budgetRefusal(total, budgetTokens);
}

function applied(
  edit: ProposedEdit,
  kind: 'ADD' | 'REPLACE' | 'DELETE',
  item: MapItem,
  before: string | null,
  after: string | null,
  tokensBefore: number,
  tokensAfter: number,
): EditOutcome {
  const { editId } = edit;
  return {
    editId,
    status: 'applied',
    kind,
    itemId: item.id,
    section: item.section,
    before,
    after,
    tokensBefore,
    tokensAfter,
  };
}
