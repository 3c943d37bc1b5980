// Ends a child and everything it started. The process group covers the ordinary case; on Linux, processes that left the
// group are found by the job's mark in their environment.

import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Name of the environment variable that marks all processes of a job. */
export const JOB_MARK = 'PEEK_JOB';

export function killTree(child: ChildProcess, mark: string): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') child.kill('SIGKILL');
  else signalQuietly(-pid, 'SIGKILL');
  if (process.platform === 'linux') for (const stray of markedProcesses(mark)) signalQuietly(stray, 'SIGKILL');
}

/** Signals a process or, negative, a group; one that is gone already is no error. */
export function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function markedProcesses(mark: string): readonly number[] {
  const wanted = `${JOB_MARK}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => environmentOf(pid).split('\0').includes(wanted));
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return ''; // gone meanwhile, or somebody else's
  }
}
