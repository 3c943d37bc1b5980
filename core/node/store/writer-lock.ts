// One writer per study. The lock is an empty database beside the file whose exclusive lock the writer holds for as long as
// it has the study open: the system lets go of it when the process ends, however it ends. Who the writer is stands in the
// study itself.

import { DatabaseSync } from '@photostructure/sqlite';
import { statSync, unlinkSync } from 'node:fs';
import { messageOf, storeErrorOf } from './store-error.ts';

export type LockAttempt =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken' }
  /** The folder does not allow it; words say why. */
  | { readonly kind: 'impossible'; readonly words: string };

export function lockPathOf(studyPath: string): string {
  return `${studyPath}-lock`;
}

export function takeWriterLock(studyPath: string): LockAttempt {
  const path = lockPathOf(studyPath);
  // The last writer removes the file; whoever got hold of it in that very moment begins again.
  for (;;) {
    let db: InstanceType<typeof DatabaseSync>;
    try {
      db = new DatabaseSync(path, { timeout: 0 });
    } catch (error) {
      return { kind: 'impossible', words: messageOf(error) };
    }
    const before = inodeOf(path);
    try {
      db.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      db.close();
      if (storeErrorOf(error, path).kind === 'in-use') return { kind: 'taken' };
      return { kind: 'impossible', words: messageOf(error) };
    }
    if (before !== null && inodeOf(path) === before) return { kind: 'held', release: () => release(db, path) };
    db.close();
  }
}

function release(db: InstanceType<typeof DatabaseSync>, path: string): void {
  if (!db.isOpen) return;
  // Removed while still held, so that nobody can lock a file that is about to go. Windows keeps open files: there it stays.
  try {
    unlinkSync(path);
  } catch (error) {
    if (process.platform !== 'win32') console.warn(`${path} stays: ${messageOf(error)}`);
  }
  db.close();
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
