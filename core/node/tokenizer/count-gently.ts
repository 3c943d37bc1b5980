// Counts a text of any size without holding up the caller's thread for more than some ms.

import type { TokenizerName } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { countLarge } from './count-large.ts';
import type { CountLargeError, CountLargeOptions } from './count-large.ts';
import { tokenCounter } from './tokenizer.ts';

/** Up to so many characters are counted at once, in some ms; to start a worker takes longer. Ours. */
const SMALL_CHARS = 32 * 1_024;

/**
 * The tokens of a text, with the same result as tokenCounter.
 *
 * options  as for countLarge; a small text is counted in one go, so of it no progress is told
 * Errors   as of countLarge
 */
export async function countGently(
  name: TokenizerName,
  text: string,
  options: CountLargeOptions,
): Promise<Result<number, CountLargeError>> {
  if (options.signal.aborted) return err({ kind: 'cancelled' });
  if (name === 'estimate' || text.length <= SMALL_CHARS) return ok(tokenCounter(name)(text));
  return countLarge(name, text, options);
}
