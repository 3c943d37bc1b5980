// Searching what was said in a study file. The texts themselves are looked through, the newest first; where that is not done in
// the time there is, the index says at once where words stand that begin as the wanted ones do.

import { hitsIn, soughtIn } from '#core/study/index.ts';
import type { LoggedEvent, SearchHit, SearchStep, Sought, StoredText } from '#core/study/index.ts';
import { pacedBreath } from '../breath.ts';
import type { SaidIndex } from './said-index.ts';

export interface SearchOptions {
  readonly limit: number;
  /** Only events before this one: where an earlier step stood still. */
  readonly before?: number | null;
  /** How long to look before the answer; without it, to the end. */
  readonly forMs?: number;
}

interface Texts {
  /** The newest first. */
  readonly eventsBefore: (seq: number, limit: number) => readonly LoggedEvent[];
  readonly whole: (text: StoredText) => string;
  readonly index: SaidIndex | null;
}

/** Read at once; decoding so many takes a few ms. */
const PAGE = 50;

export async function searchSaid(texts: Texts, text: string, options: SearchOptions): Promise<SearchStep> {
  const { limit, before = null, forMs = Number.POSITIVE_INFINITY } = options;
  const sought = soughtIn(text);
  const hits: SearchHit[] = [];
  if (sought === null) return { hits, ahead: [], before: null };
  const begun = performance.now();
  const look = looking(texts, sought);
  let seq = before ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const events = texts.eventsBefore(seq, PAGE);
    if (events.length === 0) return { hits, ahead: [], before: null };
    for (const event of events) {
      hits.push(...(await look(event)));
      seq = event.seq;
      if (hits.length >= limit) return { hits: hits.slice(0, limit), ahead: [], before: seq };
      if (performance.now() - begun < forMs) continue;
      const ahead = before === null ? await indexed(texts, sought, seq, limit - hits.length, forMs) : [];
      return { hits, ahead, before: seq };
    }
  }
}

async function indexed(texts: Texts, sought: Sought, before: number, limit: number, forMs: number) {
  const hits: SearchHit[] = [];
  if (texts.index === null || sought.words.length === 0) return hits;
  const begun = performance.now();
  const look = looking(texts, sought);
  const query = `"${sought.words.join(' ')}"${sought.isLastBegun ? '*' : ''}`;
  for (const seq of texts.index.find(query, before, limit)) {
    for (const event of texts.eventsBefore(seq + 1, 1)) hits.push(...(await look(event)));
    if (performance.now() - begun >= forMs) break;
  }
  return hits.slice(0, limit);
}

/** Others have their turn in between, within a long text too. */
function looking(texts: Texts, sought: Sought): (event: LoggedEvent) => Promise<readonly SearchHit[]> {
  const rest = pacedBreath();
  return async (event) => {
    const hits: SearchHit[] = [];
    for (const hit of hitsIn(event, sought, texts.whole)) {
      if (hit !== null) hits.push(hit);
      await rest();
    }
    return hits;
  };
}
