// Apply, evict, commit as one calculation: tags into scores, edits into the map, what must go to make room. Pure, so that the
// preview of a review is what will happen, and a run that was cut off between two of these stages can be gone on with.

import { applyDecisions, applyEdits, applyTags, countTotal } from '#core/map/index.ts';
import type { ContextMap, CountTokens, EditOutcome, Eviction, MapItem } from '#core/map/index.ts';
import { candidateFates } from '#core/methods/index.ts';
import type { CandidateFate, Policy } from '#core/methods/index.ts';
import type { Decision } from '../commands.ts';
import type { MethodSettings } from '../settings.ts';
import type { Run, StudyState } from '../state.ts';
import { policySettings } from './policy-settings.ts';

export interface Update {
  readonly outcomes: readonly EditOutcome[];
  readonly candidates: readonly CandidateFate[];
  readonly eviction: Eviction;
  readonly map: ContextMap;
  /** Evicted in a form that no version holds: added or changed within this same update. */
  readonly gone: readonly MapItem[];
}

export interface UpdateInput {
  readonly state: StudyState;
  readonly run: Run;
  /** The map the edits meet: the head of the run's branch. */
  readonly map: ContextMap;
  readonly decisions: readonly Decision[];
  readonly by: string;
}

/** Null when the run has nothing to apply. */
export function computeUpdate(input: UpdateInput, policy: Pick<Policy, 'evict'>, count: CountTokens): Update | null {
  const { state, run } = input;
  if (run.distilled === null || run.proposed === null) return null;
  const { method } = state.settings;
  const tagged = applyTags(input.map, run.distilled.tags, method.tagWeights);
  const edits = applyDecisions(run.proposed.edits, input.decisions, input.by);
  const options = {
    ...numberingBefore(state, run),
    runId: run.id,
    budgetTokens: method.budgetTokens,
    eviction: method.eviction,
  };
  const applied = applyEdits(tagged, edits, options, count);
  const { map, eviction } = policy.evict(applied.map, policySettings(state.settings), count);
  const before = new Set(input.map.items);
  const after = new Set(map.items.map((item) => item.id));
  return {
    outcomes: applied.outcomes,
    candidates: candidateFates(run.distilled.candidates, edits, applied.outcomes),
    eviction,
    map,
    gone: applied.map.items.filter((item) => !before.has(item) && !after.has(item.id)),
  };
}

/**
 * Item numbers and births as they were before this run's edits were applied: the same as now, unless they are on record
 * already and only the eviction is still to come.
 */
function numberingBefore(state: StudyState, run: Run) {
  const numbers = { ...state.lastItemNumber };
  let births = state.births;
  for (const outcome of run.applied?.outcomes ?? []) {
    if (outcome.status !== 'applied' || outcome.kind !== 'ADD') continue;
    numbers[outcome.section] = (numbers[outcome.section] ?? 1) - 1;
    births -= 1;
  }
  return { lastItemNumber: numbers, births };
}

/** Why what a policy left is not acceptable, in words; null when it is. Holds every policy to the budget and to pins. */
export function policyFault(
  before: ContextMap,
  update: Update,
  method: MethodSettings,
  count: CountTokens,
): string | null {
  const tokens = countTotal(update.map, count);
  if (tokens > method.budgetTokens) {
    return `The policy left a map of ${tokens} tokens, over the budget of ${method.budgetTokens}.`;
  }
  const after = new Map(update.map.items.map((item) => [item.id, item]));
  const lost = before.items.find((item) => item.pin !== null && after.get(item.id)?.content !== item.content);
  return lost === undefined ? null : `The policy touched ${lost.id}, which is pinned.`;
}
