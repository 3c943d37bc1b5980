// The state at any recorded event: the events are read once, and a state is kept every so many of them, so that a jump
// reduces a short stretch and stepping on reduces one event.

import { emptyState, reduceAll } from '#core/study/index.ts';
import type { LoggedEvent, StudyState } from '#core/study/index.ts';
import type { RequestError } from '#app/bridge/index.ts';
import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { readEvents } from './read-events.ts';

/**
 * Numbers of ours. Each kept state has tables of its own of all that was there by then, so a long study keeps them further
 * apart: a jump then reduces up to 704 events with 10,000 versions, a median of 11 ms for all of them on a slow machine.
 */
const KEYFRAMES = 128;
const CLOSEST = 100;
/** Milliseconds of reducing between two turns of the window. A number of ours. */
const SLICE_MS = 8;

interface Machine {
  readonly handle: string;
  readonly events: LoggedEvent[];
  /** Events from one kept state to the next. */
  readonly every: number;
  /** keyframes[k] is the state after the first k × every events. */
  readonly keyframes: StudyState[];
  last: { readonly count: number; readonly state: StudyState } | null;
  reading: ReturnType<typeof readEvents> | null;
}

let machine: Machine | null = null;

/** The state after the last event whose seq is at most `seq`. */
export async function stateAt(handle: string, seq: number, lastSeq: number): Promise<Result<StudyState, RequestError>> {
  const ready = machineOf(handle, lastSeq);
  while ((ready.events.at(-1)?.seq ?? 0) < Math.min(seq, lastSeq)) {
    // Whoever moves on while events are being read waits for the same ones.
    ready.reading ??= readEvents(handle, ready.events.at(-1)?.seq ?? 0).finally(() => (ready.reading = null));
    const page = await ready.reading;
    if (!page.ok) return page;
    if (page.value.length === 0) break;
    append(ready, page.value);
  }
  return ok(await reduceTo(ready, countUpTo(ready.events, seq)));
}

/** Events that arrive while the window is open, so that they need not be read again. */
export function remember(handle: string, events: readonly LoggedEvent[]): void {
  if (machine?.handle !== handle) return;
  const first = events[0];
  if (first !== undefined && first.seq === (machine.events.at(-1)?.seq ?? 0) + 1) append(machine, events);
}

export function forget(): void {
  machine = null;
}

function machineOf(handle: string, lastSeq: number): Machine {
  if (machine?.handle !== handle) {
    const every = Math.max(CLOSEST, Math.ceil(lastSeq / KEYFRAMES));
    machine = { handle, events: [], every, keyframes: [emptyState], last: null, reading: null };
  }
  return machine;
}

/** Two readers may have asked for the same page: what is there already is passed over. */
function append(to: Machine, events: readonly LoggedEvent[]): void {
  const after = to.events.at(-1)?.seq ?? 0;
  for (const event of events) if (event.seq > after) to.events.push(event);
}

function countUpTo(events: readonly LoggedEvent[], seq: number): number {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((events[middle]?.seq ?? 0) <= seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first time far into a long study takes seconds, which the window does not stand still for. */
async function reduceTo(from: Machine, count: number): Promise<StudyState> {
  const { every } = from;
  const wanted = Math.floor(count / every);
  let began = performance.now();
  while (from.keyframes.length <= wanted) {
    if (performance.now() - began > SLICE_MS) {
      await nextTurn();
      began = performance.now();
    }
    const at = from.keyframes.length - 1;
    const base = from.keyframes[at] ?? emptyState;
    from.keyframes.push(reduceAll(base, from.events.slice(at * every, (at + 1) * every)));
  }
  const frame = wanted * every;
  const near = from.last !== null && from.last.count <= count && from.last.count >= frame ? from.last : null;
  const base = near ?? { count: frame, state: from.keyframes[wanted] ?? emptyState };
  const state = reduceAll(base.state, from.events.slice(base.count, count));
  from.last = { count, state };
  return state;
}

/** After whatever waits for its turn; sooner than a timer, which browsers hold back. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(null);
  });
}
