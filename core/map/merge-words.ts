// Two rewrites of one text brought together word by word. Words are numbers and names whole: 2,260 is one, and so is T-5204.

import { diffArrays } from 'diff';
import { normalizeContent } from './content.ts';

const WORD = /\s+|[\p{L}\p{N}_]+(?:[.,'’:/-][\p{L}\p{N}_]+)*|./gsu;

export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Words taken out and put in, in one rewrite: past that it is another text, and comparing grows with its square. Ours. */
const MOST_CHANGES = 500;

/** Words of the base from `start` up to `end`, and what stands in their place. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The text that holds what both rewrites changed.
 *
 * base          the text that both began from
 * mine, theirs  what each made of it; which is which makes no difference
 * Returns null where they overlap: both changed the same words, or words with nothing but white space between, and not to
 *         the same; also where nothing would be left, or a rewrite is too different to be compared.
 */
export function mergeContent(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const words = wordsOf(base);
  const [ours, others] = [changesOf(words, mine), changesOf(words, theirs)];
  if (ours === null || others === null) return null;
  let merged = '';
  let at = 0;
  for (const { start, end } of placesOf([...ours, ...others], words)) {
    const before = words.slice(start, end).join('');
    const [one, other] = [rewritten(words, ours, start, end), rewritten(words, others, start, end)];
    if (one !== other && one !== before && other !== before) return null;
    merged += words.slice(at, start).join('') + (one === before ? other : one);
    at = end;
  }
  const content = normalizeContent(merged + words.slice(at).join(''));
  return content === '' ? null : content;
}

function changesOf(words: readonly string[], text: string): readonly Change[] | null {
  const parts = diffArrays([...words], [...wordsOf(text)], { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return null;
  const changes: Change[] = [];
  let at = 0;
  for (const part of parts) {
    const end = part.added ? at : at + part.value.length;
    if (part.added || part.removed) {
      const last = changes.at(-1);
      const joined = last?.end === at ? changes.pop() : undefined;
      const put = part.added ? part.value.join('') : '';
      changes.push({ start: joined?.start ?? at, end, text: (joined?.text ?? '') + put });
    }
    at = end;
  }
  return changes;
}

/** Stretches of the base with a word left alone between any two. */
function placesOf(changes: readonly Change[], words: readonly string[]): readonly Omit<Change, 'text'>[] {
  const places: { start: number; end: number }[] = [];
  for (const { start, end } of changes.toSorted((a, b) => a.start - b.start)) {
    const last = places.at(-1);
    if (last !== undefined && words.slice(last.end, start).every((word) => word.trim() === ''))
      last.end = Math.max(last.end, end);
    else places.push({ start, end });
  }
  return places;
}

function rewritten(words: readonly string[], changes: readonly Change[], start: number, end: number): string {
  let text = '';
  let at = start;
  for (const change of changes) {
    if (change.start < start || change.end > end) continue;
    text += words.slice(at, change.start).join('') + change.text;
    at = change.end;
  }
  return text + words.slice(at, end).join('');
}
