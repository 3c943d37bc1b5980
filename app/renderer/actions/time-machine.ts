// The state at any recorded event: the nearest state before it that is known, and the events between. The keyframes of a long
// study came with it when it was opened, so only a short stretch of events is read, wherever one goes; where there are none,
// states are kept on the way. Events are let go again: held for ever, all those of a long study cost the window half a second
// whenever its memory is looked through.

import { createTimeline, emptyState, reduceAll } from '#core/study/index.ts';
import type { LoggedEvent, StatePatch, StudyState, Timeline } from '#core/study/index.ts';
import type { RequestError } from '#app/bridge/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { nextTurn } from './next-turn.ts';
import { readEvents } from './read-events.ts';

/** Events read at once: those between two keyframes, and a few more that were appended together. A number of ours. */
const STRETCH = 220;
/** Stretches that are held, so that stepping to and fro reads nothing. A number of ours. */
const HELD = 16;
/**
 * So many events or more after the last keyframe or kept state another one is kept, further apart in a long study: each may have
 * tables of its own of all that was there by then. Numbers of ours.
 */
const CLOSEST = 100;
/** From no further away one goes on over a keyframe, which has folded the runs that are over: those stay whole. A number of ours. */
const STEP = 60;
const MOST_KEPT = 128;
/** Milliseconds of reducing between two turns of the window. A number of ours. */
const SLICE_MS = 8;

interface Machine {
  readonly handle: string;
  readonly patches: readonly StatePatch[];
  /** Leads to where one of the patches ends, never further. */
  readonly keyframes: Timeline;
  /** The one that was asked for last. */
  keyframe: StudyState;
  /** Oldest first. */
  readonly kept: StudyState[];
  readonly every: number;
  last: StudyState;
  /** None is empty; the latest read first. */
  readonly held: (readonly LoggedEvent[])[];
}

let machine: Machine | null = null;

/** For a study that was just opened, with the keyframes that came with it. */
export function setOut(handle: string, patches: readonly StatePatch[], lastSeq: number): void {
  const read = (after: number, upTo: number) => patches.filter(({ seq }) => seq > after && seq <= upTo);
  const lent = { lastSeq: patches.at(-1)?.seq ?? 0, read, put: () => false };
  machine = {
    handle,
    patches,
    keyframes: createTimeline({ read: () => [], keyframes: lent }),
    keyframe: emptyState,
    kept: [emptyState],
    every: Math.max(CLOSEST, Math.ceil(lastSeq / MOST_KEPT)),
    last: emptyState,
    held: [],
  };
}

export function forget(): void {
  machine = null;
}

/** The state after the last event whose seq is at most `seq`. */
export async function stateAt(handle: string, seq: number): Promise<Result<StudyState, RequestError>> {
  const own = machine;
  if (own?.handle !== handle) return err({ kind: 'not-found', words: 'This study is not open any more.' });
  let state = nearest(own, seq);
  let began = performance.now();
  while (state.seq < seq) {
    const stretch = await eventsAfter(own, state.seq);
    if (!stretch.ok) return stretch;
    const events = stretch.value.slice(0, own.every).filter((event) => event.seq <= seq);
    if (events.length === 0) break;
    state = reduceAll(state, events);
    if (state.seq >= seq) break;
    keep(own, state);
    // The first time far into a study without keyframes takes seconds, which the window does not stand still for.
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
  own.last = state;
  return ok(state);
}

/** Events that arrive go on with a stretch that ends where they begin, so that they need not be read again. */
export function remember(handle: string, events: readonly LoggedEvent[]): void {
  const [first] = events;
  if (machine?.handle !== handle || first === undefined) return;
  const at = machine.held.findIndex((stretch) => stretch.at(-1)?.seq === first.seq - 1);
  const before = machine.held[at];
  if (before !== undefined && before.length < STRETCH) machine.held[at] = [...before, ...events];
}

/** The latest of the states that are known and not past `seq`. */
function nearest(own: Machine, seq: number): StudyState {
  const kept = own.kept.findLast((state) => state.seq <= seq) ?? emptyState;
  const near = own.last.seq <= seq && own.last.seq > kept.seq ? own.last : kept;
  const keyframeSeq = own.patches.findLast((patch) => patch.seq <= seq)?.seq ?? 0;
  if (keyframeSeq <= near.seq || (near === own.last && seq - near.seq <= STEP)) return near;
  if (own.keyframe.seq !== keyframeSeq) own.keyframe = own.keyframes.at(keyframeSeq);
  return own.keyframe;
}

function keep({ kept, keyframe, every }: Machine, state: StudyState): void {
  const at = kept.findLastIndex(({ seq }) => seq <= state.seq);
  const before = Math.max(kept[at]?.seq ?? 0, keyframe.seq <= state.seq ? keyframe.seq : 0);
  if (state.seq - before >= every) kept.splice(at + 1, 0, state);
}

/** Some events that follow this one; none at the end. */
async function eventsAfter(
  { handle, held }: Machine,
  seq: number,
): Promise<Result<readonly LoggedEvent[], RequestError>> {
  const known = held.find((stretch) => (stretch[0]?.seq ?? 0) <= seq + 1 && (stretch.at(-1)?.seq ?? 0) > seq);
  if (known !== undefined) return ok(known.filter((event) => event.seq > seq));
  const read = await readEvents(handle, seq, STRETCH);
  if (read.ok && read.value.length > 0) {
    held.unshift(read.value);
    held.splice(HELD);
  }
  return read;
}
