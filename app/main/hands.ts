// Whether the reader is moving through a window just now. What would take the machine from the window waits for a rest.

import type { InputEvent } from 'electron';

export interface Hands {
  /** Tells of something that the reader did. */
  moved(input: Pick<InputEvent, 'type' | 'modifiers'>): void;
  /** Acts once, after so many milliseconds in which the reader did nothing. */
  onceAtRest(restMs: number, act: () => void): void;
}

export function createHands(): Hands {
  let last = Number.NEGATIVE_INFINITY;
  return {
    moved(input) {
      if (givesWork(input)) last = performance.now();
    },
    onceAtRest(restMs, act) {
      const asked = performance.now();
      const look = (afterMs: number) => {
        setTimeout(() => {
          const left = Math.max(asked, last) + restMs - performance.now();
          if (left > 0) look(left);
          else act();
        }, afterMs).unref();
      };
      look(restMs);
    },
  };
}

/** A pointer that only passes over a window gives it next to nothing to draw. */
function givesWork({ type, modifiers = [] }: Pick<InputEvent, 'type' | 'modifiers'>): boolean {
  const passes = type === 'mouseMove' || type === 'mouseEnter' || type === 'mouseLeave';
  return !passes || modifiers.some((each) => each.endsWith('buttondown'));
}
