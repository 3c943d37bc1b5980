// Keys: the window may set one and ask whether there is one; it can never read one.

import { err, ok } from '#core/result.ts';
import type { RequestError } from '#app/bridge/index.ts';
import type { ModelSettings } from '#core/study/index.ts';
import type { Services } from '../services.ts';
import type { StudyDesk } from '../study-desk.ts';
import { withStudy, type DeskHandlers } from './callers.ts';

type Names = 'keys.state' | 'keys.set' | 'keys.clear' | 'models.test' | 'models.prices' | 'manual.reply';

export function keyHandlers(
  { keys, test, prices }: Pick<Services, 'keys' | 'test' | 'prices'>,
  desk: StudyDesk,
): Pick<DeskHandlers, Names> {
  const nobodyAsked: RequestError = { kind: 'not-found', words: 'Nobody waits for this reply any more.' };
  return {
    'keys.state': ({ preset }) => Promise.resolve(ok(keys.state(preset))),
    'keys.set': ({ preset, key, remember }) => keys.set(preset, key, remember),
    'keys.clear': ({ preset }) => keys.clear(preset),
    'models.prices': ({ models }) => {
      const list = prices();
      const unpriced = modelsIn(models).filter((model) => list.priceOf(model, models.preset) === null);
      return Promise.resolve(ok({ unpriced, version: list.version, date: list.date }));
    },
    'models.test': async ({ models }) => ok(await test(models)),
    'manual.reply': ({ handle, callId, text }, caller) =>
      withStudy(desk, handle, caller, (open) => (open.replyManually(callId, text) ? ok(null) : err(nobodyAsked))),
  };
}

/** Every model that is named, once; those of one's own machine cost nothing, the others need a price. */
function modelsIn({
  provider,
  root,
  sub,
  distiller,
  cartographer,
  judge,
  embedding,
}: ModelSettings): readonly string[] {
  if (provider !== 'openai') return [];
  const models = [root, sub, distiller, cartographer, judge, embedding];
  const named = models.flatMap((model) => (model === null || model === '' ? [] : [model]));
  return [...new Set(named)];
}
