// Replaying the open study, and going to where a replay first differed.

import type { ReplayReport, ReplayWanted, RequestError } from '#app/bridge/index.ts';
import type { Result } from '#core/result.ts';
import { request } from '../host/current-host.ts';
import { setStudy, setView, store } from '../store/store.ts';
import { selectQuery } from './moving.ts';
import { notify } from './notices.ts';
import { showOpened } from './opening.ts';
import { travelTo } from './time.ts';

export async function startReplay(wanted: ReplayWanted): Promise<Result<ReplayReport, RequestError> | null> {
  const { open } = store.getState().study;
  if (open === null) return null;
  setStudy({ replay: null, replayAsked: [] });
  const done = await request('replay.start', { handle: open.handle, wanted });
  setStudy({ replay: null, replayAsked: [] });
  return done;
}

export async function stopReplay(): Promise<void> {
  const { open } = store.getState().study;
  if (open !== null) await request('replay.stop', { handle: open.handle });
}

export async function answerReplay(askId: string, yes: boolean, forAll: boolean): Promise<void> {
  const { open, replayAsked } = store.getState().study;
  if (open === null) return;
  setStudy({ replayAsked: forAll ? [] : replayAsked.filter((each) => each.askId !== askId) });
  const sent = await request('replay.answer', { handle: open.handle, askId, yes, forAll });
  if (!sent.ok) notify('bad', sent.error.words);
}

export async function openKeptReplay(): Promise<void> {
  const { open } = store.getState().study;
  if (open === null) return;
  const opened = await request('replay.open', { handle: open.handle });
  if (opened.ok) showOpened(opened.value);
  else notify('bad', opened.error.words);
}

/** To the recorded event of that number. */
export function goToEvent(seq: number): void {
  setView({ dialog: null });
  void travelTo(seq);
}

/** To the prompt of that recorded call. */
export function goToCall(callId: string): void {
  const live = store.getState().study.live;
  const run = [...(live?.runs.values() ?? [])].find(({ calls }) => calls.some((call) => call.callId === callId));
  setView({ dialog: null, tab: 'prompts', soughtCall: callId });
  if (run !== undefined) selectQuery(run.queryId);
}
