// The beginning of a long list, and a button for the next stretch of it. What was opened stays open.

import type { ReactNode } from 'react';
import { whole } from '../format/numbers.ts';
import { useKept } from './rows/kept-places.ts';

interface Shown<T> {
  readonly shown: readonly T[];
  /** Nothing when all is shown. */
  readonly more: ReactNode;
}

/** `first` are shown, then ten times as many with each press. */
export function useMore<T>(name: string, items: readonly T[], first: number, what: string): Shown<T> {
  const [count, setCount] = useKept(`more ${name}`, first);
  if (items.length <= count) return { shown: items, more: null };
  const next = Math.min(items.length - count, first * 10);
  return {
    shown: items.slice(0, count),
    more: (
      <button type="button" className="link more-rows" onClick={() => setCount(count + next)}>
        show {whole(next)} more of {whole(items.length)} {what}
      </button>
    ),
  };
}
