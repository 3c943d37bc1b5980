// Figures of the real window. Each part runs in a process of its own, under Xvfb where there is no display; it needs a build.
// `--minutes N` says how long the live part lasts; ten where it is not given.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { displayWrapper } from '../scripts/system-packages.mjs';
import type { Bench, Figure } from './figure.ts';

const PARTS = ['start', 'rows', 'long-run', 'steps', 'live', 'large-context'] as const;
/** A part that takes longer hangs. */
const MOST_MS = 30 * 60_000;

const minutesAt = process.argv.indexOf('--minutes');
const minutes = minutesAt === -1 ? '10' : (process.argv[minutesAt + 1] ?? '10');

export const windowBenches: readonly Bench[] = PARTS.map((part) => ({
  name: `window-${part}`,
  run: () => measure(part),
}));

function measure(part: string): readonly Figure[] {
  const tsx = join(import.meta.dirname, '..', 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const script = join(import.meta.dirname, 'window', 'measure.ts');
  const [command, ...args] = [...displayWrapper(), process.execPath, tsx, script, part, minutes];
  const ended = spawnSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], timeout: MOST_MS });
  if (ended.error !== undefined) throw ended.error;
  const last = ended.stdout.trim().split('\n').at(-1) ?? '';
  if (ended.status !== 0 || !last.startsWith('[')) throw new Error(`the window could not be measured (${part})`);
  return JSON.parse(last) as readonly Figure[];
}
