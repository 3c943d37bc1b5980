// Opening and closing a study, and what the start screen shows.

import type { OpenedStudy, RequestError, RequestInput } from '#app/bridge/index.ts';
import type { Result } from '#core/result.ts';
import { receivedState } from '#core/study/index.ts';
import { inflateSync, strFromU8 } from 'fflate';
import { request } from '../host/current-host.ts';
import { emptyDraftSlice } from '../store/draft-slice.ts';
import { setDraft, setStudy, setView, store } from '../store/store.ts';
import { IDLE } from '../store/study-slice.ts';
import { notify } from './notices.ts';
import { forget, setOut } from './time-machine.ts';

/** As its reader left it; a window where nothing is known of that keeps its tabs. */
export function showOpened(opened: OpenedStudy): void {
  const { state, patches } = receivedState(opened.state, inflated);
  setOut(opened.handle, patches, state.seq);
  setStudy({
    screen: { kind: 'study' },
    open: { handle: opened.handle, fileName: opened.fileName, recentId: opened.recentId, readOnly: opened.readOnly },
    live: state,
    engine: opened.engine,
    details: new Map(),
    writing: new Map(),
    asked: [],
    work: null,
  });
  const { tab, mapTab, side } = opened.view ?? { ...store.getState().view, side: { kind: 'map' } };
  const selectedItemId = side.kind === 'item' ? side.itemId : null;
  setView({ moment: null, past: null, queryId: null, tab, mapTab, side, selectedItemId, dialog: null });
  setDraft(emptyDraftSlice);
}

function inflated(bytes: Uint8Array): string {
  return strFromU8(inflateSync(bytes));
}

/** True when the study is there. */
async function opening(words: string, asked: Promise<Result<OpenedStudy | null, RequestError>>): Promise<boolean> {
  const before = store.getState().study.screen;
  setStudy({ screen: { kind: 'opening', words } });
  const result = await asked;
  if (result.ok && result.value !== null) {
    showOpened(result.value);
    return true;
  }
  setStudy({ screen: before.kind === 'study' ? before : { kind: 'start' }, work: null });
  if (!result.ok && result.error.kind !== 'cancelled') notify('bad', result.error.words);
  void readRecent();
  return false;
}

export const openDialog = () => opening('Opening…', request('study.openDialog', {}));
export const openDemo = (which: 'hand-played' | 'offline' = 'hand-played') =>
  opening('Opening the demo study…', request('study.openDemo', { which }));
export const openRecent = (recentId: string) => opening('Opening…', request('study.openRecent', { recentId }));
export const openDropped = (path: string) => opening('Opening…', request('study.openDropped', { path }));

/** Main asks where to keep it; the dialog stays open, with what was typed, until the study is there. */
export const createStudy = (input: RequestInput<'study.create'>) =>
  opening('Making the study…', request('study.create', input));

export async function closeStudy(): Promise<void> {
  const { open } = store.getState().study;
  if (open === null) return;
  await request('study.close', { handle: open.handle });
  forget();
  setStudy({
    screen: { kind: 'start' },
    open: null,
    live: null,
    details: new Map(),
    engine: IDLE,
    writing: new Map(),
    asked: [],
  });
  setView({ moment: null, past: null, queryId: null, side: { kind: 'map' }, selectedItemId: null, dialog: null });
  void readRecent();
}

export async function readRecent(): Promise<void> {
  const recent = await request('study.recent', {});
  setStudy({
    recent: recent.ok ? { kind: 'data', value: recent.value } : { kind: 'error', words: recent.error.words },
  });
}

/** What the window does first: preferences, who we are, and the study it was started with. */
export async function begin(): Promise<void> {
  const [preferences, info, initial] = await Promise.all([
    request('preferences.read', {}),
    request('app.info', {}),
    request('study.initial', {}),
  ]);
  if (preferences.ok) setView({ preferences: preferences.value });
  if (info.ok) setStudy({ info: info.value });
  if (initial.ok && initial.value !== null) {
    showOpened(initial.value);
    return;
  }
  setStudy({ screen: { kind: 'start' } });
  if (!initial.ok && initial.error.kind !== 'cancelled') notify('bad', initial.error.words);
  await readRecent();
}
