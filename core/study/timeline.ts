// Any earlier state of a study: from the nearest keyframe before it, and the events between. Keyframes in memory are states;
// they share what stayed the same, so that each costs little more than its lists. Between them help the log's own.

import type { StudyLog } from './log.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { StudyState } from './state.ts';
import { patchStates } from './state-patch.ts';
import type { StatePatch } from './state-patch.ts';

/** Events between two keyframes in memory. Ours: reducing so many takes some ms; with the log's own they may be rarer. */
const KEYFRAME_EVERY = 1_000;
const KEYFRAME_EVERY_WITH_PATCHES = 10_000;

/** Fewer events than this are reduced rather than looked for in a keyframe. */
const NEAR = 100;

/** The latest keyframes in memory that keep the details of their runs. */
const WITH_DETAILS = 2;

export interface Timeline {
  /** The state when the event of that seq was the last; the latest state for any seq past the end. */
  at(seq: number): StudyState;
  /** Tells of a later state, which may become a keyframe. */
  reached(state: StudyState): void;
  /** Lends it the log's own keyframes from the first on, so that they need not be read a second time. */
  lend(patches: readonly StatePatch[]): void;
}

export function createTimeline(log: Pick<StudyLog, 'read' | 'keyframes'>): Timeline {
  const every = log.keyframes === undefined ? KEYFRAME_EVERY : KEYFRAME_EVERY_WITH_PATCHES;
  const keyframes: StudyState[] = [emptyState];
  let lent: readonly StatePatch[] = [];

  function keep(state: StudyState): void {
    if (state.seq - (keyframes.at(-1)?.seq ?? 0) < every) return;
    keyframes.push(state);
    // Each would hold the details of the runs that were the latest then: the older ones let go of them.
    const older = keyframes.length - 1 - WITH_DETAILS;
    const former = keyframes[older];
    if (former !== undefined) keyframes[older] = patchStates(former, []);
  }

  function patchesBetween(after: number, upTo: number): readonly StatePatch[] {
    if (lent.length === 0 || upTo > (lent.at(-1)?.seq ?? 0)) return log.keyframes?.read(after, upTo) ?? [];
    return lent.slice(countUpTo(lent, after), countUpTo(lent, upTo));
  }

  return {
    at(seq) {
      let state = keyframes[countUpTo(keyframes, seq) - 1] ?? emptyState;
      if (seq - state.seq > NEAR) {
        const patches = patchesBetween(state.seq, seq);
        if (patches.length > 0) state = patchStates(state, patches, { every, reached: keep });
        keep(state);
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
    lend(patches) {
      lent = patches;
    },
  };
}

/** How many stand at or before seq. */
function countUpTo(states: readonly { readonly seq: number }[], seq: number): number {
  let low = 0;
  let high = states.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((states[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}
