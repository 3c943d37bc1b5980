// Pieces of replies come a few letters at a time; they go to the window a few times a second, joined per call.

import type { EngineListener } from '#core/study/index.ts';

export type Delta = Parameters<NonNullable<EngineListener['delta']>>[0];

export interface DeltaBuffer {
  add(delta: Delta): void;
  /** Sends what waits now, so that nothing of a reply arrives after the event that ends it. */
  flush(): void;
}

/** Twenty times a second reads as continuous. A number of ours. */
const WAIT_MS = 50;

export function createDeltaBuffer(send: (delta: Delta) => void): DeltaBuffer {
  const waiting = new Map<string, Delta>();
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const deltas = [...waiting.values()];
    waiting.clear();
    for (const delta of deltas) send(delta);
  };
  return {
    flush,
    add(delta) {
      const before = waiting.get(delta.callId);
      waiting.set(delta.callId, before === undefined ? delta : { ...delta, text: before.text + delta.text });
      timer ??= setTimeout(flush, WAIT_MS);
    },
  };
}
