// A study as one HTML file for a browser: the window's own program, read from the build, over the recorded study.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { collectPage, inlineScript, mapPrompt, PAGE_LIMITS, pageJson, pagePieces } from '#core/interop/index.ts';
import type { PageData, PageLimits } from '#core/interop/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { headVersion } from '#core/study/index.ts';
import type { LoggedEvent, TextRef } from '#core/study/index.ts';
import { pacedBreath } from '../breath.ts';
import { gathered } from '../write-file.ts';
import type { OpenStudy } from '../studies/index.ts';

/** Decoding so many takes a few ms. */
const READ_AT_ONCE = 50;

export interface PageOptions {
  readonly limits?: PageLimits;
  readonly signal?: AbortSignal;
}

export interface PageError {
  readonly kind: 'failed' | 'cancelled';
  readonly words: string;
}

export interface StudyPage {
  /** Of the HTML; to be gone through once. */
  readonly pieces: Iterable<string>;
  /** What did not fit, in words. */
  readonly leftOut: readonly string[];
}

/**
 * The page of a study as it stands.
 *
 * program  the folder of the build that holds the page's program, page.js and page.css
 * Errors   the program is not there, or it was stopped
 */
export async function writeStudyPage(
  study: Pick<OpenStudy, 'engine' | 'file'>,
  program: string,
  madeBy: string,
  { limits = PAGE_LIMITS, signal }: PageOptions = {},
): Promise<Result<StudyPage, PageError>> {
  let script: string;
  let style: string;
  try {
    [script, style] = await Promise.all([
      readFile(join(program, 'page.js'), 'utf8'),
      readFile(join(program, 'page.css'), 'utf8'),
    ]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const words = `The program of the page cannot be read (${error.message}). Build or install Peek again.`;
    return err({ kind: 'failed', words });
  }
  const { state } = study.engine;
  const maker = { madeBy, madeAt: new Date().toISOString() };
  const page = await collectUnlessStopped(study, maker, limits, signal);
  if (page === null) return err({ kind: 'cancelled', words: 'It was stopped.' });
  const packed = await gzipped(pageJson(page));
  const scriptHash = createHash('sha256').update(inlineScript(script)).digest('base64');
  const pieces = pagePieces({
    title: `${state.name} · a study of Peek`,
    mapText: mapPrompt(state, headVersion(state)?.id ?? '') ?? '',
    style,
    script,
    scriptHash,
    data: base64Of(packed),
  });
  return ok({ pieces, leftOut: page.leftOut });
}

class StoppedError extends Error {}

/** Null when it was stopped. */
async function collectUnlessStopped(
  study: Pick<OpenStudy, 'file'>,
  maker: { readonly madeBy: string; readonly madeAt: string },
  limits: PageLimits,
  signal: AbortSignal | undefined,
): Promise<PageData | null> {
  const paced = pacedBreath();
  const breathe = async (): Promise<void> => {
    await paced();
    if (signal?.aborted === true) throw new StoppedError();
  };
  try {
    const text = (ref: TextRef, from: number, to: number) => study.file.text(ref, from, to);
    return await collectPage({ events: eventsOf(study), text, breathe }, maker, limits);
  } catch (error) {
    if (error instanceof StoppedError) return null;
    throw error;
  }
}

async function gzipped(pieces: Iterable<string>): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  await pipeline(Readable.from(gathered(pieces)), createGzip({ level: 6 }), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) chunks.push(chunk);
  });
  return chunks;
}

/** Chunk by chunk: tens of MB at once take longer than others should wait. Three bytes make four letters. */
function* base64Of(chunks: readonly Buffer[]): Generator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

function* eventsOf({ file }: Pick<OpenStudy, 'file'>): Generator<LoggedEvent> {
  for (
    let events = file.read(0, READ_AT_ONCE);
    events.length > 0;
    events = file.read(events.at(-1)?.seq ?? 0, READ_AT_ONCE)
  ) {
    yield* events;
  }
}
