// The stops of the time axis: every version from the first to the head of the branch, and the runs that only reused the map.
// Each knows the moment at which the window shows it. Pure.

import { headVersion, pathTo } from '#core/study/index.ts';
import type { Query, Run, StudyState, Version } from '#core/study/index.ts';
import { perState } from './per-state.ts';
import { lastRun, reviewedRun, runOfVersion } from './shown.ts';

export interface Stop {
  readonly key: string;
  /** The version of the map at this stop. */
  readonly version: Version;
  /** The run that made the version, or that reused it; null for what a person did. */
  readonly run: Run | null;
  readonly reuse: boolean;
  /** The seq to travel to. */
  readonly seq: number;
}

export const stopsOf = perState((state): readonly Stop[] => {
  const head = headVersion(state);
  if (head === null) return [];
  const path = pathTo(state, head.id);
  const stops: Stop[] = path.map((version) => {
    const run = runOfVersion(state, version);
    return { key: version.id, version, run, reuse: false, seq: Math.max(version.seq, run?.lastSeq ?? 0) };
  });
  const onPath = new Map(path.map((version) => [version.id, version]));
  for (const run of state.runs.values()) {
    const version = onPath.get(run.baseVersionId);
    const reused =
      !run.evolves && run.status === 'done' && run.branch === state.currentBranch && run.withoutItem === null;
    if (version !== undefined && reused) stops.push({ key: run.id, version, run, reuse: true, seq: run.lastSeq });
  }
  return stops.sort((a, b) => a.seq - b.seq);
});

/** Where the reader stands: the last stop that is not after the moment looked at; the end when it is now. */
export function stopAt(stops: readonly Stop[], moment: number | null): number {
  if (moment === null) return stops.length - 1;
  const begins = beginsOf(stops);
  let low = 0;
  let high = stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((begins[middle] ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Of each stop the earliest seq at which it or a later one begins: these only rise, so a moment is found by halving. */
const beginsOf = perState((stops: readonly Stop[]): readonly number[] => {
  let earliest = Number.POSITIVE_INFINITY;
  return stops
    .map((stop) => (stop.reuse ? stop.seq : stop.version.seq))
    .reduceRight<number[]>((rising, begins) => {
      earliest = Math.min(earliest, begins);
      rising.push(earliest);
      return rising;
    }, [])
    .reverse();
});

/** As `stopAt`, but now, while edits wait, is one past the last stop: what is shown then is the map as they would make it. */
export function placeAt(state: StudyState, stops: readonly Stop[], moment: number | null): number {
  return moment === null && reviewedRun(state) !== null ? stops.length : stopAt(stops, moment);
}

/**
 * The moment that shows a query as it was answered, with the map that it left. Null is now: it is not answered, or the map has
 * not changed since, so that there is nothing to go back for.
 */
export function momentOfQuery(state: StudyState, query: Query): number | null {
  const run = lastRun(state, query);
  if (run === null || state.activeRunId === run.id || run.status !== 'done') return null;
  return headVersion(state)?.id === (run.versionId ?? run.baseVersionId) ? null : run.lastSeq;
}

export interface VersionChange {
  readonly added: number;
  readonly rewritten: number;
  readonly deleted: number;
  readonly evicted: number;
}

export function changeOfVersion(state: StudyState, version: Version): VersionChange {
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  const before = new Map(parent?.map.items.map((item) => [item.id, item]));
  const evicted = version.evictions.length;
  return {
    // What came and went again in the same update came all the same.
    added: [...version.map.items, ...version.ghosts].filter((item) => !before.has(item.id)).length,
    rewritten: version.map.items.filter((item) => {
      const old = before.get(item.id);
      return old !== undefined && (old.content !== item.content || old.section !== item.section);
    }).length,
    deleted: Math.max(0, version.evicted.length - evicted),
    evicted,
  };
}

const CAUSES: Readonly<Record<Version['cause'], string>> = {
  created: 'the empty map',
  update: 'update',
  'hand-edit': 'edited by hand',
  pin: 'pin changed',
  return: 'item returned',
  import: 'imported',
  budget: 'budget changed',
  undo: 'undone',
  redo: 'redone',
};

const operationWords = perState((state) => new Map(state.operations.map(({ seq, words }) => [seq, words])));

/** Which way a pin was changed and which item returned is not in the cause; the operations log has it in words. */
export function causeWords(state: StudyState, version: Version): string {
  const { cause, seq } = version;
  return cause === 'pin' || cause === 'return' ? (operationWords(state).get(seq) ?? CAUSES[cause]) : CAUSES[cause];
}
