// For tests that need a study in a file, or another process that has it open.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../database.ts';

/** The rows themselves, for what no program that works would write into them. Whoever asks closes it. */
export function openRows(path: string): Database {
  return new DatabaseSync(path);
}

export interface OtherProcess {
  readonly pid: number | undefined;
  /** What it said about opening. */
  readonly said: unknown;
  kill(): Promise<void>;
  end(): Promise<void>;
}

/** Opens a study in another process. `asNobody` gives up root's rights, which would overrule the file's. */
export async function openElsewhere(
  path: string,
  options: { readonly asNobody?: boolean; readonly preload?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<OtherProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'hold-study.ts'), path], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.preload === undefined ? {} : { env: { ...process.env, ...options.env, LD_PRELOAD: options.preload } }),
    ...(options.asNobody === true ? { uid: 65_534, gid: 65_534 } : {}),
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const ended = once(child, 'exit');
  return {
    pid: child.pid,
    said: JSON.parse(line.toString()) as unknown,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
