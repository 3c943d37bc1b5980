// A new file in the place of one that is there already: the old one is gone only once the new one is made.

import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename } from 'node:path';
import type { RequestError } from '#app/bridge/index.ts';
import { err, type Result } from '#core/result.ts';

/** A study that was cut off leaves what it had not yet merged beside its file; it belongs to that file alone. */
const COMPANIONS = ['', '-wal', '-shm'];

/** Runs `make`, which makes the file at `path`. Where it gives an error or throws, the old file is back. */
export async function replacing<T, E>(
  path: string,
  make: () => Promise<Result<T, E>>,
): Promise<Result<T, E | RequestError>> {
  if (!existsSync(path)) return make();
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
    if (isReplaced) remove(aside);
    else {
      remove(path);
      move(aside, path);
    }
  }
}

function move(from: string, to: string): void {
  for (const each of COMPANIONS) if (existsSync(from + each)) renameSync(from + each, to + each);
}

function remove(path: string): void {
  for (const each of COMPANIONS) rmSync(path + each, { force: true });
}
