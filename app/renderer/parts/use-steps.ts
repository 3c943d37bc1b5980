// Long work that a panel needs before it can draw: what is done within one slice is there at once, the rest goes on between
// the window's turns.

import { useEffect, useMemo, useReducer, useState } from 'react';
import type { Steps } from '#core/steps.ts';
import { nextTurn } from '../actions/next-turn.ts';

/** Milliseconds of work between two turns of the window. A number of ours. */
const SLICE_MS = 8;

interface Work<T> {
  readonly steps: Steps<T>;
  result: { readonly value: T } | null;
}

/**
 * What the work comes to; until then what it came to the last time, and null before that.
 *
 * make  the same as long as the work is; null when there is nothing to do
 */
export function useSteps<T>(make: (() => Steps<T>) | null): { readonly value: T } | null {
  const work = useMemo(() => {
    if (make === null) return null;
    const begun: Work<T> = { steps: make(), result: null };
    goOn(begun);
    return begun;
  }, [make]);
  const [last, setLast] = useState(work);
  const [, drawAnew] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (work === null || work.result !== null) return;
    const stop = new AbortController();
    void (async () => {
      do {
        await nextTurn();
        if (stop.signal.aborted) return;
      } while (!goOn(work));
      drawAnew();
    })();
    return () => stop.abort();
  }, [work]);
  if (work !== last && (work === null || work.result !== null)) setLast(work);
  return work?.result ?? last?.result ?? null;
}

/** One slice of it; whether it is done. */
function goOn<T>(work: Work<T>): boolean {
  const began = performance.now();
  while (work.result === null && performance.now() - began < SLICE_MS) {
    const step = work.steps.next();
    if (step.done === true) work.result = { value: step.value };
  }
  return work.result !== null;
}
