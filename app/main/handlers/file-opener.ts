// Opening a file, whatever it is: a study is opened; a log of the RLM library becomes a study first, in a place of the user's
// choice.

import { dialog } from 'electron';
import { basename, extname } from 'node:path';
import type { OpenedStudy, RequestError } from '#app/bridge/index.ts';
import { isRlmLogFile, replacing, type FileError, type LogImportError, type Studies } from '#core/node/index.ts';
import { err, type Result } from '#core/result.ts';
import type { Actor } from '#core/study/index.ts';
import { requestErrorOf, type StudyDesk } from '../study-desk.ts';
import { CANCELLED, PEEK_FILES, windowOf, type Caller } from './callers.ts';
import { longWork } from './long-work.ts';

export type FileOpener = (path: string, caller: Caller) => Promise<Result<OpenedStudy, RequestError>>;

export function fileOpener(desk: StudyDesk, studies: Studies, actor: () => Actor): FileOpener {
  async function openLog(logPath: string, caller: Caller): Promise<Result<OpenedStudy, RequestError>> {
    const chosen = await chooseStudy(logPath, caller);
    if (chosen === null) return err(CANCELLED);
    const imported = await longWork(caller, `Bringing in ${basename(logPath)}`, (going) =>
      // The dialog has asked whether to replace a file there.
      replacing(chosen, () => studies.importLog(logPath, chosen, { actor: actor(), ...going })),
    );
    return imported.ok ? desk.open(chosen, caller) : err(inWords(imported.error));
  }
  return async (path, caller) => ((await isRlmLogFile(path)) ? openLog(path, caller) : desk.open(path, caller));
}

/** Beside the log, unless the user wants it elsewhere. */
async function chooseStudy(logPath: string, caller: Caller): Promise<string | null> {
  const options = {
    title: `Save the study of ${basename(logPath)}`,
    defaultPath: `${logPath.slice(0, -extname(logPath).length || undefined)}.peek`,
    filters: [PEEK_FILES],
  };
  const window = windowOf(caller);
  const chosen = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  if (chosen.canceled || chosen.filePath === '') return null;
  return /\.peek$/i.test(chosen.filePath) ? chosen.filePath : `${chosen.filePath}.peek`;
}

function inWords(error: LogImportError | FileError): RequestError {
  switch (error.kind) {
    case 'cancelled':
    case 'storage':
      return { kind: error.kind, words: error.words };
    case 'not-a-log':
      return { kind: 'bad-input', words: error.words };
    default:
      return requestErrorOf(error);
  }
}
