// The recorded tags and edits under other rules: another budget, order, weights, or no eviction. No model is asked, so it says
// what the rules do, not what a model would have written for the other map.

import { applyEdits, applyTags, countMap, evict, itemOf, renderMap, sameItem, withItems } from '#core/map/index.ts';
import type {
  ContextMap,
  CountTokens,
  EditOutcome,
  EvictionOrder,
  MapItem,
  ProposedEdit,
  Tag,
} from '#core/map/index.ts';
import { freezesAtBudget } from '#core/methods/index.ts';
import { keptUpdate } from '../reducer/index.ts';
import type { StudyState, Version } from '../state.ts';
import { pathTo, stepsOf } from './path.ts';
import type { Step } from './path.ts';
import { createKnownLines } from './known-counts.ts';

export interface WhatIfRules {
  readonly budgetTokens: number;
  readonly evictionOrder: EvictionOrder;
  readonly tagWeights: Readonly<Record<Tag, number>>;
  readonly eviction: boolean;
}

export interface WhatIfRow {
  readonly versionId: string;
  /** Null for a version made by hand. */
  readonly runId: string | null;
  readonly tokens: number;
  readonly recordedTokens: number;
  readonly evicted: readonly string[];
  readonly recordedEvicted: readonly string[];
  /** Item ids that are in one map and not in the other after this step. */
  readonly onlyHere: readonly string[];
  readonly onlyRecorded: readonly string[];
}

export interface WhatIf {
  /** One per version after the first, oldest first. */
  readonly rows: readonly WhatIfRow[];
  readonly finalText: string;
  readonly finalMap: ContextMap;
  readonly warnings: readonly string[];
}

/**
 * Re-derives a branch under other rules.
 *
 * state   the study
 * branch  whose head to lead to; its whole way from the first version is re-derived
 * rules   instead of the study's
 * count   the study's tokenizer
 * Returns a row per version. With the rules the study was run with, the maps are the recorded ones. Edits by hand are
 *         carried over where their item is there; what could not be is a warning.
 */
