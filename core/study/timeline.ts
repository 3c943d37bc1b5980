// Any earlier state of a study: from the nearest keyframe before it, and the events between. Keyframes in memory are states;
// they share what stayed the same, so that each costs little more than its lists. Between them help the log's own.

import type { StudyLog } from './log.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { StudyState } from './state.ts';
import { patchStates } from './state-patch.ts';

/** Events between two keyframes in memory. Ours: reducing so many takes some ms; with the log's own they may be rarer. */
const KEYFRAME_EVERY = 1_000;
const KEYFRAME_EVERY_WITH_PATCHES = 5_000;

/** The latest keyframes in memory that keep the details of their runs. */
const WITH_DETAILS = 2;

export interface Timeline {
  /** The state when the event of that seq was the last; the latest state for any seq past the end. */
  at(seq: number): StudyState;
  /** Tells of a later state, which may become a keyframe. */
  reached(state: StudyState): void;
}

export function createTimeline(log: Pick<StudyLog, 'read' | 'keyframes'>): Timeline {
  const every = log.keyframes === undefined ? KEYFRAME_EVERY : KEYFRAME_EVERY_WITH_PATCHES;
  const keyframes: StudyState[] = [emptyState];

  function keep(state: StudyState): void {
    if (state.seq - (keyframes.at(-1)?.seq ?? 0) < every) return;
    keyframes.push(state);
    // Each would hold the details of the runs that were the latest then: the older ones let go of them.
    const older = keyframes.length - 1 - WITH_DETAILS;
    const former = keyframes[older];
    if (former !== undefined) keyframes[older] = patchStates(former, []);
  }

  return {
    at(seq) {
      let state = keyframes[indexBefore(keyframes, seq)] ?? emptyState;
      if (seq - state.seq > KEYFRAME_EVERY) {
        const patches = log.keyframes?.read(state.seq, seq) ?? [];
        if (patches.length > 0) state = patchStates(state, patches);
      }
      while (state.seq < seq) {
        const events = log.read(state.seq, Math.min(KEYFRAME_EVERY, seq - state.seq));
        const wanted = events.filter((event) => event.seq <= seq);
        if (wanted.length === 0) break;
        state = reduceAll(state, wanted);
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
