// Searching every recent study. Each is opened to read, whoever else has it open, and answers from the index in its own file,
// so that a search over twenty studies takes no longer than opening them.

import type { FoundInStudy } from '#app/bridge/index.ts';
import { breathe, openStudyFile } from '#core/node/index.ts';
import type { SettingsFiles } from './settings-files.ts';

/** The studies in which something was found, or that could not be read; the latest opened first. */
export async function searchRecent(
  settings: SettingsFiles,
  text: string,
  limit: number,
): Promise<readonly FoundInStudy[]> {
  const found: FoundInStudy[] = [];
  for (const { recentId, name, fileName, missing } of settings.recent()) {
    const path = settings.recentPath(recentId);
    if (missing || path === null) continue;
    const opened = openStudyFile(path, { readOnly: true });
    if (!opened.ok) {
      found.push({ recentId, name, fileName, hits: [], problem: opened.error.words });
      continue;
    }
    const { hits, complete } = opened.value.search(text, limit);
    opened.value.close();
    const problem = complete ? null : 'Its latest events are not indexed yet; open it to search all of it.';
    if (hits.length > 0 || problem !== null) found.push({ recentId, name, fileName, hits, problem });
    await breathe();
  }
  return found;
}
