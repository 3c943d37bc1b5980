// What is shown, derived: the state at the chosen moment, the query and run that the panels are about, the version of the map.
// Pure selectors; every panel begins with these.

import type { Query, Run, StudyState, Version } from '#core/study/index.ts';
import type { PeekStore } from './store.ts';

/** The study at the moment the reader looks at. */
export function shownState(store: PeekStore): StudyState | null {
  return store.view.past ?? store.study.live;
}

export function lastRun(state: StudyState, query: Query | null): Run | null {
  const id = query?.runIds.at(-1);
  return id === undefined ? null : (state.runs.get(id) ?? null);
}

/** The reader's choice, else the run under way, else the query last answered, else the first. */
export function shownQuery(store: PeekStore): Query | null {
  const state = shownState(store);
  if (state === null) return null;
  return queryOf(state, store.view.queryId);
}

export function queryOf(state: StudyState, chosen: string | null): Query | null {
  const active = state.activeRunId === null ? null : (state.runs.get(state.activeRunId)?.queryId ?? null);
  const wanted = chosen ?? active;
  const found = wanted === null ? undefined : state.queries.find((query) => query.id === wanted);
  if (found !== undefined) return found;
  return latestAnswered(state) ?? state.queries.find((query) => !query.removed) ?? null;
}

function latestAnswered(state: StudyState): Query | null {
  let latest: Run | null = null;
  for (const run of state.runs.values()) if (latest === null || run.startedAt >= latest.startedAt) latest = run;
  return state.queries.find((query) => query.id === latest?.queryId) ?? null;
}

export function shownRun(store: PeekStore): Run | null {
  const state = shownState(store);
  return state === null ? null : lastRun(state, shownQuery(store));
}

/** The run under way or waiting for review. */
export function activeRun(state: StudyState | null): Run | null {
  const id = state?.activeRunId ?? null;
  return id === null ? null : (state?.runs.get(id) ?? null);
}

export function headVersion(state: StudyState): Version | null {
  const head = state.branches.get(state.currentBranch)?.head;
  return (head === undefined ? undefined : state.versions.get(head)) ?? null;
}

export function shownVersion(store: PeekStore): Version | null {
  const state = shownState(store);
  return state === null ? null : headVersion(state);
}

/** From the first version to the given one, along the parents. */
export function lineage(state: StudyState, versionId: string): readonly Version[] {
  const path: Version[] = [];
  let at: string | null = versionId;
  while (at !== null) {
    const version: Version | undefined = state.versions.get(at);
    if (version === undefined || path.length > state.versions.size) break;
    path.push(version);
    at = version.parentId;
  }
  return path.reverse();
}

/** The number by which people call a query: its place in the list, removed ones included. */
export function queryNumber(state: StudyState, queryId: string): number {
  return state.queries.findIndex((query) => query.id === queryId) + 1;
}

export function runOfVersion(state: StudyState, version: Version | null): Run | null {
  return version?.runId === null || version?.runId === undefined ? null : (state.runs.get(version.runId) ?? null);
}

export function isFrozen(state: StudyState): boolean {
  return (state.branches.get(state.currentBranch)?.frozen ?? null) !== null;
}

export function canChange(store: PeekStore): boolean {
  return store.study.open !== null && store.study.open.readOnly === null && store.view.moment === null;
}
