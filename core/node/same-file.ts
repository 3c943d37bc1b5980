// Two names of one file are the same place, by whatever links they lead there.

import { realpathSync, statSync, type BigIntStats } from 'node:fs';

export function isSameFile(a: string, b: string): boolean {
  if (realPath(a) === realPath(b)) return true;
  const [one, other] = [statOf(a), statOf(b)];
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino;
}

/** A file that is not there yet has only the name it was given. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return path;
  }
}

/** Null for what cannot be looked at: whoever reads or writes it hears why. */
function statOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return null;
  }
}
