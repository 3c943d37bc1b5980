// What comes next: the run to go on with, else the query to run.

import type { Branch, Query, Run, StudyState } from '../state.ts';
import { ancestryOf, currentBranch } from './lineage.ts';

/** The run under way, as far as the log knows: working, waiting for review, or between two stages. */
export function activeRun(state: StudyState): Run | null {
  return state.activeRunId === null ? null : (state.runs.get(state.activeRunId) ?? null);
}

/** Runs, the latest to begin first. Ids count up, so that whoever wants the last of ten thousand walks past no other. */
export function* latestRuns({ runs }: StudyState): Generator<Run, void> {
  for (let number = runs.size; number > 0; number--) {
    const run = runs.get(`r${number}`);
    // A log of another making: its runs may have any name.
    if (run === undefined) return yield* [...runs.values()].reverse();
    yield run;
  }
}

/** The run that a step goes on with: the active one, else the branch's latest if it was stopped, failed or interrupted. */
export function resumableRun(state: StudyState): Run | null {
  const active = activeRun(state);
  if (active !== null) return active;
  let latest: Run | null = null;
  for (const run of state.runs.values()) {
    if (run.branch === state.currentBranch && run.withoutItem === null) latest = run;
  }
  if (latest === null || latest.abandoned) return null;
  const query = state.queries.find((each) => each.id === latest.queryId);
  if (query === undefined || query.removed || query.skipped) return null;
  switch (latest.status) {
    case 'stopped':
    case 'failed':
    case 'interrupted':
      return latest;
    case 'running':
    case 'updating':
    case 'review':
    case 'done':
      return null;
  }
}

/** The first query that has not been answered on the current branch. */
export function nextQuery(state: StudyState): Query | null {
  const branch = currentBranch(state);
  if (branch === null) return null;
  const answered = answeredOn(state, branch);
  return state.queries.find((query) => !query.removed && !query.skipped && !answered(query)) ?? null;
}

/** All queries that are still to be run on the current branch, in order. */
export function remainingQueries(state: StudyState): readonly Query[] {
  const branch = currentBranch(state);
  if (branch === null) return [];
  const answered = answeredOn(state, branch);
  return state.queries.filter((query) => !query.removed && !query.skipped && !answered(query));
}

/**
 * Whether a query has been answered (or given up) on a branch: by a run on it, or by a run that was over before the branch
 * was made and whose version the branch grew from. So a branch from after q2 has q3 still before it.
 */
export function answeredOn(state: StudyState, branch: Branch): (query: Query) => boolean {
  const before = ancestryOf(state, branch.base);
  return (query) =>
    query.runIds.some((runId) => {
      const run = state.runs.get(runId);
      if (run === undefined || (run.status !== 'done' && !run.abandoned)) return false;
      if (run.branch === branch.name && run.firstSeq > branch.createdSeq) return true;
      return run.lastSeq < branch.createdSeq && run.versionId !== null && before.has(run.versionId);
    });
}
