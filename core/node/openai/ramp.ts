// How calls to one server begin: when more of them are in flight than ever since it was last left alone, a little apart.
// What begins in one heap is answered in one, round after round, and each answer then waits for those before it.

import { waitUntil } from './wait-until.ts';

/** Between two such calls, in ms (ours: somewhat more than a call costs this side). */
export const APART_MS = 0.8;

export interface Ramp {
  /**
   * Runs `call` when its turn has come, or the signal fires. One that takes over from another that ended, or comes alone,
   * begins at once.
   */
  begin<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T>;
}

export function createRamp(): Ramp {
  let inFlight = 0;
  let most = 0;
  let lastBegins = -Infinity;

  async function turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    lastBegins = Math.max(now, lastBegins + APART_MS);
    // Timers know whole milliseconds.
    if (lastBegins - now >= 1) await waitUntil(lastBegins, signal);
  }

  return {
    async begin(signal, call) {
      if (inFlight === 0) most = 0;
      inFlight++;
      try {
        if (inFlight > most) {
          most = inFlight;
          await turn(signal);
        }
        return await call();
      } finally {
        inFlight--;
      }
    },
  };
}
