// What a host in a plain browser answers of the place it runs in: no main process, no key store, preferences until the page is
// left.

import type { Preferences, RequestFailure, RequestInput, RequestName, RequestOutput } from '#app/bridge/index.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { DEFAULT_PREFERENCES } from '../store/view-slice.ts';

export type Answer<N extends RequestName> = Result<RequestOutput<N>, RequestFailure<N>>;

type Names = 'app.info' | 'preferences.read' | 'preferences.write';
type BrowserAnswers = { readonly [N in Names]: (input: RequestInput<N>) => Answer<N> };

/** `platform` as the window's About calls this place, with what it keeps of keys. */
export function browserAnswers(version: string, platform: string, keyStoreWords: string): BrowserAnswers {
  let preferences: Preferences = DEFAULT_PREFERENCES;
  return {
    'app.info': () => ok({ version, electron: '–', chrome: '–', node: '–', platform, keyStore: 'none', keyStoreWords }),
    'preferences.read': () => ok(preferences),
    'preferences.write': (change) => {
      preferences = { ...preferences, ...definedOnly(change) };
      return ok(preferences);
    },
  };
}

function definedOnly<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
