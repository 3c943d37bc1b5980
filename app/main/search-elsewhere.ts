// Searching a recent study without opening it in a window: it is opened to read, whoever else has it open.

import type { RequestError, SearchStep } from '#app/bridge/index.ts';
import { openStudyFile, StoreFailure, type SearchOptions } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { SettingsFiles } from './settings-files.ts';
import { requestErrorOf } from './study-desk.ts';

export async function searchElsewhere(
  settings: SettingsFiles,
  recentId: string,
  text: string,
  options: SearchOptions,
): Promise<Result<SearchStep, RequestError>> {
  const path = settings.recentPath(recentId);
  if (path === null) return err({ kind: 'not-found', words: 'That study is not among the recent ones any more.' });
  const opened = openStudyFile(path, { readOnly: true });
  if (!opened.ok) return err(requestErrorOf(opened.error));
  try {
    return ok(await opened.value.search(text, options));
  } catch (error) {
    if (error instanceof StoreFailure) return err(requestErrorOf(error.error));
    throw error;
  } finally {
    opened.value.close();
  }
}
