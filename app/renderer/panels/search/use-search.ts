// A search followed to its end: each place is asked step by step until all of it was looked through, or enough was found, or
// the reader stops it. What was found so far is there to be drawn all the while.

import { useEffect, useRef, useState } from 'react';
import type { RequestError, SearchHit, SearchStep } from '#app/bridge/index.ts';
import type { Result } from '#core/result.ts';

export interface SearchedPlace {
  readonly key: string;
  /** The next step of the search here. */
  ask(before: number | null, limit: number): Promise<Result<SearchStep, RequestError>>;
}

export interface FoundThere {
  /** The newest first; those of an index from where all was looked through onwards. */
  readonly hits: readonly SearchHit[];
  /** What stands before this event is still to be looked through; null when all was. */
  readonly before: number | null;
  /** Why it cannot be searched. */
  readonly problem: string | null;
}

export interface Search {
  /** What was looked for. */
  readonly text: string;
  /** By the key of the place; without those that were not come to yet. */
  readonly found: ReadonlyMap<string, FoundThere>;
  readonly state: 'looking' | 'stopped' | 'done';
  readonly stop: () => void;
}

/**
 * text      nothing is looked for where it is empty
 * places    asked in turn, one step each
 * limit     so many places of one study are enough
 * typingMs  waits so long, so that typing asks once; what is looked for as its panel opens is looked for at once
 * Returns null until something was answered. The former search stays until the next one has its first answer.
 */
export function useSearch(
  text: string,
  places: () => Promise<readonly SearchedPlace[]>,
  limit: number,
  typingMs: number,
): Search | null {
  const [search, setSearch] = useState<Search | null>(null);
  const isOpening = useRef(true);
  useEffect(() => {
    const waitMs = isOpening.current ? 0 : typingMs;
    isOpening.current = false;
    if (text === '') return;
    const going = new AbortController();
    let found = new Map<string, FoundThere>();
    const tell = (state: Search['state']) => setSearch({ text, found, state, stop });
    const stop = () => {
      going.abort();
      tell('stopped');
    };
    const look = async () => {
      let open = await places();
      while (open.length > 0) {
        const left: SearchedPlace[] = [];
        for (const place of open) {
          const step = await place.ask(found.get(place.key)?.before ?? null, limit);
          // A host that answers without main holds up the page: it is drawn in between.
          await new Promise((resolve) => setTimeout(resolve));
          if (going.signal.aborted) return;
          const there = after(found.get(place.key), step, limit);
          found = new Map(found).set(place.key, there);
          if (there.before !== null && there.hits.length < limit) left.push(place);
          tell('looking');
        }
        open = left;
      }
      tell('done');
    };
    const timer = setTimeout(() => void look(), waitMs);
    return () => {
      going.abort();
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the text stands for the search; the places are read once for it
  }, [text, limit, typingMs]);
  return text === '' ? null : search;
}

function after(former: FoundThere | undefined, step: Result<SearchStep, RequestError>, limit: number): FoundThere {
  const known = former?.hits ?? [];
  if (!step.ok) return { hits: known, before: null, problem: step.error.words };
  const { hits, ahead, before } = step.value;
  const from = former?.before ?? Number.POSITIVE_INFINITY;
  const seen = known.filter((hit) => hit.seq >= from);
  const named = [...known.filter((hit) => hit.seq < from), ...ahead];
  const still = before === null ? [] : named.filter((hit) => hit.seq < before);
  return { hits: [...seen, ...hits, ...still].slice(0, limit), before, problem: null };
}
