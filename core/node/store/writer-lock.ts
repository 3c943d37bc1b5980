// One writer per study. The lock is an empty database beside the file whose exclusive lock the writer holds for as long as
// it has the study open: the system lets go of it when the process ends, however it ends. Who the writer is stands in the
// study itself.

import { DatabaseSync } from '@photostructure/sqlite';
import { rmSync, statSync, unlinkSync } from 'node:fs';
import { messageOf, storeErrorOf } from './store-error.ts';

export type LockAttempt =
  | { readonly kind: 'held'; readonly release: () => void }
  | { readonly kind: 'taken' }
  /** The file system cannot lock at all. */
  | { readonly kind: 'no-locks' }
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
      const { kind } = storeErrorOf(error, path);
      // Some file systems that cannot lock say the same as for a lock that is held.
      if (kind === 'in-use' && canLock(studyPath)) return { kind: 'taken' };
      if (kind === 'in-use' || kind === 'no-locks') {
        rmSync(path, { force: true });
        return { kind: 'no-locks' };
      }
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

/** Whether files beside the study can be locked at all: tried with one that nobody else can know. */
export function canLock(studyPath: string): boolean {
  const path = `${studyPath}-lock-${process.pid}`;
  let db: InstanceType<typeof DatabaseSync> | null = null;
  try {
    db = new DatabaseSync(path, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    return true;
  } catch {
    // Whatever the reason: the lock of a file of our own was not to be had.
    return false;
  } finally {
    db?.close();
    rmSync(path, { force: true });
  }
}

function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}
