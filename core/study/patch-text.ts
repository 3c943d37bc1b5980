// A patch as two texts: the head, which opening a study reads, and the details, read when somebody asks for something in
// them. In the head the runs and versions stand by columns, and a column that is the same in all rows stands once: half of
// opening a long study is reading these.

import { detailsOf, mapsOf, tagsOf } from './patch-details.ts';
import type { PatchDetails, RunDetails } from './patch-details.ts';
import type { Rows } from './lazy-map.ts';
import type { Run, Version } from './state.ts';
import { madeRows } from './state-patch.ts';
import type { StatePatch } from './state-patch.ts';

/** Raised whenever the reducer or this format changes, so that keyframes of another reducer are not used. */
export const REDUCER_VERSION = 7;

type Answer = NonNullable<Run['answer']>;

/** A run that is not folded is found whole in the details. */
type RunHead = Omit<Run, 'answer' | 'mapText' | 'tags' | 'kept' | keyof NonNullable<RunDetails['open']>> & {
  readonly answer: Answer['answer'] | null;
  /** The rest of the answer, or null. */
  readonly answered: Omit<Answer, 'runId' | 'answer'> | null;
};

type VersionHead = Omit<Version, 'map' | 'ghosts' | 'evictions'> & { readonly wentIds: readonly string[] };

type Column<T> = { readonly all: T } | { readonly each: readonly T[] };
type Columns<T> = { readonly [K in keyof T]: Column<T[K]> };

interface Packed<T> {
  readonly ids: readonly string[];
  /** Null where there is no row. */
  readonly columns: Columns<Omit<T, 'id'>> | null;
}

type Head = Omit<StatePatch, 'runs' | 'versions'> & {
  readonly runs: Packed<RunHead>;
  readonly versions: Packed<VersionHead>;
};

export function writePatch(patch: StatePatch): { readonly head: string; readonly details: string } {
  const runs = madeRows(patch.runs);
  const versions = madeRows(patch.versions);
  const head: Head = { ...patch, runs: packed(runs.map(headOfRun)), versions: packed(versions.map(headOfVersion)) };
  return { head: JSON.stringify(head), details: JSON.stringify(detailsOf(runs, versions)) };
}

/** `details` is asked at most once, and only where something of them is needed. */
export function readPatch(head: string, details: () => string): StatePatch {
  // Written by writePatch of this reducer version; nothing else writes where these are read from.
  const read = JSON.parse(head) as Head;
  const known = once(() => JSON.parse(details()) as PatchDetails);
  return { ...read, runs: runsOf(read.runs, known), versions: versionsOf(read.versions, known) };
}

function packed<T extends { readonly id: string }>(rows: readonly T[]): Packed<T> {
  const ids = rows.map(({ id }) => id);
  const [first] = rows;
  if (first === undefined) return { ids, columns: null };
  const keys = Object.keys(first).filter((key) => key !== 'id');
  const columns = keys.map((key) => [key, columnOf(rows.map((row) => row[key as keyof T]))] as const);
  return { ids, columns: Object.fromEntries(columns) as Columns<Omit<T, 'id'>> };
}

function columnOf<T>(values: readonly T[]): Column<T> {
  const texts = new Set(values.map((value) => JSON.stringify(value)));
  const [first] = values;
  return texts.size === 1 && first !== undefined ? { all: first } : { each: values };
}

/** A column's value in a row; the columns were packed from rows that had it. */
function cell<T>(column: Column<T>, at: number): T {
  return 'all' in column ? column.all : (column.each[at] as T);
}

function headOfRun(run: Run): RunHead {
  const { mapText, tags, kept, iterations, calls, distilled, proposed, decisions, applied, eviction, ...rest } = run;
  const { answer, ...head } = rest;
  if (answer === null) return { ...head, answer: null, answered: null };
  const { runId: _runId, answer: text, ...answered } = answer;
  return { ...head, answer: text, answered };
}

function headOfVersion({ map: _map, ghosts: _ghosts, evictions, ...head }: Version): VersionHead {
  return { ...head, wentIds: evictions.map(({ itemId }) => itemId) };
}

/** Made once each, whoever asks. */
function rowsOf<V>(ids: readonly string[], make: (at: number) => V): Rows<V> {
  const made: V[] = [];
  return { ids, row: (at) => (made[at] ??= make(at)) };
}

/** Runs whose details are read when they are asked for; copying one reads them. */
function runsOf({ ids, columns }: Packed<RunHead>, details: () => PatchDetails): Rows<Run> {
  return rowsOf(ids, (at) => {
    const own = (): RunDetails => details().runs[at] ?? missing('run');
    const id = ids[at];
    if (columns === null || id === undefined) return missing('run');
    return cell(columns.folded, at) ? foldedRun(id, columns, at, own) : openRun(id, columns, at, own);
  });
}

