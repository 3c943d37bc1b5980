// Short messages at the window's edge. Bad ones stay until dismissed; the others leave by themselves.

import { setView, store } from '../store/store.ts';
import type { Notice } from '../store/view-slice.ts';

let nextId = 1;
const LEAVES_AFTER_MS = 5_000;

export function notify(tone: Notice['tone'], words: string): void {
  const id = nextId++;
  const others = store.getState().view.notices.filter((notice) => notice.words !== words);
  setView({ notices: [...others, { id, tone, words }].slice(-4) });
  if (tone !== 'bad') setTimeout(() => dismiss(id), LEAVES_AFTER_MS);
}

export function dismiss(id: number): void {
  setView({ notices: store.getState().view.notices.filter((notice) => notice.id !== id) });
}
