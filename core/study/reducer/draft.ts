// The state while a batch of events is reduced. Each collection is copied once per batch, at its first change, so that a
// study of a hundred thousand events is read in linear time and a single event still gives a new, pure state.

import { copyOf } from '../lazy-map.ts';
import type { Branch, Note, Operation, Query, Run, StudyState, Version, Warning } from '../state.ts';

export interface Draft {
  /** Replace its fields; never change what they hold except through the functions below. */
  readonly state: { -readonly [K in keyof StudyState]: StudyState[K] };
  queries(): Query[];
  runs(): Pick<Map<string, Run>, 'get'> & { set(id: string, run: Run): unknown };
  versions(): Pick<Map<string, Version>, 'get'> & { set(id: string, version: Version): unknown };
  branches(): Map<string, Branch>;
  operations(): Operation[];
  notes(): Note[];
  warnings(): Warning[];
  /** A list with one more at its end; copied once per batch, then grown, so that a long run is read in linear time. */
  grown<T>(list: readonly T[], more: T): readonly T[];
}

export function draftOf(before: StudyState): Draft {
  const state = { ...before };
  function once<T>(copy: () => T): () => T {
    let own: T | null = null;
    return () => (own ??= copy());
  }
  const own = new WeakSet<object>();
  return {
    state,
    grown<T>(list: readonly T[], more: T) {
      const mine = own.has(list) ? (list as T[]) : [...list];
      own.add(mine);
      mine.push(more);
      return mine;
    },
    queries: once(() => {
      const own = [...state.queries];
      state.queries = own;
      return own;
    }),
    runs: once(() => {
      const own = copyOf(state.runs);
      state.runs = own;
      return own;
    }),
    versions: once(() => {
      const own = copyOf(state.versions);
      state.versions = own;
      return own;
    }),
    branches: once(() => {
      const own = new Map(state.branches);
      state.branches = own;
      return own;
    }),
    operations: once(() => {
      const own = [...state.operations];
      state.operations = own;
      return own;
    }),
    notes: once(() => {
      const own = [...state.notes];
      state.notes = own;
      return own;
    }),
    warnings: once(() => {
      const own = [...state.warnings];
      state.warnings = own;
      return own;
    }),
  };
}

/** Something in the log does not fit: it is put on the list that people see, and the event is passed over. */
export function warn(draft: Draft, seq: number, place: string, words: string): void {
  draft.warnings().push({ seq, place, words });
}

/** Replaces a run by a changed copy; an event about a run that is not there becomes a warning. */
export function changeRun(draft: Draft, seq: number, runId: string, change: (run: Run) => Partial<Run>): void {
  const run = draft.state.runs.get(runId);
  if (run === undefined) {
    warn(draft, seq, `event ${seq}`, `It speaks of run ${runId}, which this study does not have.`);
    return;
  }
  draft.runs().set(runId, { ...run, lastSeq: seq, ...change(run) });
}
