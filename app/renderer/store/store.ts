// The one store of the window. Panels read it through useStore with a selector; actions (actions/) write it with set.

import { useDeferredValue } from 'react';
import { useStore as useZustand } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { emptyDraftSlice } from './draft-slice.ts';
import type { DraftSlice } from './draft-slice.ts';
import { emptyStudySlice } from './study-slice.ts';
import type { StudySlice } from './study-slice.ts';
import { emptyViewSlice } from './view-slice.ts';
import type { ViewSlice } from './view-slice.ts';

export interface PeekStore {
  readonly study: StudySlice;
  readonly view: ViewSlice;
  readonly draft: DraftSlice;
}

export const store = createStore<PeekStore>(() => ({
  study: emptyStudySlice,
  view: emptyViewSlice,
  draft: emptyDraftSlice,
}));

export function useStore<T>(select: (state: PeekStore) => T): T {
  return useZustand(store, select);
}

/**
 * The same for what may be drawn a moment after the map, when the reader moves through the past: who drags on does not wait for
 * what is passed by. What happens now is never put off, since a stream of it would put it off for long.
 */
export function useStoreSoon<T>(select: (state: PeekStore) => T): T {
  const current = useStore(select);
  const soon = useDeferredValue(current);
  const isNow = useStore((state) => state.view.moment === null);
  return isNow ? current : soon;
}

export function setStudy(change: Partial<StudySlice>): void {
  store.setState((state) => ({ study: { ...state.study, ...change } }));
}

export function setView(change: Partial<ViewSlice>): void {
  store.setState((state) => ({ view: { ...state.view, ...change } }));
}

export function setDraft(change: Partial<DraftSlice>): void {
  store.setState((state) => ({ draft: { ...state.draft, ...change } }));
}
