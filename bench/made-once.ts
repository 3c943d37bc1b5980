// Long studies are made once and kept in the cache of node_modules, since making one takes minutes.

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', 'node_modules', '.cache', 'peek', 'bench');

/**
 * The path of a study file that is there, or is made now.
 *
 * name   raise a number in it when `make` changes
 * words  what is being made, for whoever waits
 */
export function madeOnce(name: string, words: string, make: (path: string) => void): string {
  const path = join(FOLDER, `${name}.peek`);
  if (existsSync(path)) return path;
  mkdirSync(FOLDER, { recursive: true });
  const making = join(FOLDER, 'making.peek');
  for (const end of ['', '-wal', '-shm', '-lock']) rmSync(making + end, { force: true });
  console.log(`making ${words} (once)…`);
  make(making);
  renameSync(making, path);
  return path;
}
