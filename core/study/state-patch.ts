// The difference between two states of a study as plain JSON: what a keyframe in a file holds. Patches are a cache of the
// reducer's work and can always be made again from the events. Runs are kept folded (state.ts), maps as differences.

import { applyDelta, mapDelta } from '#core/map/index.ts';
import type { MapDelta, MapItem } from '#core/map/index.ts';
import { emptyState, foldRun } from './reducer/index.ts';
import type { Branch, Note, Operation, Query, Run, StudyState, Version, Warning } from './state.ts';

/** Raised whenever the reducer or this format changes, so that keyframes of another reducer are not used. */
export const REDUCER_VERSION = 1;

type Scalars = Omit<
  StudyState,
  'queries' | 'runs' | 'versions' | 'branches' | 'operations' | 'notes' | 'warnings' | 'detailedRunIds'
>;

type PatchedVersion = Omit<Version, 'map' | 'ghosts' | 'id'> & {
  readonly id: string;
  readonly sections: Version['map']['sections'];
  readonly headers: Version['map']['headers'];
  readonly delta: MapDelta;
  /** An id stands for the parent's item of that id. */
  readonly ghosts: readonly (string | MapItem)[];
};

export interface StatePatch {
  readonly seq: number;
  readonly scalars: Partial<Scalars>;
  readonly queries: readonly (readonly [at: number, query: Query])[];
  readonly runs: readonly Run[];
  readonly versions: readonly PatchedVersion[];
  readonly branches: readonly Branch[] | null;
  readonly operations: readonly (readonly [at: number, operation: Operation])[];
  readonly notes: readonly Note[] | null;
  readonly warnings: readonly Warning[];
}

/** What leads from one state to a later one; runs that are over are folded. */
export function diffStates(before: StudyState, after: StudyState): StatePatch {
  return {
    seq: after.seq,
    scalars: changedScalars(before, after),
    queries: changedEntries(before.queries, after.queries),
    runs: changedValues(before.runs, after.runs).map(foldRun),
    versions: changedValues(before.versions, after.versions).map((version) => patchedVersion(after, version)),
    branches: before.branches === after.branches ? null : [...after.branches.values()],
    operations: changedEntries(before.operations, after.operations),
    notes: before.notes === after.notes ? null : after.notes,
    warnings: after.warnings.slice(before.warnings.length),
  };
}

/** The later state, with all runs folded that are over. Patches are applied in order, without a copy for each. */
export function patchStates(before: StudyState, patches: Iterable<StatePatch>): StudyState {
  let state = { ...before };
  const runs = new Map([...before.runs].map(([id, run]) => [id, foldRun(run)]));
  const versions = new Map(before.versions);
  const queries = [...before.queries];
  const operations = [...before.operations];
  const warnings = [...before.warnings];
  for (const patch of patches) {
    state = { ...state, ...patch.scalars, seq: patch.seq };
    for (const [at, query] of patch.queries) queries[at] = query;
    for (const [at, operation] of patch.operations) operations[at] = operation;
    for (const run of patch.runs) runs.set(run.id, run);
    for (const version of patch.versions) versions.set(version.id, wholeVersion(versions, version));
    if (patch.branches !== null) state.branches = new Map(patch.branches.map((branch) => [branch.name, branch]));
    if (patch.notes !== null) state.notes = patch.notes;
    for (const warning of patch.warnings) warnings.push(warning);
  }
  const detailedRunIds = [...runs.values()].filter((run) => !run.folded).map((run) => run.id);
  return { ...state, queries, runs, versions, operations, warnings, detailedRunIds };
}

/**
 * A state as one text: equal states give equal texts however they were come by, whether their events are still those of the
 * writer or were read back, whether their runs are folded or not.
 */
export function stateText(state: StudyState): string {
  return JSON.stringify(diffStates(emptyState, state), (_key, value: unknown) => sortedKeys(value));
}

function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries: [string, unknown][] = Object.entries(value);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function changedScalars(before: StudyState, after: StudyState): Partial<Scalars> {
  const { queries, runs, versions, branches, operations, notes, warnings, detailedRunIds, ...scalars } = after;
  const former: Scalars = before;
  const entries = Object.entries(scalars).filter(([key, value]) => former[key as keyof Scalars] !== value);
  return Object.fromEntries(entries);
}

function changedEntries<T>(before: readonly T[], after: readonly T[]): readonly (readonly [number, T])[] {
  const changed: (readonly [number, T])[] = [];
  for (const [at, value] of after.entries()) if (before[at] !== value) changed.push([at, value]);
  return changed;
}

function changedValues<T>(before: ReadonlyMap<string, T>, after: ReadonlyMap<string, T>): readonly T[] {
  if (before === after) return [];
  const changed: T[] = [];
  for (const [key, value] of after) if (before.get(key) !== value) changed.push(value);
  return changed;
}

function patchedVersion(state: StudyState, version: Version): PatchedVersion {
  const { map, ghosts, ...rest } = version;
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  const former = new Map(parent?.map.items.map((item) => [item.id, item]));
  return {
    ...rest,
    sections: map.sections,
    headers: map.headers,
    delta: mapDelta(parent?.map ?? { ...map, items: [] }, map),
    ghosts: ghosts.map((item) => (former.get(item.id) === item ? item.id : item)),
  };
}

function wholeVersion(versions: ReadonlyMap<string, Version>, patched: PatchedVersion): Version {
  const { sections, headers, delta, ghosts, ...rest } = patched;
  const items = (patched.parentId === null ? undefined : versions.get(patched.parentId))?.map.items ?? [];
  return {
    ...rest,
    map: applyDelta({ sections, headers, items }, delta),
    ghosts: ghosts.flatMap((ghost) => {
      if (typeof ghost !== 'string') return [ghost];
      const item = items.find((each) => each.id === ghost);
      return item === undefined ? [] : [item];
    }),
  };
}
