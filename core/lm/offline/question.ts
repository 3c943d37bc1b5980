// Reads a query in English into one of the questions that the rules can answer, bound to the fields and values that
// are known. What it cannot read becomes a keyword search, which the agent calls a guess.

import { findFilters, isNumeric, type Filter, type Quote } from './filters.ts';
import type { Field } from './knowledge.ts';
import { clean, findField, generic, isTelling, leftover, sameWord, tokens } from './words.ts';

export type Measure = 'median' | 'mean' | 'total' | 'maximum' | 'minimum';

export type Question =
  /** ofLines: the query counts lines, whatever the records of the text are. */
  | { readonly kind: 'count'; readonly filters: readonly Filter[]; readonly ofLines?: boolean }
  | { readonly kind: 'occurrences'; readonly word: string; readonly filters: readonly Filter[] }
  | {
      readonly kind: 'rank';
      readonly field: string;
      readonly end: 'most' | 'least';
      readonly top: number;
      readonly filters: readonly Filter[];
    }
  | {
      readonly kind: 'compare';
      readonly one: Filter;
      readonly other: Filter;
      readonly as: 'phrase' | 'name';
      readonly filters: readonly Filter[];
    }
  | { readonly kind: 'lookup'; readonly field: string; readonly key: string; readonly byPlace: boolean }
  | { readonly kind: 'values'; readonly field: string; readonly counts: boolean }
  | {
      readonly kind: 'group';
      readonly by: string;
      readonly field: string;
      readonly measure: Measure;
      readonly end: 'most' | 'least';
      readonly filters: readonly Filter[];
    }
  | {
      readonly kind: 'aggregate';
      readonly field: string;
      readonly measure: Measure;
      readonly filters: readonly Filter[];
    }
  | { readonly kind: 'prefer'; readonly one: string; readonly other: string; readonly filters: readonly Filter[] }
  | { readonly kind: 'size'; readonly unit: 'words' | 'characters' | 'lines' }
  | { readonly kind: 'search'; readonly words: readonly string[] };

export interface Reading {
  readonly question: Question;
  /** Words that no rule used; said in the reasoning when a count ignores them. */
  readonly ignored: readonly string[];
}

