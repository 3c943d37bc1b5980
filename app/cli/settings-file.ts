// `--settings FILE`: any of a study's settings at once, in the form that `peek settings STUDY` prints them. A file need
// hold only what differs; a name that no setting has is refused, so that a slip of the pen is not taken for agreement.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { StudySettings } from '#core/study/index.ts';
import { CliExit } from './cli-exit.ts';

/** `from` with what the file says put over it; not yet checked against the settings' schema. */
export function withSettingsFile(path: string, from: StudySettings): unknown {
  return over(from, readJson(path), [], path);
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(resolve(path), 'utf8');
  } catch (error) {
    throw new CliExit(2, `The settings file ${path} cannot be read (${codeOf(error)}).`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CliExit(2, `The settings file ${path} is not JSON: ${error instanceof Error ? error.message : ''}`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function over(base: unknown, change: unknown, place: readonly string[], path: string): unknown {
  if (!isRecord(base)) return change;
  if (!isRecord(change)) {
    throw new CliExit(2, `${path}: ${place.join('.') || 'the whole'} must be an object of settings.`);
  }
  const merged = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(change)) {
    if (!merged.has(name)) {
      const known = [...merged.keys()].join(', ');
      throw new CliExit(2, `${path}: there is no setting ${[...place, name].join('.')}. Known there: ${known}.`);
    }
    merged.set(name, over(merged.get(name), value, [...place, name], path));
  }
  return Object.fromEntries(merged);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
