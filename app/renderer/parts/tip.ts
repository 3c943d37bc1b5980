// What a tooltip says, kept at the control itself: what it does, its keys, and why it cannot be used now. One layer for the
// whole window (TipLayer.tsx) shows it, so that a list of a hundred buttons does not carry a hundred tooltips. For the eye; the
// control itself says the same to a screen reader (Button.tsx).

import { keyLabel } from '../keys/keymap.ts';

export interface Tip {
  readonly words: string;
  readonly keys?: readonly string[];
  readonly reason?: string | null;
}

interface TipAttributes {
  readonly 'data-tip': string;
  readonly 'data-tip-keys'?: string;
  readonly 'data-tip-reason'?: string;
}

/** A tip names so many of a control's keys. */
const KEYS = 2;

/** The attributes of a control that has a tip. */
export function tipOf({ words, keys = [], reason = null }: Tip): TipAttributes {
  return {
    'data-tip': words,
    ...(keys.length === 0 ? {} : { 'data-tip-keys': keys.slice(0, KEYS).map(keyLabel).join('\n') }),
    ...(reason === null ? {} : { 'data-tip-reason': reason }),
  };
}

/** The control that an event meets, if it has a tip. */
export function controlWithTip(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
}
