// The trajectory as rows: the agent's iterations with their calls, what is being written now, how it ended. Pure.

import type { CallSummary, IterationRecord, Run } from '#core/study/index.ts';
import type { Writing } from '../../store/study-slice.ts';

export interface Block {
  readonly record: IterationRecord['blocks'][number];
  readonly subcalls: readonly SubCall[];
}

export interface SubCall {
  readonly call: CallSummary;
  /** A child agent's iterations, when the sub-call was one; made when they are opened, since agents can nest a thousand deep. */
  readonly iterations: () => readonly IterationRow[];
}

export interface IterationRow {
  readonly kind: 'iteration';
  readonly key: string;
  readonly runId: string;
  readonly record: IterationRecord;
  readonly call: CallSummary | null;
  readonly blocks: readonly Block[];
  readonly subMs: number;
  readonly final: boolean;
}

export type TrajectoryRow =
  | IterationRow
  | { readonly kind: 'writing'; readonly key: string; readonly writing: Writing }
  | { readonly kind: 'ended'; readonly key: string };

/** Rows that are made when they are asked for: a run may have a million, of which a screen shows ten. */
export interface TrajectoryRows {
  readonly count: number;
  /** How many of them are iterations: those stand first. */
  readonly iterations: number;
  at(index: number): TrajectoryRow | undefined;
  /** Where the iteration of this number stands, or how the run ended; −1 where it has no row. */
  placeOf(iteration: number | 'end'): number;
  /** The row within which a call stands, and the sub-calls to open on the way, the outermost first; null where it has no row. */
  wayTo(callId: string): { readonly place: number; readonly calls: readonly string[] } | null;
}

export const NO_ROWS: TrajectoryRows = {
  count: 0,
  iterations: 0,
  at: () => undefined,
  placeOf: () => -1,
  wayTo: () => null,
};

/** Rows by the iteration they stand for: a finished iteration's row never changes, so a long run that grows draws nothing anew. */
const finished = new WeakMap<IterationRecord, IterationRow>();

export function trajectoryRows(run: Run, writing: readonly Writing[]): TrajectoryRows {
  const calls = callsOf(run);
  const children = once(() => childrenOf(run));
  const records = recordsOf(run);
  const after = rowsAfter(run, writing);
  const rowAt = (record: IterationRecord): IterationRow => {
    let row = finished.get(record);
    if (row === undefined) {
      row = rowOf(run.id, record, calls, children(), new Set());
      if (row.call !== null) finished.set(record, row);
    }
    return row;
  };
  const last = once((): IterationRow | undefined => {
    const record = records.at(-1);
    if (record === undefined) return undefined;
    return run.answer === null ? rowAt(record) : { ...rowAt(record), final: true };
  });
  return {
    count: records.length + after.length,
    iterations: records.length,
    at(index) {
      if (index >= records.length) return after[index - records.length];
      if (index === records.length - 1) return last();
      const record = records[index];
      return record === undefined ? undefined : rowAt(record);
    },
    placeOf(iteration) {
      if (iteration !== 'end') return records.findIndex(({ number }) => number === iteration);
      return after.at(-1)?.kind === 'ended' ? records.length + after.length - 1 : -1;
    },
    wayTo(callId) {
      const calls = callsDownTo(callId, run);
      const place = calls === null ? -1 : records.indexOf(calls.outermost);
      return calls === null || place < 0 ? null : { place, calls: calls.within };
    },
  };
}

/**
 * The iterations that stand in the list itself. What an agent did that nobody is known to have called stands among the others
 * instead of nowhere; while a run works, the one who called is told of last.
 */
function recordsOf(run: Run): readonly IterationRecord[] {
  if (run.iterations.every(({ depth }) => depth === 0)) return run.iterations;
  const known = new Set(run.iterations.flatMap(({ blocks }) => blocks.flatMap(({ callIds }) => callIds)));
  return run.iterations.filter(
    ({ depth, parentCallId }) =>
      depth === 0 || (run.status !== 'running' && parentCallId !== null && !known.has(parentCallId)),
  );
}

/** From an iteration in the list itself down to the one that a call wrote, or to a sub-call that is no agent. */
function callsDownTo(
  callId: string,
  { iterations }: Run,
): { readonly outermost: IterationRecord; readonly within: readonly string[] } | null {
  const byOwnCall = new Map(iterations.map((record) => [record.callId, record]));
  const madeBy = new Map(
    iterations.flatMap((record) => record.blocks.flatMap(({ callIds }) => callIds.map((id) => [id, record] as const))),
  );
  const within = [callId];
  let record = byOwnCall.get(callId) ?? madeBy.get(callId);
  // What the root wrote stands in the list itself, and so does what nobody is known to have called.
  while (record !== undefined && within.length <= iterations.length + 1) {
    const parent = record.parentCallId;
    const above = parent === null ? undefined : madeBy.get(parent);
    if (parent === null || above === undefined) return { outermost: record, within };
    within.unshift(parent);
    record = above;
  }
  return null;
}