export function whatIf(state: StudyState, branch: string, rules: WhatIfRules, count: CountTokens): WhatIf {
  const steps = whatIfInSteps(state, branch, rules, count);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** The same version by version, so that ten thousand of them need not be re-derived in one breath. Yields 0…1. */
export function* whatIfInSteps(
  state: StudyState,
  branch: string,
  rules: WhatIfRules,
  count: CountTokens,
): Generator<number, WhatIf, undefined> {
  const path = pathTo(state, state.branches.get(branch)?.head ?? '');
  const [first] = path;
  const lines = createKnownLines();
  for (const [at, version] of path.entries()) {
    lines.learn(version);
    yield at / path.length / 2;
  }
  const run: Derivation = {
    state,
    rules,
    count: lines.counter(count),
    map: first?.map ?? { sections: [], headers: 'all', items: [] },
    births: state.births,
    newNumber: Math.max(0, ...Object.values(state.lastItemNumber)),
    warnings: [],
    frozen: false,
  };
  if (rules.eviction && state.branches.get(branch)?.frozen?.cause === 'budget') {
    run.warnings.push(
      'The recorded map froze at its budget; queries after that brought no edits that could be applied here.',
    );
  }
  const rows: WhatIfRow[] = [];
  for (const [at, step] of stepsOf(path).entries()) {
    rows.push(rederive(run, step));
    yield (1 + at / path.length) / 2;
  }
  return { rows, finalText: renderMap(run.map), finalMap: run.map, warnings: run.warnings };
}

interface Derivation {
  readonly state: StudyState;
  readonly rules: WhatIfRules;
  readonly count: CountTokens;
  map: ContextMap;
  births: number;
  newNumber: number;
  readonly warnings: string[];
  /** Without eviction the map freezes at the first edit that does not fit. */
  frozen: boolean;
}

function rederive(run: Derivation, step: Step): WhatIfRow {
  const { after } = step;
  run.map = { ...run.map, sections: after.map.sections, headers: after.map.headers };
  const spared = after.cause === 'update' ? rederiveUpdate(run, step) : carryOver(run, step);
  const evicted = makeRoom(run, after, spared);
  const here = new Set(run.map.items.map((item) => item.id));
  const recorded = new Set(after.map.items.map((item) => item.id));
  return {
    versionId: after.id,
    runId: after.runId,
    tokens: evicted.tokens,
    recordedTokens: after.tokens,
    evicted: evicted.ids,
    recordedEvicted: after.evictions.map((each) => each.itemId),
    onlyHere: [...here].filter((id) => !recorded.has(id)),
    onlyRecorded: [...recorded].filter((id) => !here.has(id)),
  };
}

function makeRoom(
  run: Derivation,
  version: Version,
  spared: ReadonlySet<string>,
): { ids: readonly string[]; tokens: number } {
  const { budgetTokens, evictionOrder: order } = run.rules;
  if (!run.rules.eviction) {
    const tokens = countMap(run.map, run.count).total;
    if (tokens > budgetTokens)
      run.warnings.push(`${version.id}: ${tokens} tokens, over the budget, and eviction is off.`);
    return { ids: [], tokens };
  }
  const { map, eviction } = evict(run.map, { budgetTokens, order, spared }, run.count);
  run.map = map;
  if (eviction.unmet !== null) run.warnings.push(`${version.id}: ${eviction.unmet.words}`);
  return { ids: eviction.removed.map((each) => each.itemId), tokens: eviction.tokensAfter };
}

/** Tags, then each edit as it was decided. An item that was added on record keeps its id, so that later edits find it. */
function rederiveUpdate(run: Derivation, { after }: Step): ReadonlySet<string> {
  const recordedRun = run.state.runs.get(after.runId ?? '');
  const update = recordedRun === undefined ? null : keptUpdate(recordedRun);
  if (recordedRun === undefined || update === null) {
    run.warnings.push(`${after.id}: its edits are not on record, so it was left out.`);
    return new Set();
  }
  if (run.frozen) return new Set();
  run.map = applyTags(run.map, recordedRun.tags, run.rules.tagWeights);
  const outcomes = new Map(update.outcomes.map((outcome) => [outcome.editId, outcome]));
  for (const edit of update.edits) applyOne(run, recordedRun.id, edit, outcomes.get(edit.editId));
  return new Set();
}

function applyOne(run: Derivation, runId: string, edit: ProposedEdit, recorded: EditOutcome | undefined): void {
  const { section } = edit;
  const isAdd = edit.kind === 'ADD' && section !== null;
  const numberOnRecord =
    recorded?.status === 'applied' ? Number(recorded.itemId.slice(recorded.itemId.lastIndexOf('-') + 1)) : null;
  const number = numberOnRecord ?? run.newNumber + 1;
  const { budgetTokens, eviction } = run.rules;
  const lastItemNumber = isAdd ? { [section]: number - 1 } : {};
  const options = { runId, budgetTokens, eviction, lastItemNumber, births: run.births };
  const applied = applyEdits(run.map, [edit], options, run.count);
  if (isAdd && numberOnRecord === null && applied.births > run.births) run.newNumber = number;
  run.births = applied.births;
  run.map = applied.map;
  if (freezesAtBudget(run.rules, applied.outcomes)) run.frozen = true;
}

/** What a person did between two versions, carried over to the map as it is here. */
function carryOver(run: Derivation, { before, after }: Step): ReadonlySet<string> {
  const byEvictor = new Set(after.evictions.map((each) => each.itemId));
  const wasThere = new Map(before.map.items.map((item) => [item.id, item]));
  const deleted = new Set(after.evicted.filter((id) => !byEvictor.has(id)));
  let items = run.map.items.filter((item) => !deleted.has(item.id));
  const spared = new Set<string>();
  for (const item of after.map.items) {
    const was = wasThere.get(item.id);
    if (was === item || (was !== undefined && sameItem(was, item))) continue;
    const here = itemOf(run.map, item.id);
    if (here === undefined && was !== undefined) {
      if (isChanged(was, item))
        run.warnings.push(`${after.id}: ${item.id} was changed by hand but is not in the map here.`);
      continue;
    }
    items = place(items, carried(run, item, was, here));
    spared.add(item.id);
  }
  run.map = withItems(run.map, items);
  return spared;
}

function isChanged(was: MapItem, is: MapItem): boolean {
  return was.content !== is.content || was.section !== is.section || (was.pin === null) !== (is.pin === null);
}

/** The item as the person left it, with the score it has here. */
function carried(run: Derivation, item: MapItem, was: MapItem | undefined, here: MapItem | undefined): MapItem {
  if (here !== undefined)
    return { ...item, score: here.score + (item.score - (was?.score ?? item.score)), born: here.born };
  run.births += 1;
  return { ...item, born: run.births };
}

function place(items: readonly MapItem[], item: MapItem): MapItem[] {
  const at = items.findIndex((each) => each.id === item.id);
  return at === -1 ? [...items, item] : items.with(at, item);
}
