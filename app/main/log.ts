// Where main writes what nobody sees in a window: stderr, and in the desktop also a file that Help can show. Keys never
// reach it: every line is redacted here.

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';
import { redact } from '#core/lm/index.ts';

let file: string | null = null;
let knownKeys: () => readonly string[] = () => [];

/** From now on these are taken out of every line; what has the shape of a key always is. */
export function hideInLog(keys: () => readonly string[]): void {
  knownKeys = keys;
}

/** Number of ours: one old log of this size is kept beside the new one. */
const MAX_LOG_BYTES = 2_000_000;

/** From now on the log also goes to this file. */
export function logTo(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
  file = path;
}

function write(level: string, words: string, error?: unknown): void {
  const detail = error === undefined ? '' : `: ${detailOf(error)}`;
  const said = redact(`${words}${detail}`, knownKeys());
  const line = `${new Date().toISOString()} ${level} ${said}\n`;
  process.stderr.write(`[peek] ${level} ${said}\n`);
  if (file === null) return;
  try {
    appendFileSync(file, line);
  } catch (failure) {
    process.stderr.write(`[peek] the log file cannot be written: ${String(failure)}\n`);
    file = null;
  }
}

function detailOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}

export const log = {
  info: (words: string) => write('info', words),
  warn: (words: string, error?: unknown) => write('warn', words, error),
  error: (words: string, error?: unknown) => write('error', words, error),
};
