// Where main writes what nobody sees in a window: stderr, and in the desktop also a file that Help can show. Keys never
// reach it: what could hold one is redacted by whoever calls.

import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inspect } from 'node:util';

let file: string | null = null;

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
  const line = `${new Date().toISOString()} ${level} ${words}${detail}\n`;
  process.stderr.write(`[peek] ${level} ${words}${detail}\n`);
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
