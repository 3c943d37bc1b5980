// Keys: the window may set one and ask whether there is one; it can never read one.

import { err, ok } from '#core/result.ts';
import type { ConnectionReport, RequestError } from '#app/bridge/index.ts';
import type { ModelSettings } from '#core/study/index.ts';
import type { Keys } from '../keys.ts';
import type { StudyDesk } from '../study-desk.ts';
import { withStudy, type DeskHandlers } from './callers.ts';

type Names = 'keys.state' | 'keys.set' | 'keys.clear' | 'models.test' | 'manual.reply';

export function keyHandlers(
  keys: Keys,
  desk: StudyDesk,
  test: (models: ModelSettings) => Promise<ConnectionReport>,
): Pick<DeskHandlers, Names> {
  const nobodyAsked: RequestError = { kind: 'not-found', words: 'Nobody waits for this reply any more.' };
  return {
    'keys.state': ({ preset }) => Promise.resolve(ok(keys.state(preset))),
    'keys.set': ({ preset, key, remember }) => keys.set(preset, key, remember),
    'keys.clear': ({ preset }) => keys.clear(preset),
    'models.test': async ({ models }) => ok(await test(models)),
    'manual.reply': ({ handle, callId, text }, caller) =>
      withStudy(desk, handle, caller, (open) => (open.replyManually(callId, text) ? ok(null) : err(nobodyAsked))),
  };
}
