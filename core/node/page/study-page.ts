// A study as one HTML file for a browser: the window's own program, read from the build, over the recorded study.

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { collectPage, inlineScript, mapPrompt, PAGE_LIMITS, pageHtml } from '#core/interop/index.ts';
import type { PageLimits } from '#core/interop/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { headVersion } from '#core/study/index.ts';
import type { LoggedEvent } from '#core/study/index.ts';
import { breathe } from '../context-file/index.ts';
import type { OpenStudy } from '../studies/index.ts';

const READ_AT_ONCE = 500;

export interface StudyPage {
  readonly html: string;
  /** What did not fit, in words. */
  readonly leftOut: readonly string[];
}

/**
 * The page of a study as it stands.
 *
 * program  the folder of the build that holds the page's program, page.js and page.css
 * Errors   the program is not there
 */
export async function writeStudyPage(
  study: OpenStudy,
  program: string,
  madeBy: string,
  limits: PageLimits = PAGE_LIMITS,
): Promise<Result<StudyPage, { readonly words: string }>> {
  let script: string;
  let style: string;
  try {
    [script, style] = await Promise.all([
      readFile(join(program, 'page.js'), 'utf8'),
      readFile(join(program, 'page.css'), 'utf8'),
    ]);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return err({ words: `The program of the page cannot be read (${error.message}). Build or install Peek again.` });
  }
  const { state } = study.engine;
  const page = await collectPage(
    { events: eventsOf(study), text: (ref, from, to) => study.file.text(ref, from, to), breathe },
    { madeBy, madeAt: new Date().toISOString() },
    limits,
  );
  const packed = await promisify(gzip)(JSON.stringify(page), { level: 6 });
  const html = pageHtml({
    title: `${state.name} · a study of Peek`,
    mapText: mapPrompt(state, headVersion(state)?.id ?? '') ?? '',
    style,
    script,
    scriptHash: createHash('sha256').update(inlineScript(script)).digest('base64'),
    data: packed.toString('base64'),
  });
  return ok({ html, leftOut: page.leftOut });
}

function* eventsOf({ file }: OpenStudy): Generator<LoggedEvent> {
  for (
    let events = file.read(0, READ_AT_ONCE);
    events.length > 0;
    events = file.read(events.at(-1)?.seq ?? 0, READ_AT_ONCE)
  ) {
    yield* events;
  }
}
