// A state on its way to another process. A short study's goes as it is; a long one's as its log keeps it, in keyframes whose
// details stay packed until somebody looks, and the events since: nothing of it is put together only to be taken apart again.

import type { LoggedEvent } from './events.ts';
import { readPatch } from './patch-text.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { StudyState } from './state.ts';
import { patchStates } from './state-patch.ts';
import type { StatePatch } from './state-patch.ts';

/** Up to so many events a study is reduced whole when it is opened, with the details of all its runs, and sent as it is. */
export const SHORT_STUDY = 3_000;

export interface PackedState {
  readonly keyframes: readonly PackedKeyframe[];
  /** Those after the last keyframe. */
  readonly events: readonly LoggedEvent[];
}

/** As writePatch wrote it. */
export interface PackedKeyframe {
  readonly head: string;
  /** UTF-8, raw-deflated. */
  readonly details: Uint8Array;
}

export type SentState = StudyState | PackedState;

/** The state itself, and the keyframes it was made of; `inflate` undoes raw deflate and decodes UTF-8. */
export function receivedState(
  sent: SentState,
  inflate: (bytes: Uint8Array) => string,
): { readonly state: StudyState; readonly patches: readonly StatePatch[] } {
  if (!('keyframes' in sent)) return { state: sent, patches: [] };
  const patches = sent.keyframes.map(({ head, details }) => readPatch(head, () => inflate(details)));
  return { state: reduceAll(patchStates(emptyState, patches), sent.events), patches };
}
