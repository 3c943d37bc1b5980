// Two names of one file are the same place, by whatever links they lead there.

import { realpathSync } from 'node:fs';

export function isSameFile(a: string, b: string): boolean {
  return realPath(a) === realPath(b);
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
