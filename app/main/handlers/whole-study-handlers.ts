// What concerns a study as a whole: search, the determinism check, and exports written to files of the user's choice.

import { app, dialog } from 'electron';
import { basename, join } from 'node:path';
import type { ExportFormat, RequestError } from '#app/bridge/index.ts';
import {
  hashText,
  isSameFile,
  tokenCounter,
  writePieces,
  writeStudyPage,
  type OpenStudy,
  type Studies,
} from '#core/node/index.ts';
import { memorySpanPieces } from '#core/interop/index.ts';
import { writeCassette } from '#core/lm/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { createLogCheck, type Verification } from '#core/study/index.ts';
import { cassetteOf } from '#core/study/replay/index.ts';
import { mapElsewhere } from '../map-elsewhere.ts';
import { searchElsewhere } from '../search-elsewhere.ts';
import type { SettingsFiles } from '../settings-files.ts';
import type { StudyDesk } from '../study-desk.ts';
import { CANCELLED, windowOf, withStudy, type Caller, type DeskHandlers } from './callers.ts';
import { inSlices, STOPPED } from './in-slices.ts';
import { longWork } from './long-work.ts';
import { exported } from './map-handlers.ts';

type Names = 'study.search' | 'studies.search' | 'studies.map' | 'study.verify' | 'export.save';

export function wholeStudyHandlers(
  desk: StudyDesk,
  settings: SettingsFiles,
  studies: Studies,
): Pick<DeskHandlers, Names> {
  return {
    'study.search': ({ handle, text, limit, before }, caller) =>
      withStudy(desk, handle, caller, async ({ study: { file } }) =>
        ok(await file.search(text, { limit, before, forMs: SEARCH_MS })),
      ),
    'studies.search': ({ recentId, text, limit, before }) =>
      searchElsewhere(settings, recentId, text, { limit, before, forMs: SEARCH_MS }),
    'studies.map': ({ recentId, versionId }) => mapElsewhere(settings, studies, recentId, versionId),
    'study.verify': ({ handle }, caller) =>
      withStudy(desk, handle, caller, ({ study }) =>
        longWork(caller, 'Checking the study', async (going) => {
          const result = await inSlices(verifyInSteps(study), going);
          if (result === null) return err(STOPPED);
          const { words, differences } = result;
          return ok({ words, differences: differences.map((each) => `${each.versionId}: ${each.words}`) });
        }),
      ),
    'export.save': ({ handle, versionId, format, trimmed }, caller) =>
      withStudy(desk, handle, caller, async ({ study }) => {
        const chosen = await chooseFile(format, study, caller);
        if (chosen === null) return err(CANCELLED);
        if (isSameFile(chosen, study.path)) return err(ITSELF);
        return longWork(caller, 'Exporting', async ({ signal, onProgress }) => {
          const content = await exportOf(study, versionId, format, trimmed ?? false, signal);
          if (!content.ok) return content;
          const { pieces, leftOut } = content.value;
          const told = writingProgress(onProgress);
          const written = await writePieces(chosen, pieces, { signal, onProgress: told });
          return written.ok ? ok({ fileName: basename(chosen), leftOut }) : written;
        });
      }),
  };
}

const ITSELF: RequestError = { kind: 'refused', words: 'An export cannot take the place of its own study.' };

/** How long a search goes on before it answers with what there is: about as long as nobody waits. A number of ours. */
const SEARCH_MS = 150;

/** The page's program in the build (app/renderer/share). */
const PAGE_PROGRAM = join(import.meta.dirname, '../share');

const ENDINGS: Readonly<Record<ExportFormat, string>> = {
  json: 'map.json',
  prompt: 'map.txt',
  markdown: 'map.md',
  html: 'html',
  cassette: 'cassette.json',
  otel: 'otel.json',
};

interface Exported {
  readonly pieces: Iterable<string>;
  readonly leftOut: readonly string[];
}

async function exportOf(
  study: OpenStudy,
  versionId: string,
  format: ExportFormat,
  trimmed: boolean,
  signal: AbortSignal,
): Promise<Result<Exported, RequestError>> {
  switch (format) {
    case 'json':
    case 'prompt':
    case 'markdown': {
      const pieces = exported(study.engine.state, versionId, format);
      return pieces.ok ? ok({ pieces: pieces.value, leftOut: [] }) : pieces;
    }
    case 'cassette':
      return ok({ pieces: writeCassette(cassetteOf(study.file, hashText, trimmed)), leftOut: [] });
    case 'otel': {
      const pieces = memorySpanPieces(study.file, { appVersion: app.getVersion(), hash: hashText });
      return ok({ pieces, leftOut: [] });
    }
    case 'html':
      return writeStudyPage(study, PAGE_PROGRAM, `Peek ${app.getVersion()}`, { signal });
  }
}

/** What takes long enough to be watched says how far it is. */
const TOLD_EVERY_CHARS = 20_000_000;

function writingProgress(onProgress: (words: string, fraction: number | null) => void): (chars: number) => void {
  let told = 0;
  return (chars) => {
    if (chars - told < TOLD_EVERY_CHARS) return;
    told = chars;
    onProgress(`${String(Math.round(chars / 1_000_000))} MB written`, null);
  };
}

async function chooseFile(format: ExportFormat, study: OpenStudy, caller: Caller): Promise<string | null> {
  const name = `${basename(study.path).replace(/\.peek$/i, '')}.${ENDINGS[format]}`;
  const ending = ENDINGS[format].split('.').at(-1) ?? 'txt';
  const options = {
    title: 'Export',
    defaultPath: join(app.getPath('documents'), name),
    filters: [{ name: format, extensions: [ending] }],
  };
  const window = windowOf(caller);
  const chosen = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  return chosen.canceled || chosen.filePath === '' ? null : chosen.filePath;
}

/** Read at once; decoding so many takes a few ms. */
const PAGE = 100;

function* verifyInSteps({ file, engine }: OpenStudy): Generator<number, Verification, undefined> {
  const check = createLogCheck({ counter: tokenCounter, hash: hashText });
  const last = Math.max(1, engine.state.seq);
  for (let events = file.read(0, PAGE); events.length > 0; events = file.read(events.at(-1)?.seq ?? 0, PAGE)) {
    for (const event of events) {
      check.take(event);
      yield event.seq / last;
    }
  }
  return check.result();
}
