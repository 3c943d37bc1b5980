// Playing through the versions, one stop at a time, until the last or until it is stopped.

import { placeAt, stopAt, stopsOf } from '../store/timeline.ts';
import { setView, store } from '../store/store.ts';
import { goToNow, travelTo } from './time.ts';

/** A number of ours: slow enough to see what changed, quick enough for fifty versions. */
const EVERY_MS = 900;

let timer: ReturnType<typeof setInterval> | null = null;

export function play(): void {
  if (timer !== null) {
    stopPlaying();
    return;
  }
  const { study, view } = store.getState();
  if (study.live === null) return;
  const stops = stopsOf(study.live);
  if (placeAt(study.live, stops, view.moment) >= stops.length - 1) void travelTo(stops[0]?.seq ?? 1);
  timer = setInterval(advance, EVERY_MS);
  setView({ playing: true });
}

export function stopPlaying(): void {
  if (timer === null) return;
  clearInterval(timer);
  timer = null;
  setView({ playing: false });
}

function advance(): void {
  const { study, view } = store.getState();
  if (study.live === null || view.moment === null) {
    stopPlaying();
    return;
  }
  const stops = stopsOf(study.live);
  const next = stops[stopAt(stops, view.moment) + 1];
  if (next === undefined || next === stops.at(-1)) {
    stopPlaying();
    goToNow();
  } else {
    void travelTo(next.seq);
  }
}
