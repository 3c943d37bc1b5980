// Find in one long text: a text at hand is looked through here, a stored one in main.

import { useEffect, useState } from 'react';
import type { StoredText } from '#core/study/index.ts';
import { findInText } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';
import { useStore } from '../store/store.ts';

/** More places are counted as "at least". A number of ours. */
export const FOUND_LIMIT = 10_000;
const TYPING_MS = 120;

export interface FoundPlaces {
  readonly words: string;
  readonly places: readonly number[];
  readonly error: string | null;
}

/** The places of the words last looked for; null before the first answer and while nothing is looked for. */
export function useFound(text: StoredText, words: string): FoundPlaces | null {
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const [found, setFound] = useState<(FoundPlaces & { readonly text: StoredText }) | null>(null);
  useEffect(() => {
    if (words === '') return;
    let gone = false;
    const answer = (places: readonly number[], error: string | null) => {
      if (!gone) setFound({ text, words, places, error });
    };
    const look = () => {
      if (typeof text === 'string') {
        const places: number[] = [];
        for (const piece of findInText(text, words)) {
          places.push(...piece.slice(0, FOUND_LIMIT - places.length));
          if (places.length >= FOUND_LIMIT) break;
        }
        answer(places, null);
        return;
      }
      void request('text.find', { handle, ref: text, words, limit: FOUND_LIMIT }).then((result) =>
        answer(result.ok ? result.value : [], result.ok ? null : result.error.words),
      );
    };
    const timer = setTimeout(look, TYPING_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [text, words, handle]);
  return words === '' || found?.text !== text ? null : found;
}
