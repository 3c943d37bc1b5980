// The one store of the window. Panels read it through useStore with a selector; actions (actions/) write it with set.

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

export function setStudy(change: Partial<StudySlice>): void {
  store.setState((state) => ({ study: { ...state.study, ...change } }));
}

export function setView(change: Partial<ViewSlice>): void {
  store.setState((state) => ({ view: { ...state.view, ...change } }));
}

export function setDraft(change: Partial<DraftSlice>): void {
  store.setState((state) => ({ draft: { ...state.draft, ...change } }));
}
