// The state of a study as it is opened. A short study is reduced from its first event; a long one from the keyframes its log
// keeps, so that opening does not depend on how much was said in it. While the study grows, keyframes are added.

import type { LoggedEvent } from '../events.ts';
import type { Keyframes, StudyLog } from '../log.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import { copyOf } from '../lazy-map.ts';
import { runFromEvents } from '../run-events.ts';
import type { StudyState } from '../state.ts';
import { SHORT_STUDY } from '../sent-state.ts';
import { diffStates, patchStates } from '../state-patch.ts';
import type { Timeline } from '../timeline.ts';

/** Events read at once. */
const PAGE = 1_000;

/** Events between two keyframes in the log: reducing so many takes some 10 ms. Ours. */
const STORE_EVERY = 200;

/** A run under way stands whole in a keyframe; while it has more entries than this, keyframes are rarer. Ours. */
const LONG_RUN = 400;

/** Iterations and calls of the latest runs that are read when a long study is opened. */
const DETAILS_ON_OPENING = 60;

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
    if (keyframes === undefined || log.readOnly || next.seq - stored.seq < spacing(next)) return;
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
    const page = keyframes === undefined || log.readOnly ? PAGE : STORE_EVERY;
    const events: readonly LoggedEvent[] = log.read(state.seq, Math.min(page, toKept));
    if (events.length === 0) break;
    state = reduceAll(state, events);
    if (state.seq <= lastKept) {
      stored = state;
      timeline.reached(state);
    } else grew(state);
  }
  return { state: kept === null ? state : withDetails(state, log), grew };
}

/** Events from one keyframe to the next. */
function spacing({ runs, activeRunId }: StudyState): number {
  const run = activeRunId === null ? undefined : runs.get(activeRunId);
  const entries = run === undefined || run.folded ? 0 : run.iterations.length + run.calls.length;
  return entries <= LONG_RUN ? STORE_EVERY : entries;
}

/** The state at the last keyframe of a long study; null for a short one, or where the keyframes are not to be used. */
function fromKeyframes(keyframes: Keyframes, timeline: Timeline): StudyState | null {
  const { lastSeq } = keyframes;
  if (lastSeq <= SHORT_STUDY) return null;
  try {
    const patches = keyframes.read(0, lastSeq);
    const state = patchStates(emptyState, patches);
    timeline.lend(patches);
    return state.seq === lastSeq ? state : null;
  } catch {
    // A cache that cannot be read is no fault of the study: the events tell the same, only slower.
    return null;
  }
}

/** Reads the details of the latest runs, the newest always, so that what is looked at first is there. */
function withDetails(state: StudyState, log: StudyLog): StudyState {
  const runs = copyOf(state.runs);
  const detailed: string[] = [];
  let entries = 0;
  const latest = [...state.runs.keys()].slice(-DETAILS_ON_OPENING).reverse();
  for (const id of latest) {
    const run = runs.get(id);
    if (run === undefined) continue;
    entries += run.iterationCount + run.callCount;
    const needed = detailed.length === 0 || run.id === state.activeRunId || !run.folded;
    if (entries > DETAILS_ON_OPENING && !needed) continue;
    runs.set(run.id, run.folded ? runFromEvents(run, log.readRun(run.id)) : run);
    detailed.unshift(run.id);
  }
  const older = state.detailedRunIds.filter((id) => !detailed.includes(id));
  return { ...state, runs, detailedRunIds: [...older, ...detailed] };
}
