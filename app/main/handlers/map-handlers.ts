// Maps of any version: as text, exported, and what a change would make of the current one before anybody commits to it.

import type { RequestError } from '#app/bridge/index.ts';
import { renderMap } from '#core/map/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import type { StudyDesk } from '../study-desk.ts';
import { withStudy, type DeskHandlers } from './callers.ts';

type Names =
  | 'study.search'
  | 'study.verify'
  | 'preview.review'
  | 'preview.command'
  | 'preview.whatIf'
  | 'map.text'
  | 'export.text'
  | 'export.save';

export function mapHandlers(desk: StudyDesk): Pick<DeskHandlers, Names> {
  return {
    'study.search': notYet,
    'study.verify': notYet,
    'preview.review': notYet,
    'preview.command': notYet,
    'preview.whatIf': notYet,
    'map.text': ({ handle, versionId }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => {
        const version = study.engine.state.versions.get(versionId);
        if (version !== undefined) return ok(renderMap(version.map));
        return err<RequestError>({ kind: 'not-found', words: `There is no version ${versionId}.` });
      }),
    'export.text': notYet,
    'export.save': notYet,
  };
}

function notYet(): Promise<Result<never, RequestError>> {
  return Promise.resolve(err({ kind: 'refused', words: 'This cannot be done yet.' }));
}
