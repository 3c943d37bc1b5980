// Folding: a long study keeps the details of its latest runs only; the others are read from the log when somebody looks.
// What is kept of a folded run is what lists, timelines and verdict strips show.

import { applyDecisions } from '#core/map/index.ts';
import type { KeptUpdate, Run } from '../state.ts';
import type { Draft } from './draft.ts';

/** Iterations and calls kept in the state, over all runs. A number of ours: some MB; the runs of an afternoon. */
export const DETAIL_LIMIT = 1_000;

/** Looking through the runs costs time of its own, so it is done once in so many runs. Ours. */
const RUNS_BETWEEN_FOLDS = 32;

export function foldOldRuns(draft: Draft): void {
  if (draft.state.runs.size % RUNS_BETWEEN_FOLDS !== 0) return;
  const ids = draft.state.detailedRunIds;
  let total = 0;
  for (const id of ids) total += entries(draft.state.runs.get(id));
  if (total <= DETAIL_LIMIT) return;
  draft.state.detailedRunIds = ids.filter((id) => {
    const run = draft.state.runs.get(id);
    if (run === undefined || total <= DETAIL_LIMIT || !isOver(run)) return run !== undefined;
    total -= entries(run);
    draft.runs().set(id, foldRun(run));
    return false;
  });
}

/** Nothing more can happen to it; a run that was only stopped may be gone on with and keeps its details. */
function isOver(run: Run): boolean {
  return run.status === 'done' || run.abandoned;
}

/** A run that is over without its details; a folded run comes back as it is. */
export function foldRun(run: Run): Run {
  if (run.folded || !isOver(run)) return run;
  return {
    ...run,
    mapText: run.mapText === null || typeof run.mapText === 'string' ? run.mapText : { ...run.mapText, head: '' },
    iterations: [],
    calls: [],
    distilled: null,
    proposed: null,
    decisions: [],
    applied: null,
    eviction: null,
    folded: true,
    kept: keptUpdate(run),
  };
}

/** What re-deriving a run's update needs, from its details or from what was kept of them; null when it has no update. */
export function keptUpdate(run: Run): KeptUpdate | null {
  if (run.kept !== null) return run.kept;
  if (run.proposed === null || run.applied === null) return null;
  const decided = applyDecisions(run.proposed.edits, run.decisions, 'the reviewer');
  return { edits: decided.map((edit) => ({ ...edit, raw: '' })), outcomes: run.applied.outcomes };
}

function entries(run: Run | undefined): number {
  return run === undefined ? 0 : run.iterations.length + run.calls.length;
}
