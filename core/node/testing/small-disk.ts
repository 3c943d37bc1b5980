// A disk of a few pages, to be full on: memory mounted as one, which only root may do and only on Linux.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a test that needs one is passed over. */
export const NO_SMALL_DISK = 'a small disk can only be mounted as root on Linux';

export interface SmallDisk {
  readonly path: string;
  remove(): void;
}

/**
 * A disk that takes so many bytes and so many files and folders.
 *
 * Returns null where none may be mounted
 */
export function smallDisk(bytes: number, files = 1_000): SmallDisk | null {
  const path = mkdtempSync(join(tmpdir(), 'peek-disk-'));
  const mounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)},nr_inodes=${String(files + 1)}`, 'none', path])
      .status === 0;
  if (!mounted) {
    rmSync(path, { recursive: true });
    return null;
  }
  return {
    path,
    remove() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
