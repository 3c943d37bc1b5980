// Long work for a window: its progress is told as it goes on, and the window can stop it.

import { push } from '../ipc.ts';
import type { Caller } from './callers.ts';

export interface Going {
  readonly signal: AbortSignal;
  /** fraction  0…1, or null when how much is left is unknown */
  readonly onProgress: (words: string, fraction: number | null) => void;
}

const going = new WeakMap<Caller, Set<AbortController>>();

/** Runs `run` under a title; what it gives back is the answer, stopped or not. */
export async function longWork<T>(caller: Caller, work: string, run: (going: Going) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const own = going.get(caller) ?? new Set();
  going.set(caller, own.add(controller));
  try {
    return await run({
      signal: controller.signal,
      onProgress: (words, fraction) => push(caller, 'work.progress', { work, words, fraction, done: false }),
    });
  } finally {
    own.delete(controller);
    push(caller, 'work.progress', { work, words: '', fraction: 1, done: true });
  }
}

/** Asks everything long that this window has begun to stop. */
export function stopLongWork(caller: Caller): void {
  for (const controller of going.get(caller) ?? []) controller.abort();
}
