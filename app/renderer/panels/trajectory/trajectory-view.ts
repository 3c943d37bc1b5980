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

/** Rows by the iteration they stand for: a finished iteration's row never changes, so a long run that grows draws nothing anew. */
const finished = new WeakMap<IterationRecord, IterationRow>();

export function trajectoryRows(run: Run, writing: readonly Writing[]): readonly TrajectoryRow[] {
  // Only looked into for iterations that have no row yet: nearly never, in a run that grows.
  const calls = once(() => new Map(run.calls.map((call) => [call.callId, call])));
  const children = once(() => childrenOf(run));
  const known = once(() => new Set(run.iterations.flatMap(({ blocks }) => blocks.flatMap(({ callIds }) => callIds))));
  const rows: TrajectoryRow[] = [];
  for (const record of run.iterations) {
    // What an agent did that nobody is known to have called stands among the others instead of nowhere; while a run works,
    // the one who called is told of last.
    const { depth, parentCallId } = record;
    if (depth !== 0 && (run.status === 'running' || parentCallId === null || known().has(parentCallId))) continue;
    let row = finished.get(record);
    if (row === undefined) {
      row = rowOf(run.id, record, calls(), children(), new Set());
      if (row.call !== null) finished.set(record, row);
    }
    rows.push(row);
  }
  const last = rows.at(-1);
  if (last?.kind === 'iteration' && run.answer !== null) rows[rows.length - 1] = { ...last, final: true };
  for (const each of writing) {
    if (each.runId !== run.id || each.stage !== 'agent' || run.calls.some(({ callId }) => callId === each.callId))
      continue;
    rows.push({ kind: 'writing', key: each.callId, writing: each });
  }
  if (run.answer !== null || run.failure !== null || run.status === 'stopped' || run.status === 'interrupted')
    rows.push({ kind: 'ended', key: 'ended' });
  return rows;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
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
  calls: ReadonlyMap<string, CallSummary>,
  children: ReadonlyMap<string, readonly IterationRecord[]>,
  above: ReadonlySet<string>,
): IterationRow {
  const call = calls.get(record.callId) ?? null;
  const blocks = record.blocks.map((block) => ({
    record: block,
    subcalls: block.callIds.flatMap((id): SubCall[] => {
      const sub = calls.get(id);
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
