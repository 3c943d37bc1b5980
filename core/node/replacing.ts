// A new file in the place of one that is there already: the old one is gone only once the new one is made.

import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { err, type Result } from '#core/result.ts';
import { realPath } from './same-file.ts';

export interface FileError {
  readonly kind: 'storage';
  readonly words: string;
}

/** A study that was cut off leaves what it had not yet merged beside its file; it belongs to that file alone. */
const COMPANIONS = ['', '-wal', '-shm'];

/**
 * Runs `make`, which makes the file at `name`. Where it gives an error or throws, the old file is back. What is no file (a
 * terminal, a pipe) is left to `make`.
 */
export async function replacing<T, E>(
  name: string,
  make: () => Promise<Result<T, E>>,
): Promise<Result<T, E | FileError>> {
  const path = realPath(name);
  if (!existsSync(path) || !statSync(path).isFile()) return make();
  const aside = `${path}.${randomUUID()}.before`;
  try {
    move(path, aside);
  } catch (error) {
    // What was moved before the fault.
    move(aside, path);
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return err({ kind: 'storage', words: `${basename(path)} cannot be replaced (${code}). Choose another name.` });
  }
  let isReplaced = false;
  try {
    const made = await make();
    isReplaced = made.ok;
    return made;
  } finally {
    if (isReplaced) removeStudyFile(aside);
    else {
      removeStudyFile(path);
      move(aside, path);
    }
  }
}

function move(from: string, to: string): void {
  for (const each of COMPANIONS) if (existsSync(from + each)) renameSync(from + each, to + each);
}

/** A study that was not made to its end, closed. On a full disk it leaves something beside it, too. */
export function removeStudyFile(path: string): void {
  for (const each of COMPANIONS) rmSync(path + each, { force: true });
}