function rowsAfter(run: Run, writing: readonly Writing[]): readonly TrajectoryRow[] {
  const rows: TrajectoryRow[] = writing
    .filter(
      (each) =>
        each.runId === run.id && each.stage === 'agent' && !run.calls.some(({ callId }) => callId === each.callId),
    )
    .map((each) => ({ kind: 'writing', key: each.callId, writing: each }));
  if (run.answer !== null || run.failure !== null || run.status === 'stopped' || run.status === 'interrupted')
    rows.push({ kind: 'ended', key: 'ended' });
  return rows;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/** The call of this id that an iteration speaks of; `seq` is the iteration's. */
type FindCall = (callId: string, seq: number) => CallSummary | undefined;

/** So many calls before an iteration are looked at one by one; only for one further back a table of all is made. A number of ours. */
const NEAR = 64;

function callsOf({ calls }: Run): FindCall {
  const byId = once(() => new Map(calls.map((call) => [call.callId, call])));
  return (callId, seq) => {
    const end = firstAfter(calls, seq);
    for (let at = end - 1; at >= Math.max(0, end - NEAR); at--) if (calls[at]?.callId === callId) return calls[at];
    return byId().get(callId);
  };
}

/** Calls stand in the order of the log. */
function firstAfter(calls: readonly CallSummary[], seq: number): number {
  let [low, high] = [0, calls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((calls[middle]?.seq ?? 0) > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

function childrenOf(run: Run): ReadonlyMap<string, readonly IterationRecord[]> {
  const children = new Map<string, IterationRecord[]>();
  for (const record of run.iterations) {
    if (record.parentCallId === null) continue;
    const list = children.get(record.parentCallId) ?? [];
    list.push(record);
    children.set(record.parentCallId, list);
  }
  return children;
}

/** `above` holds the calls on the way here: a recording in which a call is its own ancestor ends there instead of looping. */
function rowOf(
  runId: string,
  record: IterationRecord,
  calls: FindCall,
  children: ReadonlyMap<string, readonly IterationRecord[]>,
  above: ReadonlySet<string>,
): IterationRow {
  const call = calls(record.callId, record.seq) ?? null;
  const blocks = record.blocks.map((block) => ({
    record: block,
    subcalls: block.callIds.flatMap((id): SubCall[] => {
      const sub = calls(id, record.seq);
      if (sub === undefined) return [];
      const nested = above.has(id) ? [] : (children.get(id) ?? []);
      const below = new Set([...above, id]);
      return [
        { call: sub, iterations: once(() => nested.map((child) => rowOf(runId, child, calls, children, below))) },
      ];
    }),
  }));
  const subMs = blocks.flatMap((block) => block.subcalls).reduce((sum, sub) => sum + sub.call.latencyMs, 0);
  return { kind: 'iteration', key: record.callId, runId, record, call, blocks, subMs, final: false };
}

export type ReplyPart =
  { readonly kind: 'say'; readonly text: string } | { readonly kind: 'block'; readonly index: number };

/** What the model wrote around its code, in order. Fences that were not run stay as text. */
export function replyParts(reply: string, codes: readonly string[]): readonly ReplyPart[] {
  const parts: ReplyPart[] = [];
  let at = 0;
  codes.forEach((code, index) => {
    const trimmed = code.trim();
    const found = trimmed === '' ? -1 : reply.indexOf(trimmed, at);
    if (found < 0) {
      parts.push({ kind: 'block', index });
      return;
    }
    const fence = reply.lastIndexOf('```', found);
    const before = reply.slice(at, fence >= at ? fence : found);
    if (before.trim() !== '') parts.push({ kind: 'say', text: before.trim() });
    parts.push({ kind: 'block', index });
    const end = reply.indexOf('```', found + trimmed.length);
    at = end < 0 ? found + trimmed.length : end + 3;
  });
  const rest = reply.slice(at).trim();
  if (rest !== '') parts.push({ kind: 'say', text: rest });
  return parts;
}

const ITEM_ID = /\b(?:cr|cu|dc|ps|rr|ep)-\d{5}\b/g;

/** The map's items that a text names, each once, in order. */
export function itemsNamed(text: string): readonly string[] {
  return [...new Set(text.match(ITEM_ID))];
}