/** One literal with every field: objects put together in any other way cost several times as much. */
function foldedRun(id: string, c: Columns<Omit<RunHead, 'id'>>, at: number, own: () => RunDetails): Run {
  const text = cell(c.answer, at);
  const answered = cell(c.answered, at);
  let tags: Run['tags'] | null = null;
  return {
    id,
    queryId: cell(c.queryId, at),
    branch: cell(c.branch, at),
    baseVersionId: cell(c.baseVersionId, at),
    get mapText() {
      return own().mapText;
    },
    mapTokens: cell(c.mapTokens, at),
    evolves: cell(c.evolves, at),
    withoutItem: cell(c.withoutItem, at),
    python: cell(c.python, at),
    status: cell(c.status, at),
    stage: cell(c.stage, at),
    startedAt: cell(c.startedAt, at),
    endedAt: cell(c.endedAt, at),
    iterations: NOTHING,
    calls: NOTHING,
    answer: text === null || answered === null ? null : { runId: id, answer: text, ...answered },
    judged: cell(c.judged, at),
    distilled: null,
    proposed: null,
    decisions: NO_DECISIONS,
    applied: null,
    eviction: null,
    skipped: cell(c.skipped, at),
    failure: cell(c.failure, at),
    partial: cell(c.partial, at),
    versionId: cell(c.versionId, at),
    totals: cell(c.totals, at),
    abandoned: cell(c.abandoned, at),
    review: cell(c.review, at),
    firstSeq: cell(c.firstSeq, at),
    lastSeq: cell(c.lastSeq, at),
    answeredSeq: cell(c.answeredSeq, at),
    distilledSeq: cell(c.distilledSeq, at),
    proposedSeq: cell(c.proposedSeq, at),
    get tags() {
      return (tags ??= tagsOf(own().tags));
    },
    iterationCount: cell(c.iterationCount, at),
    callCount: cell(c.callCount, at),
    folded: cell(c.folded, at),
    get kept() {
      return own().kept;
    },
  };
}

const NOTHING: readonly never[] = [];
const NO_DECISIONS: Run['decisions'] = [];

/** The same with the details that a run has until it is folded. */
function openRun(id: string, columns: Columns<Omit<RunHead, 'id'>>, at: number, own: () => RunDetails): Run {
  const fields = Object.getOwnPropertyDescriptors(foldedRun(id, columns, at, own));
  const open = () => own().open ?? missing('run’s details');
  const read = <K extends keyof NonNullable<RunDetails['open']>>(key: K) => {
    return { get: () => open()[key], enumerable: true, configurable: true };
  };
  return Object.defineProperties({} as Run, {
    ...fields,
    iterations: read('iterations'),
    calls: read('calls'),
    distilled: read('distilled'),
    proposed: read('proposed'),
    decisions: read('decisions'),
    applied: read('applied'),
    eviction: read('eviction'),
  });
}

/** Versions whose maps are put together when they are asked for; copying one does that. */
function versionsOf({ ids, columns: c }: Packed<VersionHead>, details: () => PatchDetails): Rows<Version> {
  const maps = once(() => {
    const heads = ids.map((id, at) => ({ id, parentId: c === null ? null : cell(c.parentId, at) }));
    return mapsOf(heads, details().versions);
  });
  const mapAt = (at: number): Pick<Version, 'map' | 'ghosts'> => maps()[at] ?? missing('version');
  return rowsOf(ids, (at): Version => {
    const id = ids[at];
    if (c === null || id === undefined) return missing('version');
    const wentIds = cell(c.wentIds, at);
    let evictions: Version['evictions'] | null = null;
    return {
      id,
      parentId: cell(c.parentId, at),
      branch: cell(c.branch, at),
      cause: cell(c.cause, at),
      runId: cell(c.runId, at),
      at: cell(c.at, at),
      actor: cell(c.actor, at),
      reason: cell(c.reason, at),
      seq: cell(c.seq, at),
      get map() {
        return mapAt(at).map;
      },
      tokens: cell(c.tokens, at),
      tokensBySection: cell(c.tokensBySection, at),
      budgetTokens: cell(c.budgetTokens, at),
      hash: cell(c.hash, at),
      evicted: cell(c.evicted, at),
      get ghosts() {
        return mapAt(at).ghosts;
      },
      measured: cell(c.measured, at),
      // How many there are is asked of all versions, why they went of few.
      get evictions() {
        return (evictions ??= wentIds.map((itemId, place) => ({
          itemId,
          get why() {
            return details().versions[at]?.whys[place] ?? '';
          },
        })));
      },
    };
  });
}

function missing(what: string): never {
  throw new Error(`a keyframe does not have this ${what}`);
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
