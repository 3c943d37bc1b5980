// Long work of main's own, done in slices so that other requests have their turn in between.

import { breathe } from '#core/node/index.ts';
import type { RequestError } from '#app/bridge/index.ts';
import type { Going } from './long-work.ts';

/** How long a slice may hold up everything else. Ours. */
const SLICE_MS = 12;
/** What is over sooner tells nothing of itself, and progress comes no oftener than that. Ours. */
const TOLD_AFTER_MS = 400;
const TOLD_EVERY_MS = 150;

export const STOPPED: RequestError = { kind: 'cancelled', words: 'It was stopped.' };

/**
 * Goes through steps that each take a moment.
 *
 * steps  yields how much is done (0…1) and returns the result
 * Returns the result; null when it was stopped
 */
export async function inSlices<T>(
  steps: Generator<number, T, undefined>,
  { signal, onProgress }: Going,
): Promise<T | null> {
  const begun = performance.now();
  let since = begun;
  let told = begun + TOLD_AFTER_MS - TOLD_EVERY_MS;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const now = performance.now();
    if (now - since < SLICE_MS) continue;
    if (now - told >= TOLD_EVERY_MS) {
      told = now;
      onProgress('', step.value);
    }
    await breathe();
    if (signal.aborted) return null;
    since = performance.now();
  }
}
