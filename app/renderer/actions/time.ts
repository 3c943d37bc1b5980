// Moving through the study's time. The state at a moment is reduced from the events up to it (time-machine.ts); now is the
// live state itself.

import { setView, store } from '../store/store.ts';
import { notify } from './notices.ts';
import { stateAt } from './time-machine.ts';

/** Only the latest of several quick moves counts. */
let asked = 0;

export async function travelTo(seq: number): Promise<void> {
  const { study } = store.getState();
  if (study.live === null || study.open === null) return;
  if (seq >= study.live.seq) {
    goToNow();
    return;
  }
  asked += 1;
  const mine = asked;
  const past = await stateAt(study.open.handle, Math.max(seq, 1), study.live.seq);
  if (mine !== asked) return;
  if (past.ok) setView({ moment: past.value.seq, past: past.value });
  else notify('bad', past.error.words);
}

export function goToNow(): void {
  asked += 1;
  if (store.getState().view.moment !== null) setView({ moment: null, past: null });
}
