// One version of the map of a recent study, read without opening the study in a window.

import type { MapElsewhere, RequestError } from '#app/bridge/index.ts';
import type { Studies } from '#core/node/index.ts';
import { mapPrompt } from '#core/interop/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { headVersion } from '#core/study/index.ts';
import type { SettingsFiles } from './settings-files.ts';
import { requestErrorOf } from './study-desk.ts';

/** versionId: null is the head of the study's current branch. */
export async function mapElsewhere(
  settings: SettingsFiles,
  studies: Studies,
  recentId: string,
  versionId: string | null,
): Promise<Result<MapElsewhere, RequestError>> {
  const recent = settings.recent().find((each) => each.recentId === recentId);
  const path = settings.recentPath(recentId);
  if (recent === undefined || path === null)
    return err({ kind: 'not-found', words: 'That study is not among the recent ones any more.' });
  const opened = studies.open(path, { readOnly: true });
  if (!opened.ok) return err(requestErrorOf(opened.error));
  const study = opened.value;
  try {
    const { state } = study.engine;
    const version = versionId === null ? headVersion(state) : state.versions.get(versionId);
    if (version === undefined || version === null)
      return err({ kind: 'not-found', words: `${recent.fileName} has no version ${versionId ?? ''}.` });
    return ok({
      name: state.name,
      fileName: recent.fileName,
      versionId: version.id,
      versionIds: [...state.versions.keys()],
      map: version.map,
      tokens: version.tokens,
      budgetTokens: version.budgetTokens,
      text: mapPrompt(state, version.id) ?? '',
    });
  } finally {
    await study.close();
  }
}
