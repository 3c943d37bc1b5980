// Any earlier state of a study: from the nearest keyframe before it, and the events between. Keyframes are states; they
// share what stayed the same, so that a keyframe costs little more than its lists.

import type { LoggedEvent } from './events.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { StudyState } from './state.ts';

/** Events between two keyframes: reducing so many takes some ms. Ours. */
export const KEYFRAME_EVERY = 1_000;

export interface Timeline {
  /** The state when the event of that seq was the last; the latest state for any seq past the end. */
  at(seq: number): StudyState;
  /** Tells of a later state, which may become a keyframe. */
  reached(state: StudyState): void;
}

/** `read` gives the events after a seq, at most `limit`, in order. */
export function createTimeline(read: (afterSeq: number, limit: number) => readonly LoggedEvent[]): Timeline {
  const keyframes: StudyState[] = [emptyState];

  function keep(state: StudyState): void {
    if (state.seq - (keyframes.at(-1)?.seq ?? 0) >= KEYFRAME_EVERY) keyframes.push(state);
  }

  return {
    at(seq) {
      let state = keyframes[indexBefore(keyframes, seq)] ?? emptyState;
      while (state.seq < seq) {
        const events = read(state.seq, Math.min(KEYFRAME_EVERY, seq - state.seq)).filter((event) => event.seq <= seq);
        if (events.length === 0) break;
        state = reduceAll(state, events);
        keep(state);
      }
      return state;
    },
    reached: keep,
  };
}

/** The last keyframe that is not after seq. */
function indexBefore(keyframes: readonly StudyState[], seq: number): number {
  let low = 0;
  let high = keyframes.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((keyframes[middle]?.seq ?? 0) <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}
