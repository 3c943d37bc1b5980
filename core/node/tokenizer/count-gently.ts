// Counts a text of any size without holding up the caller's thread for more than some ms.

import type { TokenizerName } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { breathe } from '../breath.ts';
import { countLarge, piecesOf } from './count-large.ts';
import type { CountLargeError, CountLargeOptions } from './count-large.ts';
import { tokenCounter } from './tokenizer.ts';

/** Counted in one breath, in some ms. Ours. */
const PIECE_CHARS = 32 * 1_024;
/**
 * A longer text is worth a worker, which begins by loading ranks of its own: a second of a processor, in which so much is
 * counted here, breath by breath. Ours.
 */
const WORTH_A_WORKER_CHARS = 4 * 1_024 * 1_024;

/**
 * The tokens of a text, with the same result as tokenCounter.
 *
 * options  as for countLarge
 * Errors   as of countLarge
 */
export async function countGently(
  name: TokenizerName,
  text: string,
  options: CountLargeOptions,
): Promise<Result<number, CountLargeError>> {
  const isCancelled = () => options.signal.aborted;
  if (isCancelled()) return err({ kind: 'cancelled' });
  if (name === 'estimate') return ok(tokenCounter(name)(text));
  if (text.length > WORTH_A_WORKER_CHARS) return countLarge(name, text, options);
  const count = tokenCounter(name);
  let tokens = 0;
  for (const [piece, done] of piecesOf(text, PIECE_CHARS)) {
    tokens += count(piece);
    options.onProgress?.(done, text.length);
    await breathe();
    if (isCancelled()) return err({ kind: 'cancelled' });
  }
  return ok(tokens);
}
