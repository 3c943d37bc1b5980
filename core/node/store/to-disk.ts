// Brings what was appended to the disk, right behind the appending: whoever appends on main would stand still for as long
// as the disk takes, which is tens of milliseconds where something else writes to it.

import { open } from 'node:fs/promises';

export interface ToDisk {
  /** What is written by now reaches the disk soon. */
  soon(): void;
  /** True once the disk could not be reached this way, until it could again. */
  readonly failed: boolean;
}

/**
 * path  the file that is written to; one that is not there has nothing to bring
 * sync  resolves when all that was written to it lies on the disk
 */
export function createToDisk(path: string, sync: (path: string) => Promise<void> = syncFile): ToDisk {
  let failed = false;
  let asked = 0;
  let underWay = false;

  async function bring(): Promise<void> {
    underWay = true;
    try {
      // A turn that began before the last append does not hold it.
      let turn: number;
      do {
        turn = asked;
        await sync(path);
      } while (turn !== asked);
      failed = false;
    } catch {
      failed = true;
    } finally {
      underWay = false;
    }
  }

  return {
    soon() {
      asked++;
      if (!underWay) void bring();
    },
    get failed() {
      return failed;
    },
  };
}

async function syncFile(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
