// Where the reader was in each list and what was opened there, while it is not on screen: a tab that is left and come back
// to, a row that was scrolled out of sight and in again. Kept for the life of the window, the oldest given up first.

import { useState } from 'react';
import type { RowPlace } from './row-list.ts';

const KEPT = 500;

const places = new Map<string, RowPlace>();
const choices = new Map<string, boolean | number>();

export function keepPlace(name: string, place: RowPlace): void {
  places.delete(name);
  places.set(name, place);
  const oldest = places.keys().next().value;
  if (places.size > KEPT && oldest !== undefined) places.delete(oldest);
}

export function keptPlace(name: string): RowPlace | undefined {
  return places.get(name);
}

/** A choice of the reader's about one thing on screen, as it was left. */
export function useKept(name: string, first: number): readonly [number, (value: number) => void];
export function useKept(name: string, first: boolean): readonly [boolean, (value: boolean) => void];
export function useKept<T extends boolean | number>(name: string, first: T): readonly [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => {
    const kept = choices.get(name);
    return isLike(kept, first) ? kept : first;
  });
  return [
    value,
    (now) => {
      setValue(now);
      choices.delete(name);
      if (now !== first) choices.set(name, now);
      const oldest = choices.keys().next().value;
      if (choices.size > KEPT && oldest !== undefined) choices.delete(oldest);
    },
  ];
}

function isLike<T>(kept: unknown, first: T): kept is T {
  return typeof kept === typeof first;
}

export const useOpened = (name: string) => useKept(name, false);
