// A small JSON file of the app's own (preferences, recent studies, window places): read with a schema, written whole and
// renamed into place, so that a crash leaves the old or the new one. What cannot be read falls back, with a log line.

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { writeWhole } from '#core/node/index.ts';
import { log } from './log.ts';

export interface JsonFile<T> {
  read(): T;
  write(value: T): void;
}

export function jsonFile<T>(path: string, schema: z.ZodType<T>, fallback: T): JsonFile<T> {
  let current: T | null = null;
  return {
    read() {
      current ??= load(path, schema) ?? fallback;
      return current;
    },
    write(value) {
      current = value;
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeWhole(path, `${JSON.stringify(value, null, 2)}\n`);
      } catch (error) {
        log.warn(`${path} could not be written; the change lasts until Peek ends`, error);
      }
    },
  };
}

function load<T>(path: string, schema: z.ZodType<T>): T | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log.warn(`${path} is not readable`, error);
    return null;
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    log.warn(`${path} was not understood and is ignored`, error);
    return null;
  }
}