const QUOTED = /["“”«»]([^"“”«»]+)["“”«»]|(?<!\w)['‘]([^'’]+)['’](?!\w)/g;
export function readQuestion(asked: string, fields: readonly Field[]): Reading {
  const query = withoutForm(asked);
  const quotes = Array.from(query.matchAll(QUOTED), (match) => ({
    text: (match[1] ?? match[2] ?? '').trim(),
    at: match.index,
  })).filter((quote) => quote.text !== '');
  const plain = query.replace(QUOTED, ' " ');
  const words = tokens(plain);
  const used = new Set<string>();
  const filters = findFilters(query, plain, quotes, fields, used);
  const question = classify({ query, plain, words, quotes, fields, filters, used });
  return { question, ignored: leftover(words, used, fields) };
}

/** The query without the sentence that says in which form to answer, and with the three-way comparison made a plain one. */
function withoutForm(query: string): string {
  return query
    .replace(
      /(?<=[.?!]\s)(?:Give|State|Write|Put|Reply with|Respond with|Answer (?:in|with)|Your (?:final )?answer)\b[\s\S]*$/i,
      '',
    )
    .replace(/\bmore common, less common,? or (?:the )?same frequency as\b/i, 'more common than')
    .trim();
}

interface Parts {
  readonly query: string;
  readonly plain: string;
  readonly words: readonly string[];
  readonly quotes: readonly Quote[];
  readonly fields: readonly Field[];
  readonly filters: readonly Filter[];
  readonly used: Set<string>;
}

function classify(parts: Parts): Question {
  return (
    readPreference(parts) ??
    readLookup(parts) ??
    readComparison(parts) ??
    readGroup(parts) ??
    readValues(parts) ??
    readRank(parts) ??
    readCount(parts) ??
    readAggregate(parts) ?? { kind: 'search', words: searchWords(parts) }
  );
}

function readPreference({ query, filters, used }: Parts): Question | null {
  const match =
    /\bprefers?\s+(?:the\s+)?(.+?)\s+(?:or|to|over|rather than|more than)\s+(?:the\s+)?(.+?)\s*[?.!]*$/i.exec(query);
  if (match === null) return null;
  const one = clean(match[1] ?? '');
  const other = clean(match[2] ?? '');
  for (const word of tokens(`${one} ${other}`)) used.add(word);
  return {
    kind: 'prefer',
    one,
    other,
    filters: filters.filter(
      (filter) => filter.kind === 'is' && !tokens(`${one} ${other}`).includes(filter.value.toLowerCase()),
    ),
  };
}

function readLookup({ query, plain, words, fields, quotes, used }: Parts): Question | null {
  if (!/\b(?:what|which|who|when|where|tell|show|give)\b/i.test(plain) || /\bhow many\b/i.test(plain)) return null;
  const id = fields.find((field) => field.role === 'id');
  const token = /\b(?=[\w-]*\d)[A-Za-z]+-?\d[\w-]*\b/.exec(query)?.[0];
  const place =
    /\b(?:record|line|row|entry|message|item|ticket|number|no\.?|#)\s*(?:number|no\.?|#)?\s*(\d+)\b/i.exec(
      query,
    )?.[1] ?? /\b(\d+)(?:st|nd|rd|th)\s+(?:record|line|row|entry|message|item|ticket)/i.exec(query)?.[1];
  const quoted = id === undefined ? undefined : quotes[0]?.text;
  const key = token ?? quoted ?? place;
  if (key === undefined) return null;
  const field =
    findField(
      words,
      fields.filter((each) => each.name !== id?.name),
    ) ?? generic(words, fields);
  if (field === null && !/\b(?:record|line|row|entry|message|item|ticket)\b/i.test(plain)) return null;
  for (const word of words) used.add(word);
  return { kind: 'lookup', field: field?.name ?? '*', key, byPlace: token === undefined && quoted === undefined };
}

function readComparison(parts: Parts): Question | null {
  const { query, fields, used } = parts;
  const than =
    /\b(?:is|are|do|does|did|was|were)\s+(.+?)\s+(?:is\s+|are\s+)?(?:(more|less|as|fewer)\s+(?:common|frequent|often|numerous|popular)|(?:appear|occur|mentioned|used)\w*\s+(more|less)\s+(?:often|frequently))\s+(?:than|as)\s+(.+?)\s*[?.!]*$/i.exec(
      query,
    );
  const or =
    /\b(?:which|what)\b.*?\b(?:more|most|less|least)\s+(?:common|frequent|often)\w*\s*[,:-]\s*(.+?)\s+or\s+(.+?)\s*[?.!]*$/i.exec(
      query,
    ) ?? /\b(?:are there|is there)\s+more\s+(.+?)\s+(?:or|than)\s+(.+?)\s*[?.!]*$/i.exec(query);
  const [left, right] = than !== null ? [than[1], than[4]] : [or?.[1], or?.[2]];
  if (left === undefined || right === undefined) return null;
  for (const word of tokens(`${left} ${right}`)) used.add(word);
  const as = than === null && !/than/i.test(query) ? 'name' : 'phrase';
  return { kind: 'compare', one: sideOf(left, fields), other: sideOf(right, fields), as, filters: [] };
}

/** A side of a comparison: a known value, else a word to be searched for. */
function sideOf(text: string, fields: readonly Field[]): Filter {
  const wanted = clean(text);
  const stripped = wanted.replace(/\s*\b(?:tickets?|messages?|records?|rows?|lines?|entries|items?|ones)$/i, '');
  for (const field of fields) {
    for (const [value] of field.values) {
      if (sameWord(value, wanted) || sameWord(value, stripped)) return { kind: 'is', field: field.name, value };
    }
  }
  return { kind: 'mentions', word: stripped === '' ? wanted : stripped };
}

const MEASURES: readonly (readonly [RegExp, Measure])[] = [
  [/\bmedian\b/i, 'median'],
  [/\b(?:average|mean)\b/i, 'mean'],
  [/\b(?:total|sum|altogether)\b/i, 'total'],
  [/\b(?:longest|highest|largest|maximum|max|slowest|latest|newest|greatest|biggest)\b/i, 'maximum'],
  [/\b(?:shortest|lowest|smallest|minimum|min|fastest|earliest|oldest)\b/i, 'minimum'],
];
const HIGH = /\b(?:longest|highest|largest|slowest|greatest|biggest|most|latest)\b/i;
const LOW = /\b(?:shortest|lowest|smallest|fastest|least|fewest|earliest)\b/i;

function readGroup({ plain, words, fields, filters, used }: Parts): Question | null {
  if (!HIGH.test(plain) && !LOW.test(plain)) return null;
  const grouped = /\b(?:which|what)\s+([\w ]+?)\s+(?:has|have|had|shows?|waits?|takes?|gets?)\b/i.exec(plain)?.[1];
  const by =
    grouped === undefined
      ? null
      : findField(
          tokens(grouped),
          fields.filter((field) => field.role === 'category' || field.role === 'many'),
        );
  const numbers = fields.filter(isNumeric);
  const field =
    findField(
      words,
      numbers.filter((each) => each.name !== by?.name),
    ) ??
    (/\b(?:time|hours|amount|price|length|value|score)\b/i.test(plain) && numbers.length === 1
      ? (numbers[0] ?? null)
      : null);
  if (by === null || field === null) return null;
  for (const word of words) used.add(word);
  const measure =
    MEASURES.slice(0, 3).find(([pattern]) => pattern.test(plain))?.[1] ?? (HIGH.test(plain) ? 'maximum' : 'minimum');
  return { kind: 'group', by: by.name, field: field.name, measure, end: HIGH.test(plain) ? 'most' : 'least', filters };
}

function readValues({ plain, words, fields, used }: Parts): Question | null {
  const asks =
    /\b(?:list|name|enumerate|show|what are|which are|give)\b/i.test(plain) ||
    /\b(?:what|which)\b.*\b(?:exist|occur|are there|are used)\b/i.test(plain);
  if (!asks || /\b(?:most|least|top|fewest|rarest)\b/i.test(plain)) return null;
  const field =
    findField(
      words,
      fields.filter((each) => each.role !== 'text'),
    ) ?? generic(words, fields);
  if (field === null) return null;
  for (const word of words) used.add(word);
  return {
    kind: 'values',
    field: field.name,
    counts: /\b(?:how many|counts?|each|number of|how often)\b/i.test(plain),
  };
}

function readRank({ plain, words, fields, filters, used }: Parts): Question | null {
  const most = /\b(?:most|more|top|highest number|largest number|biggest)\b/i.test(plain);
  const least = /\b(?:least|less|fewest|fewer|rarest|smallest number)\b/i.test(plain);
  if ((!most && !least) || /\bhow many\b/i.test(plain)) return null;
  const field =
    findField(
      words,
      fields.filter((each) => each.role === 'category' || each.role === 'many' || each.role === 'date'),
    ) ??
    generic(words, fields) ??
    onlyUnnamed(fields);
  if (field === null) return null;
  for (const word of words) used.add(word);
  return {
    kind: 'rank',
    field: field.name,
    end: least ? 'least' : 'most',
    top: numberWord(plain),
    filters: filters.filter((filter) => !(filter.kind === 'is' && filter.field === field.name)),
  };
}

/** In a text without names for its fields, whatever is ranked can only be the one with few values. */
function onlyUnnamed(fields: readonly Field[]): Field | null {
  const categories = fields.filter((field) => field.role === 'category');
  const [only] = categories;
  return categories.length === 1 && only !== undefined && /^field\d+$/.test(only.name) ? only : null;
}

const NUMBER_WORDS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

function numberWord(text: string): number {
  const digits = /\b(?:top|first|the)\s+(\d{1,3})\b/i.exec(text)?.[1];
  if (digits !== undefined) return Math.max(1, Number(digits));
  const word = /\b(?:top|first|the|name)\s+(?:the\s+)?(one|two|three|four|five|six|seven|eight|nine|ten)\b/i.exec(
    text,
  )?.[1];
  return word === undefined ? 1 : NUMBER_WORDS.indexOf(word.toLowerCase()) + 1;
}

function readCount({ plain, filters, quotes, fields, used }: Parts): Question | null {
  const times = /\bhow (?:many times|often)\b/i.test(plain);
  if (!times && !/\b(?:how many|number of|count)\b/i.test(plain)) return null;
  const mention = filters.find((filter) => filter.kind === 'mentions');
  if (times && (mention !== undefined || quotes[0] !== undefined)) {
    const word = mention?.kind === 'mentions' ? mention.word : (quotes[0]?.text ?? '');
    return { kind: 'occurrences', word, filters: filters.filter((filter) => filter !== mention) };
  }
  used.add('many');
  const unit = /\bhow many (words|characters|lines)\b/i.exec(plain)?.[1]?.toLowerCase();
  const whole =
    filters.length === 0 &&
    (unit === undefined || findField([unit], fields) === null) &&
    /\b(?:are there|in total|altogether|does (?:it|the (?:text|context)) have|in the (?:text|context))\b/i.test(plain);
  if (whole && (unit === 'words' || unit === 'characters' || unit === 'lines')) return { kind: 'size', unit };
  return unit === 'lines' ? { kind: 'count', filters, ofLines: true } : { kind: 'count', filters };
}

function readAggregate({ plain, words, fields, filters, used }: Parts): Question | null {
  const measure = MEASURES.find(([pattern]) => pattern.test(plain))?.[1];
  if (measure === undefined) return null;
  const able = fields.filter((field) => isNumeric(field) || field.role === 'date');
  const text = fields.find((field) => field.role === 'text');
  const field =
    findField(words, able) ??
    (/\b(?:longest|shortest|length|long)\b/i.test(plain) ? text : undefined) ??
    (able.length === 1 ? able[0] : undefined);
  if (field === undefined) return null;
  for (const word of words) used.add(word);
  return { kind: 'aggregate', field: field.name, measure, filters };
}

function searchWords({ words, quotes }: Parts): readonly string[] {
  const quoted = quotes.map((quote) => quote.text);
  const telling = words.filter((word) => isTelling(word) && word.length > 2);
  return [...new Set([...quoted, ...telling])].slice(0, 6);
}
