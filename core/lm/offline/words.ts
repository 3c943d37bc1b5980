// Words of queries beside names of fields and values: splitting, plain plurals, common words.

import type { Field } from './knowledge.ts';

export function tokens(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
}

export function stem(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && word.length > 3 ? word.slice(0, -1) : word;
}

/** Words that name records in general and never a field. */
const RECORD_WORDS = new Set(
  'record line row entry message item ticket question review post comment document instance'.split(' '),
);

/** The field whose name's words stand in the query; all of them beat some, more beat fewer. */
export function findField(words: readonly string[], fields: readonly Field[]): Field | null {
  const have = new Set(words.map(stem));
  let best: { field: Field; score: number } | null = null;
  for (const field of fields) {
    const parts = tokens(field.name.replaceAll('_', ' ')).map(stem);
    const hits = parts.filter((part) => have.has(part) && !RECORD_WORDS.has(part)).length;
    const score = hits / Math.max(1, parts.length) + hits;
    if (hits > 0 && (best === null || score > best.score)) best = { field, score };
  }
  return best?.field ?? null;
}

const CLASS_NAMES = ['label', 'class', 'category', 'type', 'kind', 'classe', 'group', 'value', 'tag'];

/** "label", "class" and the like name the only field with few values, where there is just one, or the one so called. */
export function generic(words: readonly string[], fields: readonly Field[]): Field | null {
  if (!words.map(stem).some((word) => CLASS_NAMES.includes(word))) return null;
  const categories = fields.filter((field) => field.role === 'category');
  const [first] = categories;
  if (categories.length === 1) return first ?? null;
  return categories.find((field) => CLASS_NAMES.includes(field.name)) ?? null;
}

export function sameWord(value: string, text: string): boolean {
  const one = value.toLowerCase();
  const other = text.toLowerCase();
  return one === other || stem(one) === stem(other);
}

export function standsIn(value: string, text: string): boolean {
  if (value.trim().length < 2) return false;
  const escaped = value.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}s?(?![\\p{L}\\p{N}_-])`, 'u').test(text.toLowerCase());
}

export function clean(text: string): string {
  return text
    .replace(/["“”«»'‘’]/g, '')
    .replace(/^(?:the|a|an|word|phrase|label)\s+/i, '')
    .replace(/^(?:the|a|an|word|phrase|label)\s+/i, '')
    .trim();
}

const STOP = new Set(
  'how many number of count is are was were the a an in on at to from for with by and or there have has had do does did that which what who when where it its their this these those be been of all any each than more less most least please list give show tell me us still common frequent often rather prefer prefers customers people mention mentions contain contains word words phrase name names'.split(
    ' ',
  ),
);

/** Says something about what is asked, as far as a list of common words can tell. */
export function isTelling(word: string): boolean {
  return !STOP.has(word) && !RECORD_WORDS.has(stem(word));
}

export function leftover(
  words: readonly string[],
  used: ReadonlySet<string>,
  fields: readonly Field[],
): readonly string[] {
  const names = new Set(fields.flatMap((field) => tokens(field.name.replaceAll('_', ' ')).map(stem)));
  return [
    ...new Set(
      words.filter(
        (word) => !used.has(word) && !names.has(stem(word)) && isTelling(word) && (word.length > 1 || /\d/.test(word)),
      ),
    ),
  ];
}
