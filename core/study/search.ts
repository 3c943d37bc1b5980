// Finding what was said: the one rule of what is found, for the window, a shared page and the command line alike. The text as
// it stands, at the beginning of a word, in its middle or among signs, whatever its case and accents; a blank stands for any
// blanks, and between two words for any signs as well. How the texts are come by is left to whoever asks.

import { withoutAnsi } from './ansi.ts';
import type { LoggedEvent } from './events.ts';
import { saidIn } from './said.ts';
import type { Said } from './said.ts';
import type { StoredText } from './text.ts';

export interface SearchHit extends Omit<Said, 'kind' | 'text'> {
  readonly seq: number;
  /** code: within a fence of a reply. */
  readonly kind: Said['kind'] | 'code';
  readonly before: string;
  readonly match: string;
  readonly after: string;
}

/** How far a search has come. */
export interface SearchStep {
  /** In the events that were looked through, the newest first. */
  readonly hits: readonly SearchHit[];
  /** Further on, named at once by an index of words: not all there are. Only in a first step that did not come to the end. */
  readonly ahead: readonly SearchHit[];
  /** What stands before this event was not looked through; null when all was. */
  readonly before: number | null;
}

export interface Sought {
  readonly pattern: RegExp;
  /** No match is longer. UTF-16 units. */
  readonly maxChars: number;
  /** What an index of words can be asked for; the first may be only the end of a word, which such an index does not find. */
  readonly words: readonly string[];
  readonly isLastBegun: boolean;
}

/** So many signs may stand between two words, and so many accents apart from their letter. Numbers of ours. */
const GAP = 40;
const MARKS = 2;

const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 160;

/** Characters looked through at once: a few milliseconds. A number of ours. */
const PIECE = 1_000_000;

/** Null when there is nothing to look for. */
export function soughtIn(wanted: string): Sought | null {
  const text = plain(wanted.trim().normalize('NFC'));
  if (text === '') return null;
  const pattern = text.replace(/\s+|[\\^$.*+?()[\]{}|/]|[a-z]/giu, (part, at: number) => {
    if (/^[a-z]$/i.test(part)) return `${part}\\p{M}{0,${MARKS}}`;
    if (part.trim() !== '') return `\\${part}`;
    const isBetweenWords =
      ENDS_WITH_WORD.test(text.slice(0, at)) && BEGINS_WITH_WORD.test(text.slice(at + part.length));
    return `${isBetweenWords ? '[^\\p{L}\\p{N}]' : '\\s'}{1,${GAP}}`;
  });
  return {
    pattern: new RegExp(pattern, 'iu'),
    maxChars: text.length * 2 * GAP,
    words: text.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [],
    isLastBegun: ENDS_WITH_WORD.test(text),
  };
}

const ENDS_WITH_WORD = /[\p{L}\p{N}\p{Co}]$/u;
const BEGINS_WITH_WORD = /^[\p{L}\p{N}\p{Co}]/u;

/** The first place in each text of an event. Yields null after each piece that was looked through, so that others may have their turn. */
export function* hitsIn(
  event: LoggedEvent,
  sought: Sought,
  whole: (text: StoredText) => string,
): Generator<SearchHit | null> {
  for (const { kind, text, ...place } of saidIn(event)) {
    const said = withoutAnsi(whole(text));
    for (let from = 0; from < said.length; from += PIECE) {
      // A match that begins in this piece may end in the next.
      const found = sought.pattern.exec(plain(said.slice(from, from + PIECE + sought.maxChars)));
      if (found === null) {
        yield null;
        continue;
      }
      const begin = from + found.index;
      const end = begin + found[0].length;
      yield {
        ...place,
        seq: event.seq,
        kind: kind === 'reply' && isInFence(said, begin) ? 'code' : kind,
        before: said.slice(Math.max(0, begin - SHOWN_BEFORE), begin),
        match: said.slice(begin, end),
        after: said.slice(end, end + SHOWN_AFTER),
      };
      break;
    }
  }
}

const ACCENTED = /[\u00c0-\u024f\u1e00-\u1eff]/g;

/** Latin letters without their accents, each in the place it had. */
function plain(text: string): string {
  return text.replace(ACCENTED, (letter) => {
    const [base = letter] = letter.normalize('NFD');
    return base;
  });
}

function isInFence(text: string, at: number): boolean {
  return (text.slice(0, at).match(/^```/gm)?.length ?? 0) % 2 === 1;
}
