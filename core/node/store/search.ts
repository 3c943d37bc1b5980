// Searching what was said: words in a row, the last one perhaps only begun, whatever stands between them, whatever their
// case and accents. Signs alone are not indexed.

import type { SaidKind } from '#core/study/index.ts';
import type { SaidIndex, SaidPlace } from './said-index.ts';

export interface SearchHit {
  readonly seq: number;
  readonly kind: SaidKind;
  readonly runId: string | null;
  readonly iteration: number | null;
  readonly itemId: string | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

export interface SearchResult {
  /** The newest first. */
  readonly hits: readonly SearchHit[];
  /** False while the latest events are still being indexed. */
  readonly complete: boolean;
}

/** Searching may first index so long what is new. */
const CATCH_UP_MS = 30;

const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 160;

export function searchSaid(index: SaidIndex, text: string, limit: number): SearchResult {
  const words = wordsIn(text);
  const complete = index.work(CATCH_UP_MS);
  if (words.length === 0) return { hits: [], complete };
  const begun = /[\p{L}\p{N}]$/u.test(text.trimEnd());
  const query = `"${words.join(' ')}"${begun ? '*' : ''}`;
  const pattern = patternOf(words, begun);
  return { hits: index.find(query, limit).map((place) => hitOf(place, pattern)), complete };
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** The same words in the text as it stands. */
function patternOf(words: readonly string[], begun: boolean): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[^\\p{L}\\p{N}]+')}${begun ? '' : '(?![\\p{L}\\p{N}])'}`, 'iu');
}

function hitOf({ seq, said, piece }: SaidPlace, pattern: RegExp): SearchHit {
  const { kind, runId, iteration, itemId } = said;
  // Where accents were folded the words are found by the index and not by the pattern: then the beginning is shown.
  const found = pattern.exec(piece);
  const from = found?.index ?? 0;
  const to = from + (found?.[0].length ?? 0);
  return {
    seq,
    kind: kind === 'reply' && isInFence(piece, from) ? 'code' : kind,
    runId,
    iteration,
    itemId,
    before: piece.slice(Math.max(0, from - SHOWN_BEFORE), from),
    match: piece.slice(from, to),
    after: piece.slice(to, to + SHOWN_AFTER),
  };
}

function isInFence(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^```/gm)?.length ?? 0) % 2 === 1;
}
