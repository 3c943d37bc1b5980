// What is shown, derived: the state at the chosen moment, the query and run that the panels are about, the version of the map.
// Pure selectors; every panel begins with these.

import { activeRun, ancestryOf, currentBranch, headVersion, latestRuns } from '#core/study/index.ts';
import type { Query, Run, StudyState, Version } from '#core/study/index.ts';
import { perState } from './per-state.ts';
import type { PeekStore } from './store.ts';

/** The study at the moment the reader looks at. */
export function shownState(store: PeekStore): StudyState | null {
  return store.view.past ?? store.study.live;
}

const baseAncestry = perState((state): ReadonlySet<string> => ancestryOf(state, currentBranch(state)?.base ?? ''));

/**
 * The run that stands for a query on the current branch: its latest one there, else the one the branch grew from. Runs that
 * leave an item out are looked at in that item's panel only.
 */
export function lastRun(state: StudyState, query: Query | null): Run | null {
  const branch = currentBranch(state);
  const found = query?.runIds.findLast((id) => {
    const run = state.runs.get(id);
    if (run === undefined || run.withoutItem !== null) return false;
    if (branch === null || run.branch === branch.name) return true;
    return run.lastSeq < branch.createdSeq && run.versionId !== null && baseAncestry(state).has(run.versionId);
  });
  return found === undefined ? null : (state.runs.get(found) ?? null);
}

/** The reader's choice, else the run under way, else the query last answered, else the first. */
export function shownQuery(store: PeekStore): Query | null {
  const state = shownState(store);
  if (state === null) return null;
  return queryOf(state, store.view.queryId);
}

/** In a long study finding one takes a walk over all; many parts of the window ask for the same. */
const queriesFound = perState(() => new Map<string | null, Query | null>());

function queryOf(state: StudyState, chosen: string | null): Query | null {
  const found = queriesFound(state);
  const known = found.get(chosen);
  if (known !== undefined) return known;
  const wanted = chosen ?? activeRun(state)?.queryId ?? null;
  const query =
    (wanted === null ? null : queryById(state, wanted)) ??
    latestAnswered(state) ??
    state.queries.find((each) => !each.removed) ??
    null;
  found.set(chosen, query);
  return query;
}

/** Runs stand in the order in which they began, so the first from the end that stands for its query is the latest. */
function latestAnswered(state: StudyState): Query | null {
  for (const run of latestRuns(state)) {
    const query = queryById(state, run.queryId);
    if (query !== null && lastRun(state, query) === run) return query;
  }
  return null;
}

export function shownRun(store: PeekStore): Run | null {
  const state = shownState(store);
  if (state === null) return null;
  const run = lastRun(state, shownQuery(store));
  return run === null ? null : (detailOf(store, run) ?? run);
}

/** The run with its details; null while those of a folded run are not there. */
export function detailOf(store: PeekStore, run: Run): Run | null {
  if (!run.folded) return run;
  const detail = store.study.details.get(run.id);
  if (detail?.kind === 'data') return detail.value;
  // The past has folded what the present still holds: a run that is over does not change.
  const now = store.study.live?.runs.get(run.id);
  return now === undefined || now.folded ? null : now;
}

export function shownVersion(store: PeekStore): Version | null {
  const state = shownState(store);
  return state === null ? null : headVersion(state);
}

/** The number by which people call a query: its place in the list, removed ones included. */
export function queryNumber(state: StudyState, queryId: string): number {
  // Ids count up, so in any study of ours it stands where its id says.
  const said = Number(queryId.slice(1));
  if (state.queries[said - 1]?.id === queryId) return said;
  return state.queries.findIndex(({ id }) => id === queryId) + 1;
}

export function queryById(state: StudyState, queryId: string): Query | null {
  return state.queries[queryNumber(state, queryId) - 1] ?? null;
}

export function runOfVersion(state: StudyState, version: Version): Run | null {
  return version.runId === null ? null : (state.runs.get(version.runId) ?? null);
}

/** The run whose edits wait for a person. */
export function reviewedRun(state: StudyState): Run | null {
  const run = activeRun(state);
  return run?.status === 'review' ? run : null;
}

/** Whether the edits that wait stand before the reader: now, their query, and the tab that has them or the whole column. */
export function isReviewShown(store: PeekStore): boolean {
  const { live } = store.study;
  const run = live === null ? null : reviewedRun(live);
  const { moment, tab, focus } = store.view;
  return run !== null && moment === null && (focus || tab === 'cartographer') && shownRun(store)?.id === run.id;
}

/** Whether the reader may change the study: it is open for writing, and what is shown is now. */
export function canChange(store: PeekStore): boolean {
  return store.study.open !== null && store.study.open.readOnly === null && store.view.moment === null;
}

/** Whether the items of the map are in the right pane, with what is being written on one of them. */
export function isMapItemsShown({ view }: PeekStore): boolean {
  return view.side.kind === 'map' && view.mapTab === 'items' && view.moment === null;
}
