// Moving through the study's time. The state at a moment is reduced from the events up to it (time-machine.ts); now is the
// live state itself.

import { setView, store } from '../store/store.ts';
import { notify } from './notices.ts';
import { stateAt } from './time-machine.ts';

interface Journey {
  readonly handle: string;
  readonly seq: number;
}

/** Where the reader wants to be, until the window is there. */
let wanted: Journey | null = null;
let isUnderWay = false;

/** What the next step is counted from: the moment where the reader is, or will be in a moment; null is now. */
export function headedFor(): number | null {
  return wanted?.seq ?? store.getState().view.moment;
}

/** Of several quick moves as many are shown as there is time for, and always the latest. */
export async function travelTo(seq: number): Promise<void> {
  const { live, open } = store.getState().study;
  if (live === null || open === null) return;
  if (seq >= live.seq) {
    goToNow();
    return;
  }
  wanted = { handle: open.handle, seq: Math.max(seq, 1) };
  if (isUnderWay) return;
  isUnderWay = true;
  try {
    let next: Journey | null = wanted;
    while (next !== null) next = await go(next);
  } finally {
    isUnderWay = false;
    wanted = null;
  }
}

/** Returns where to go on to. */
async function go(journey: Journey): Promise<Journey | null> {
  const past = await stateAt(journey.handle, journey.seq);
  // The reader may have gone back to now meanwhile, or to another study.
  const isLeft = wanted === null || store.getState().study.open?.handle !== journey.handle;
  if (wanted === journey) wanted = null;
  if (isLeft) return wanted;
  if (past.ok) setView({ moment: past.value.seq, past: past.value });
  else notify('bad', past.error.words);
  return wanted;
}

export function goToNow(): void {
  wanted = null;
  if (store.getState().view.moment !== null) setView({ moment: null, past: null });
}
