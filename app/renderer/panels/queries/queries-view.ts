// What the list of queries shows, row by row. Pure.

import type { Query, Run, StudyState } from '#core/study/index.ts';
import { headOf } from '#core/study/index.ts';
import { proposedId } from '../../store/outcome.ts';
import { lastRun } from '../../store/shown.ts';
import type { StoredText } from '#core/study/index.ts';

export type RowStatus = 'waiting' | 'running' | 'review' | 'done' | 'stopped' | 'failed' | 'interrupted' | 'skipped';

export interface QueryRow {
  readonly id: string;
  readonly number: number;
  readonly text: string;
  readonly status: RowStatus;
  readonly run: Run | null;
  /** The version the run made, or is about to make. */
  readonly version: string | null;
  readonly runs: number;
  readonly notes: number;
}

/** The list is a way of moving about, so it always shows all of the study, whatever moment is looked at. */
export function queryRows(live: StudyState): readonly QueryRow[] {
  const notes = new Map<string, number>();
  for (const { target } of live.notes)
    if (target.kind === 'query') notes.set(target.id, (notes.get(target.id) ?? 0) + 1);
  return live.queries.flatMap((query, at) => {
    if (query.removed) return [];
    const run = lastRun(live, query);
    return [
      {
        id: query.id,
        number: at + 1,
        text: titleOf(query.text),
        status: statusOf(query, run),
        run,
        version: run === null ? null : versionOf(live, run),
        runs: query.runIds.length,
        notes: notes.get(query.id) ?? 0,
      },
    ];
  });
}

/** Whether it was answered only after the moment looked at: such a row is dimmed. */
export function isLater({ run }: QueryRow, moment: number | null): boolean {
  return moment !== null && (run === null || run.firstSeq > moment);
}

/** Gives a row that says the same as before as the same object, so that it need not be drawn anew. */
export function keepsRows(): (rows: readonly QueryRow[]) => readonly QueryRow[] {
  let before = new Map<string, QueryRow>();
  return (rows) => {
    const kept = rows.map((row) => {
      const old = before.get(row.id);
      return old !== undefined && isSame(old, row) ? old : row;
    });
    before = new Map(kept.map((row) => [row.id, row]));
    return kept;
  };
}

function isSame(a: QueryRow, b: QueryRow): boolean {
  return (Object.keys(a) as (keyof QueryRow)[]).every((key) => a[key] === b[key]);
}

export function titleOf(text: StoredText): string {
  return headOf(text).trim().replaceAll(/\s+/g, ' ').slice(0, 400);
}

function statusOf(query: Query, run: Run | null): RowStatus {
  if (run === null) return query.skipped ? 'skipped' : 'waiting';
  if (run.status === 'updating') return 'running';
  return run.status;
}

function versionOf(state: StudyState, run: Run): string | null {
  if (run.versionId !== null) return run.versionId;
  return run.status === 'review' ? proposedId(run.baseVersionId) : null;
}

/** How many of the queries that count have been answered. */
export function progressOf(rows: readonly QueryRow[]): { readonly done: number; readonly all: number } {
  const counted = rows.filter((row) => row.status !== 'skipped');
  return { done: counted.filter((row) => row.status === 'done').length, all: counted.length };
}
