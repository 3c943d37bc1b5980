// A study file made of a log of the RLM library. It is written beside its place and put there once it is whole.

import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { createRlmLogReader, isRlmLog, RLM_LOG_HEAD_BYTES } from '#core/interop/index.ts';
import type { LogFacts, LogStep } from '#core/interop/index.ts';
import { PRESETS } from '#core/lm/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { DEFAULT_SETTINGS, type StudySettings } from '#core/study/index.ts';
import { pacedBreath } from '../breath.ts';
import { contextOfText } from '../context-file/index.ts';
import { removeStudyFile } from '../replacing.ts';
import { createStudyFile, StoreFailure, storeErrorOf, type StudyFile } from '../store/index.ts';
import { fillStudy } from './fill-study.ts';
import type { ImportedLog, ImportOptions, LogImportError } from './open-study.ts';
import { readLines } from './read-lines.ts';

/** Longer lines are not read: a string of them could not be made. Ours. */
const MAX_LINE_BYTES = 256_000_000;

/** The most that is taken over from a log's settings: more would be no limit for a run of ours. */
const MOST_ITERATIONS = 1_000;
const MOST_DEPTH = 10;

/** False too for what cannot be read: whoever opens it hears why. */
export async function isRlmLogFile(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r');
    try {
      const head = Buffer.alloc(RLM_LOG_HEAD_BYTES);
      const { bytesRead } = await file.read(head, 0, head.length, 0);
      return isRlmLog(head.toString('utf8', 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return false;
  }
}

/**
 * logPath  the log; only read
 * path     the study to make; what is there already is left as it is
 */
export async function importRlmLog(
  logPath: string,
  path: string,
  options: ImportOptions & { readonly appVersion: string },
): Promise<Result<ImportedLog, LogImportError>> {
  if (existsSync(path)) {
    return err({ kind: 'exists', words: `${basename(path)} is already there. Choose another name.` });
  }
  const part = `${path}.${randomUUID()}.part`;
  const made = createStudyFile(part);
  if (!made.ok) return made;
  const file = made.value;
  try {
    const filled = await fill(file, logPath, path, options);
    file.close();
    if (filled.ok) renameSync(part, path);
    return filled;
  } catch (error) {
    if (error instanceof StoreFailure) return err(error.error);
    if (error instanceof Error && 'code' in error) return err(storeErrorOf(error, logPath));
    throw error;
  } finally {
    file.close();
    removeStudyFile(part);
  }
}

async function fill(
  file: StudyFile,
  logPath: string,
  path: string,
  { appVersion, actor, signal, onProgress = () => undefined }: ImportOptions & { readonly appVersion: string },
): Promise<Result<ImportedLog, LogImportError>> {
  const fileName = basename(logPath);
  const reader = createRlmLogReader({
    fileName,
    decode: (bytes, from, to) => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8'),
    keep: (text) => file.keep(text),
  });
  const breath = pacedBreath();
  let lines = 0;
  let told = 0;
  const study = { isBegun: false };
  /** What comes before the context is known. */
  const waiting: LogStep[] = [];
  const begin = async (): Promise<void> => {
    study.isBegun = true;
    const name = basename(path).replace(/\.peek$/i, '');
    const { text, format } = reader.facts.context ?? { text: '', format: 'text' };
    const context = await contextOfText(text, text === '' ? `none in ${fileName}` : `context of ${fileName}`, format);
    const wanted = { name, label: null, settings: settingsOf(reader.facts), context, queries: [], actor };
    await fillStudy(file, wanted, appVersion, onProgress);
    append(file, waiting);
  };
  for await (const { bytes, number, fraction } of readLines(logPath, MAX_LINE_BYTES)) {
    if (signal?.aborted === true) return err({ kind: 'cancelled', words: 'Bringing in the log was stopped.' });
    lines = number;
    const steps = bytes === null ? reader.skip(number, TOO_LONG) : reader.take(withoutMark(bytes, number), number);
    if (study.isBegun) append(file, steps);
    else {
      waiting.push(...steps);
      if (reader.isSettled) await begin();
    }
    if (fraction - told >= TOLD_EVERY) {
      told = fraction;
      onProgress(`Reading ${fileName}`, fraction);
    }
    await breath();
  }
  const last = reader.end();
  if (reader.completions === 0) return err(notALog(fileName));
  if (!study.isBegun) await begin();
  append(file, last);
  return ok({ completions: reader.completions, lines });
}

/** Of the file; telling each of a hundred thousand lines would take longer than reading them. */
const TOLD_EVERY = 0.01;

const TOO_LONG = 'It is too long to be read and was left out.';

function append(file: StudyFile, steps: readonly LogStep[]): void {
  for (const { at, events } of steps) file.append(events, at ?? undefined);
}

/** A byte order mark belongs to no line. */
function withoutMark(bytes: Uint8Array, number: number): Uint8Array {
  return number === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function notALog(fileName: string): LogImportError {
  return {
    kind: 'not-a-log',
    words: `There is no iteration of an RLM in ${fileName}. A log of the RLM library has one JSON object a line, of the types "metadata" and "iteration".`,
  };
}

/**
 * What the log was run with, as far as it says so and Peek has it. Addresses of servers are never taken from it: a log of
 * somebody else's must not tell where the reader's keys are sent.
 */
function settingsOf({ metadata, protocol }: LogFacts): StudySettings {
  const { models, agent, method } = DEFAULT_SETTINGS;
  const preset = PRESETS.some(({ id }) => id === metadata.backend) ? metadata.backend : 'custom';
  return {
    ...DEFAULT_SETTINGS,
    models: { ...models, provider: 'openai', preset, root: metadata.rootModel },
    agent: {
      ...agent,
      protocol,
      maxIterations: within(metadata.maxIterations, agent.maxIterations, MOST_ITERATIONS),
      maxDepth: within(metadata.maxDepth, agent.maxDepth, MOST_DEPTH),
    },
    method: { ...method, kind: 'none' },
  };
}

function within(value: number | null, usual: number, most: number): number {
  return value === null ? usual : Math.min(most, Math.max(1, value));
}
