// What the store takes from SQLite, and the guards that tell rows of its own tables from anything else.

import type { DatabaseSync } from '@photostructure/sqlite';
import type { EventRow } from '#core/study/index.ts';
import { messageOf, StoreFailure } from './store-error.ts';

export type Database = InstanceType<typeof DatabaseSync>;
export type Statement = ReturnType<Database['prepare']>;

/** SQLite keeps the columns' types; this only tells the compiler, and refuses a foreign table. */
export function eventRowOf(row: unknown): EventRow {
  if (isRow(row, 'seq', 'type', 'v', 'json')) return row as unknown as EventRow;
  throw new StoreFailure({ kind: 'damaged', words: 'The table of events does not have the expected columns.' });
}

export function isRow<K extends string>(row: unknown, ...columns: readonly K[]): row is Record<K, unknown> {
  return typeof row === 'object' && row !== null && columns.every((column) => column in row);
}

/** Takes back what a failed change has begun. What went wrong first is what is told; the file keeps what was committed. */
export function rollBack(db: Database): void {
  try {
    if (db.isOpen && db.isTransaction) db.exec('ROLLBACK');
  } catch (error) {
    console.warn(`rolling back: ${messageOf(error)}`);
  }
}

/** A number in one column of one row; 0 where there is none. */
export function numberIn(row: unknown, column: string): number {
  if (!isRow(row, column)) return 0;
  const value = row[column];
  return typeof value === 'number' ? value : 0;
}
