// A file that goes away under those who have it open, as on a drive that does not answer any more: whatever is read from it is
// an error of the system. Only Linux tells which descriptors a process has open.

import { closeSync, openSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';

/** Why a test that needs one is passed over. */
export const CANNOT_LOSE = process.platform === 'linux' ? null : 'open files can only be taken away on Linux';

/** From now on this process's descriptors of the file stand for its folder, which cannot be read as a file. */
export function loseFile(path: string): void {
  const real = realpathSync(path);
  const holders = readdirSync('/proc/self/fd').filter((fd) => linkOf(fd) === real);
  if (holders.length === 0) throw new Error(`${path} is not open`);
  for (const fd of holders) {
    closeSync(Number(fd));
    // The lowest free number is given, so sooner or later it is this one.
    const spare: number[] = [];
    for (let got = openSync(dirname(real), 'r'); got !== Number(fd); got = openSync(dirname(real), 'r'))
      spare.push(got);
    spare.forEach((each) => closeSync(each));
  }
}

function linkOf(fd: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    // The one by which the folder itself was read is closed again.
    return null;
  }
}
