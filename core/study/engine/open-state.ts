// The state of a study as it is opened. A short study is reduced from its first event; a long one from the keyframes its log
// keeps, so that opening does not depend on how much was said in it. While the study grows, keyframes are added.

import type { LoggedEvent } from '../events.ts';
import type { Keyframes, StudyLog } from '../log.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import { runFromEvents } from '../run-events.ts';
import type { Run, StudyState } from '../state.ts';
import { diffStates, patchStates } from '../state-patch.ts';
import type { Timeline } from '../timeline.ts';

/** Events read at once. */
const PAGE = 1_000;

/** Up to so many events a study is reduced whole, with the details of all its runs. */
const SHORT_STUDY = 3_000;

/** Events between two keyframes in the log. */
const STORE_EVERY = 500;

/** Keyframes applied at once while opening; between them the timeline may keep a state. */
const PATCHES_AT_ONCE = 10;

/** Iterations and calls of the latest runs that are read when a long study is opened. */
const DETAILS_ON_OPENING = 500;

export interface OpenedState {
  readonly state: StudyState;
  /** To be told of every later state. */
  readonly grew: (state: StudyState) => void;
}

export function openState(log: StudyLog, timeline: Timeline): OpenedState {
  const { keyframes } = log;
  let state = emptyState;
  let stored = emptyState;

  function grew(next: StudyState): void {
    timeline.reached(next);
    if (keyframes === undefined || log.readOnly || next.seq - stored.seq < STORE_EVERY) return;
    if (keyframes.put(diffStates(stored, next))) stored = next;
  }

  const kept = keyframes === undefined ? null : fromKeyframes(keyframes, timeline);
  if (kept !== null) {
    state = kept;
    stored = kept;
  }
  const lastKept = keyframes?.lastSeq ?? 0;
  for (;;) {
    // A page ends where the last keyframe stands, so that the next one is the difference from it.
    const toKept = lastKept > state.seq ? lastKept - state.seq : PAGE;
    const events: readonly LoggedEvent[] = log.read(state.seq, Math.min(PAGE, toKept));
    if (events.length === 0) break;
    state = reduceAll(state, events);
    if (state.seq <= lastKept) {
      stored = state;
      timeline.reached(state);
    } else grew(state);
  }
  return { state: kept === null ? state : withDetails(state, log), grew };
}

/** The state at the last keyframe of a long study; null for a short one, or where the keyframes are not to be used. */
function fromKeyframes(keyframes: Keyframes, timeline: Timeline): StudyState | null {
  const { lastSeq } = keyframes;
  if (lastSeq <= SHORT_STUDY) return null;
  try {
    const patches = keyframes.read(0, lastSeq);
    let state = emptyState;
    for (let at = 0; at < patches.length; at += PATCHES_AT_ONCE) {
      state = patchStates(state, patches.slice(at, at + PATCHES_AT_ONCE));
      timeline.reached(state);
    }
    return state.seq === lastSeq ? state : null;
  } catch {
    // A cache that cannot be read is no fault of the study: the events tell the same, only slower.
    return null;
  }
}

/** Reads the details of the latest runs, the newest always, so that what is looked at first is there. */
function withDetails(state: StudyState, log: StudyLog): StudyState {
  const runs = new Map(state.runs);
  const detailed: string[] = [];
  let entries = 0;
  for (const run of latestFirst(state)) {
    entries += run.iterationCount + run.callCount;
    const needed = detailed.length === 0 || run.id === state.activeRunId;
    if (entries > DETAILS_ON_OPENING && !needed) continue;
    runs.set(run.id, run.folded ? runFromEvents(run, log.readRun(run.id)) : run);
    detailed.unshift(run.id);
  }
  return { ...state, runs, detailedRunIds: detailed };
}

function latestFirst(state: StudyState): readonly Run[] {
  return [...state.runs.values()].slice(-DETAILS_ON_OPENING).reverse();
}
