// The difference between two states of a study. Patches are a cache of the reducer's work and can always be made again from
// the events. Runs are kept folded (state.ts). How a patch stands in a file is patch-text.ts.

import { emptyState, foldRun } from './reducer/index.ts';
import { LazyMap } from './lazy-map.ts';
import type { Rows } from './lazy-map.ts';
import { detailsOf } from './patch-details.ts';
import type { Branch, Note, Operation, Query, Run, StudyState, Version, Warning } from './state.ts';

type Scalars = Omit<
  StudyState,
  'queries' | 'runs' | 'versions' | 'branches' | 'operations' | 'notes' | 'warnings' | 'detailedRunIds'
>;

export interface StatePatch {
  readonly seq: number;
  readonly scalars: Partial<Scalars>;
  readonly queries: readonly (readonly [at: number, query: Query])[];
  readonly runs: Rows<Run>;
  /** Which of them are not folded. */
  readonly openRunIds: readonly string[];
  readonly versions: Rows<Version>;
  readonly branches: readonly Branch[] | null;
  readonly operations: readonly (readonly [at: number, operation: Operation])[];
  readonly notes: readonly Note[] | null;
  readonly warnings: readonly Warning[];
}

/** What leads from one state to a later one; runs that are over are folded. */
export function diffStates(before: StudyState, after: StudyState): StatePatch {
  const runs = changedValues(before.runs, after.runs).map(foldRun);
  return {
    seq: after.seq,
    scalars: changedScalars(before, after),
    queries: changedEntries(before.queries, after.queries),
    runs: rowsOf(runs),
    openRunIds: runs.filter((run) => !run.folded).map((run) => run.id),
    versions: rowsOf(changedValues(before.versions, after.versions)),
    branches: before.branches === after.branches ? null : [...after.branches.values()],
    operations: changedEntries(before.operations, after.operations),
    notes: before.notes === after.notes ? null : after.notes,
    warnings: after.warnings.slice(before.warnings.length),
  };
}

/**
 * The later state, with all runs folded that are over.
 *
 * patches  in order; they are applied without a copy for each
 * reached  hears of every state on the way that is `every` events or more after the one before
 */
export function patchStates(
  before: StudyState,
  patches: Iterable<StatePatch>,
  way?: { readonly every: number; readonly reached: (state: StudyState) => void },
): StudyState {
  let state = { ...before };
  let told = before.seq;
  const runs = new LazyMap(before.runs);
  runs.changeMade(foldRun);
  const versions = new LazyMap(before.versions);
  const open = new Set(before.detailedRunIds.filter((id) => runs.get(id)?.folded === false));
  const queries = [...before.queries];
  const operations = [...before.operations];
  const warnings = [...before.warnings];
  for (const patch of patches) {
    state = { ...state, ...patch.scalars, seq: patch.seq };
    for (const [at, query] of patch.queries) queries[at] = query;
    for (const [at, operation] of patch.operations) operations[at] = operation;
    for (const id of patch.runs.ids) open.delete(id);
    for (const id of patch.openRunIds) open.add(id);
    runs.setRows(patch.runs);
    versions.setRows(patch.versions);
    if (patch.branches !== null) state.branches = new Map(patch.branches.map((branch) => [branch.name, branch]));
    if (patch.notes !== null) state.notes = patch.notes;
    for (const warning of patch.warnings) warnings.push(warning);
    if (way !== undefined && patch.seq - told >= way.every) {
      told = patch.seq;
      way.reached({
        ...state,
        queries: [...queries],
        runs: new LazyMap(runs),
        versions: new LazyMap(versions),
        operations: [...operations],
        warnings: [...warnings],
        detailedRunIds: [...open],
      });
    }
  }
  return { ...state, queries, runs, versions, operations, warnings, detailedRunIds: [...open] };
}

function rowsOf<V extends { readonly id: string }>(values: readonly V[]): Rows<V> {
  return {
    ids: values.map(({ id }) => id),
    row(at) {
      const value = values[at];
      if (value === undefined) throw new Error(`there is no row ${at}`);
      return value;
    },
  };
}

/** All rows, made. */
export function madeRows<V>(rows: Rows<V>): readonly V[] {
  return rows.ids.map((_, at) => rows.row(at));
}

/**
 * A state as one text: equal states give equal texts however they were come by, whether their events are still those of the
 * writer or were read back, whether their runs are folded or not.
 */
export function stateText(state: StudyState): string {
  const { runs: runRows, openRunIds: _open, versions: versionRows, ...rest } = diffStates(emptyState, state);
  const runs = madeRows(runRows);
  const versions = madeRows(versionRows);
  const heads = {
    runs: runs.map(({ mapText: _mapText, tags: _tags, kept: _kept, ...head }) => head),
    versions: versions.map(({ map: _map, ghosts: _ghosts, ...head }) => head),
  };
  const whole = { ...rest, heads, details: detailsOf(runs, versions) };
  return JSON.stringify(whole, (_key, value: unknown) => sortedKeys(value));
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
  if (before === after) return [];
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
