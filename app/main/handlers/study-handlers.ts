// Opening, making, closing and commanding studies.

import { app, dialog } from 'electron';
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { OpenedStudy, RequestError } from '#app/bridge/index.ts';
import { replacing } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { Actor } from '#core/study/index.ts';
import { copyHandPlayedDemo, demoStudy, type Demo } from '../demo.ts';
import type { SettingsFiles } from '../settings-files.ts';
import type { StudyDesk } from '../study-desk.ts';
import type { Windows } from '../windows.ts';
import { CANCELLED, PEEK_FILES, windowOf, withStudy, type Caller, type DeskHandlers } from './callers.ts';
import type { ChosenContexts } from './chosen-contexts.ts';
import type { FileOpener } from './file-opener.ts';
import { longWork } from './long-work.ts';

type Names =
  | 'study.recent'
  | 'study.openDialog'
  | 'study.openRecent'
  | 'study.openDemo'
  | 'study.openDropped'
  | 'study.initial'
  | 'study.create'
  | 'study.close'
  | 'study.viewed'
  | 'study.command';

export interface StudyHandlerParts {
  readonly desk: StudyDesk;
  readonly settings: SettingsFiles;
  readonly windows: Windows;
  readonly contexts: ChosenContexts;
  readonly openFile: FileOpener;
  /** Who does what the window asks for. */
  readonly actor: () => Actor;
}

export function studyHandlers({
  desk,
  settings,
  windows,
  contexts,
  openFile,
  actor,
}: StudyHandlerParts): Pick<DeskHandlers, Names> {
  async function openDemo(which: Demo, caller: Caller): Promise<Result<OpenedStudy, RequestError>> {
    const path = join(app.getPath('userData'), which === 'hand-played' ? 'Demo.peek' : 'Demo, offline.peek');
    if (existsSync(path)) {
      const opened = await desk.open(path, caller);
      // Making it was cut off: nothing is lost by making it anew.
      if (opened.ok || opened.error.kind !== 'unreadable') return opened;
      rmSync(path, { force: true });
    }
    if (which === 'hand-played') {
      const copied = await copyHandPlayedDemo(path);
      return copied.ok ? desk.open(path, caller) : err({ kind: 'failed', words: copied.error.words });
    }
    const wanted = await demoStudy(actor());
    if (!wanted.ok) return err({ kind: 'failed', words: wanted.error.words });
    return longWork(caller, 'Making the demo study', ({ onProgress }) =>
      desk.create(path, wanted.value, caller, onProgress),
    );
  }

  return {
    'study.recent': () => Promise.resolve(ok(settings.recent())),
    'study.openDialog': async (_input, caller) => {
      const options = {
        title: 'Open a study or an RLM log',
        properties: ['openFile' as const],
        filters: [STUDIES_AND_LOGS, { name: 'All files', extensions: ['*'] }],
      };
      const window = windowOf(caller);
      const chosen = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
      const [path] = chosen.filePaths;
      return chosen.canceled || path === undefined ? err(CANCELLED) : openFile(path, caller);
    },
    'study.openRecent': ({ recentId }, caller) => {
      const path = settings.recentPath(recentId);
      if (path !== null) return desk.open(path, caller);
      return Promise.resolve(err({ kind: 'not-found', words: 'That study is not among the recent ones any more.' }));
    },
    'study.openDemo': ({ which }, caller) => openDemo(which, caller),
    'study.openDropped': ({ path }, caller) => openFile(path, caller),
    'study.initial': async (_input, caller) => {
      const opening = windows.openingOf(caller);
      switch (opening.kind) {
        case 'start':
          return ok(null);
        case 'demo':
          return openDemo(opening.which, caller);
        case 'gone':
          return err({ kind: 'not-found', words: goneWords(opening.paths) });
        case 'file': {
          const opened = await openFile(opening.path, caller);
          if (!opened.ok) windows.shows(caller, null);
          return opened;
        }
      }
    },
    'study.create': async ({ name, contextHandle, queries, settings: studySettings }, caller) => {
      const context = contexts.take(contextHandle, caller);
      if (context === null)
        return err({ kind: 'not-found', words: 'Choose the context again; it is not held any more.' });
      const options = {
        title: 'Save the new study',
        defaultPath: join(app.getPath('documents'), `${fileNameOf(name)}.peek`),
        filters: [PEEK_FILES],
      };
      const window = windowOf(caller);
      const chosen = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
      if (chosen.canceled || chosen.filePath === '') return err(CANCELLED);
      const path = /\.peek$/i.test(chosen.filePath) ? chosen.filePath : `${chosen.filePath}.peek`;
      const wanted = { name, label: null, settings: studySettings, context, queries, actor: actor() };
      // The dialog has asked whether to replace a file there.
      const made = await longWork(caller, `Making ${name}`, ({ onProgress }) =>
        replacing(path, () => desk.create(path, wanted, caller, onProgress)),
      );
      if (made.ok) contexts.forget(caller);
      return made;
    },
    'study.close': async ({ handle }, caller) => {
      await desk.close(handle, caller);
      return ok(null);
    },
    'study.viewed': ({ handle, view }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => {
        windows.viewed(caller, study.path, view);
        return ok(null);
      }),
    'study.command': async ({ handle, command }, caller) => {
      const done = await withStudy(desk, handle, caller, ({ study }) => study.engine.do(command, actor()));
      if (done.ok) return done;
      const { kind, words } = done.error;
      return err({
        kind:
          kind === 'not-found' || kind === 'unreadable' || kind === 'bad-input' || kind === 'failed' ? 'unknown' : kind,
        words,
      });
    },
  };
}

const STUDIES_AND_LOGS = { name: 'Peek studies and RLM logs', extensions: ['peek', 'jsonl'] };

function goneWords(paths: readonly string[]): string {
  const names = paths.map((path) => basename(path)).join(', ');
  return paths.length === 1
    ? `${names} was open last time, and is not in its place any more. If it was moved, choose Open to find it.`
    : `${names} were open last time, and are not in their places any more. If they were moved, choose Open to find them.`;
}

/** A name as a file name that every system takes. */
function fileNameOf(name: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are among what file names may not hold
  const cleaned = name.replace(/[\u0000-\u001f<>:"/\\|?*]+/g, '-').replace(/^[.\s-]+|[.\s-]+$/g, '');
  return cleaned === '' ? 'study' : cleaned.slice(0, 100);
}
