// What every handler needs: who asked, in which window, and the study a handle stands for.

import { BrowserWindow, type WebContents } from 'electron';
import type { Handlers, RequestError } from '#app/bridge/index.ts';
import { err, type Result } from '#core/result.ts';
import { StorageFailure } from '#core/study/index.ts';
import type { DeskStudy, StudyDesk } from '../study-desk.ts';

export type Caller = WebContents;
export type DeskHandlers = Handlers<Caller>;

export function windowOf(caller: Caller): Electron.BrowserWindow | null {
  return BrowserWindow.fromWebContents(caller);
}

/** Runs `work` with the study, or says that this window does not have it open, or that its file cannot be used any more. */
export async function withStudy<T, E>(
  desk: StudyDesk,
  handle: string,
  caller: Caller,
  work: (study: DeskStudy) => Promise<Result<T, E>> | Result<T, E>,
): Promise<Result<T, E | RequestError>> {
  const found = desk.find(handle, caller);
  if (found === null) return err(NOT_OPEN);
  try {
    return await work(found);
  } catch (error) {
    if (error instanceof StorageFailure) return err({ kind: 'storage', words: error.message });
    throw error;
  }
}

const NOT_OPEN: RequestError = {
  kind: 'not-found',
  words: 'This study is not open in this window any more. Open it again.',
};

export const PEEK_FILES = { name: 'Peek studies', extensions: ['peek'] };

export const CANCELLED: RequestError = { kind: 'cancelled', words: 'Nothing was chosen.' };
