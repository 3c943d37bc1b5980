// A folder of our own among the system's temporary ones, or in words why there is none.

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok, type Result } from '#core/result.ts';
import type { FileError } from './replacing.ts';

/** name  what it begins with, e.g. peek-python- */
export async function temporaryFolder(name: string): Promise<Result<string, FileError>> {
  const place = tmpdir();
  try {
    return ok(await mkdtemp(join(place, name)));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return err({ kind: 'storage', words: wordsOf(error.code, place) });
  }
}

/** What names the place to every program on this system. */
const NAMED_BY = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';

function wordsOf(code: unknown, place: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no room in the temporary folder ${place}: its disk is full. Make room there, or start Peek with ${NAMED_BY} naming a folder on another disk.`;
    case 'ENOENT':
      return `There is no temporary folder ${place}. Make it, or start Peek with ${NAMED_BY} naming another one.`;
    default:
      return `Nothing can be made in the temporary folder ${place} (${String(code)}). Mend its rights, or start Peek with ${NAMED_BY} naming another one.`;
  }
}
