// The stops of the time axis: the versions from the first to the head of the branch, each with the moment at which the
// window shows it. Pure.

import type { Query, StudyState, Version } from '#core/study/index.ts';
import { headVersion, lastRun, lineage } from './shown.ts';

export interface Stop {
  readonly version: Version;
  /** The seq to travel to: the end of the run that made the version, or the version itself. */
  readonly seq: number;
}

export function momentOf(state: StudyState, version: Version): number {
  const run = version.runId === null ? undefined : state.runs.get(version.runId);
  return run === undefined || run.versionId !== version.id ? version.seq : Math.max(run.lastSeq, version.seq);
}

export function stopsOf(state: StudyState): readonly Stop[] {
  const head = headVersion(state);
  if (head === null) return [];
  return lineage(state, head.id).map((version) => ({ version, seq: momentOf(state, version) }));
}

/** Where the reader stands: the last stop whose moment is not after the one looked at; the end when it is now. */
export function stopAt(stops: readonly Stop[], moment: number | null): number {
  if (moment === null) return stops.length - 1;
  let at = 0;
  stops.forEach((stop, index) => {
    if (stop.version.seq <= moment) at = index;
  });
  return at;
}

/** The moment that shows a query as it was answered; null is now: it is not answered, or nothing has happened since. */
export function momentOfQuery(state: StudyState, query: Query): number | null {
  const run = lastRun(state, query);
  if (run === null || state.activeRunId === run.id || run.status !== 'done') return null;
  const since = [...state.runs.values()].some((other) => other.firstSeq > run.lastSeq);
  const changed = [...state.versions.values()].some((version) => version.seq > run.lastSeq);
  return since || changed ? run.lastSeq : null;
}
