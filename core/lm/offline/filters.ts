// The conditions in a query: values of known fields, words to be mentioned, numbers, dates, lengths of text.

import type { Field } from './knowledge.ts';
import { findField, generic, sameWord, standsIn, tokens } from './words.ts';

export type Filter =
  | { readonly kind: 'is'; readonly field: string; readonly value: string }
  | { readonly kind: 'mentions'; readonly word: string }
  | {
      readonly kind: 'number';
      readonly field: string;
      readonly op: '>' | '>=' | '<' | '<=' | '==';
      readonly value: number;
    }
  | { readonly kind: 'date'; readonly field: string; readonly op: 'in' | '<' | '>' | '>='; readonly value: string }
  | { readonly kind: 'length'; readonly op: '>' | '<'; readonly value: number; readonly unit: 'words' | 'characters' };

/** A quoted part of a query and where its opening quotation mark stands. */
export interface Quote {
  readonly text: string;
  readonly at: number;
}

const MENTION =
  /\b(?:mention|contain|include|say|use|have the word|talk about|about|containing|mentioning|with the word|the word|the phrase|the term|words?)\w*\s*$/i;
const UNQUOTED =
  /\b(?:mention(?:s|ing)?|contain(?:s|ing)?)\s+(?:the\s+(?:word|phrase|term)\s+)?([\p{L}\p{N}][\p{L}\p{N}'-]*(?:\s+[\p{L}\p{N}'-]+){0,2}?)\s*[?.!]*$/iu;

export function isNumeric(field: Field): boolean {
  return (
    field.role === 'number' ||
    (field.values.length > 0 && field.values.every(([value]) => /^-?\d+(?:\.\d+)?$/.test(value)))
  );
}

export function findFilters(
  query: string,
  plain: string,
  quotes: readonly Quote[],
  fields: readonly Field[],
  used: Set<string>,
): readonly Filter[] {
  const filters: Filter[] = [];
  for (const quote of quotes) {
    const before = query.slice(0, quote.at);
    const value = MENTION.test(before) ? null : valueNamed(quote.text, fields);
    filters.push(value ?? { kind: 'mentions', word: quote.text });
  }
  const unquoted = quotes.length === 0 ? UNQUOTED.exec(query)?.[1] : undefined;
  if (unquoted !== undefined) {
    filters.push({ kind: 'mentions', word: unquoted });
    for (const word of tokens(unquoted)) used.add(word);
  }
  const rest = unquoted === undefined ? plain : plain.slice(0, plain.toLowerCase().lastIndexOf(unquoted.toLowerCase()));
  for (const field of fields) {
    const value = field.values
      .map(([each]) => each)
      .toSorted((one, other) => other.length - one.length)
      .find((each) =>
        isNumeric(field) || each.length < 2 ? namesField(rest, field, each, fields) : standsIn(each, rest),
      );
    if (value === undefined || field.role !== 'category') continue;
    if (tokens(value).every((word) => used.has(word))) continue;
    filters.push({ kind: 'is', field: field.name, value });
    for (const word of tokens(value)) used.add(word);
  }
  filters.push(...namedValues(query, fields, used));
  const number = numberFilter(rest, fields, used);
  if (number !== null) filters.push(number);
  const date = dateFilter(rest, fields, used);
  if (date !== null) filters.push(date);
  return filters;
}

/**
 * "rating 5", "class 3", "labelled B": a bare number or letter is a value only right beside the field's name, or beside
 * a word such as "class" where one field alone can be meant.
 */
function namesField(text: string, field: Field, value: string, fields: readonly Field[]): boolean {
  const names = [plainPattern(field.name), ...(generic(['class'], fields) === field ? [CLASS_WORDS] : [])];
  const link = String.raw`\s*(?:\s(?:is|of|as|number|=)\s+|[=:]\s*)?`;
  return new RegExp(`\\b(?:${names.join('|')})${link}(?<![\\w.-])${plainPattern(value)}(?![\\w-])`, 'iu').test(text);
}

const CLASS_WORDS = 'class|label|category|type|group|tag|labell?ed|classed|classified|categori[sz]ed|tagged';

/** Values of fields that have too many to be listed: "user 40001", "account Acme". */
function namedValues(query: string, fields: readonly Field[], used: Set<string>): readonly Filter[] {
  return fields.flatMap((field) => {
    if (field.role !== 'many' || /^field\d+$/.test(field.name)) return [];
    const value = new RegExp(
      `\\b${plainPattern(field.name)}\\s+(?:is\\s+|id\\s+|named\\s+|=\\s*)?["'“‘]?([\\w.@-]*\\d[\\w.@-]*|[a-z][\\w.@-]+)`,
      'i',
    ).exec(query)?.[1];
    if (value === undefined || !/^[A-Z]|\d/.test(value)) return [];
    for (const word of tokens(value)) used.add(word);
    return [{ kind: 'is', field: field.name, value: value.replace(/[.-]+$/, '') } as const];
  });
}

function plainPattern(name: string): string {
  return name.replaceAll('_', ' ').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function valueNamed(text: string, fields: readonly Field[]): Filter | null {
  for (const field of fields) {
    const value = field.values.find(([each]) => sameWord(each, text))?.[0];
    if (value !== undefined) return { kind: 'is', field: field.name, value };
  }
  return null;
}

const COMPARATORS: readonly (readonly [RegExp, '>' | '>=' | '<' | '<=' | '=='])[] = [
  [/\b(?:at least|no less than|no fewer than)\s+(\d[\d,.]*)/i, '>='],
  [/\b(?:at most|no more than|up to)\s+(\d[\d,.]*)/i, '<='],
  [/\b(?:more than|over|above|greater than|longer than|exceeding)\s+(\d[\d,.]*)/i, '>'],
  [/\b(?:less than|under|below|fewer than|shorter than)\s+(\d[\d,.]*)/i, '<'],
  [/\b(?:exactly|equal to)\s+(\d[\d,.]*)/i, '=='],
];

function numberFilter(text: string, fields: readonly Field[], used: Set<string>): Filter | null {
  for (const [pattern, op] of COMPARATORS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const value = Number((match[1] ?? '').replaceAll(',', '').replace(/\.$/, ''));
    const unit = /^\s*(words|characters|letters)/i.exec(text.slice(match.index + match[0].length))?.[1];
    if (unit !== undefined)
      return {
        kind: 'length',
        op: op.startsWith('<') ? '<' : '>',
        value,
        unit: unit.toLowerCase() === 'words' ? 'words' : 'characters',
      };
    const numbers = fields.filter(isNumeric);
    const field = findField(tokens(text), numbers) ?? (numbers.length === 1 ? (numbers[0] ?? null) : null);
    if (field === null || Number.isNaN(value)) return null;
    for (const word of tokens(match[0])) used.add(word);
    for (const word of ['waited', 'took', 'time', 'hours', 'minutes', 'days', ...tokens(field.name)]) used.add(word);
    return { kind: 'number', field: field.name, op, value };
  }
  return null;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function dateFilter(text: string, fields: readonly Field[], used: Set<string>): Filter | null {
  const field = fields.find((each) => each.role === 'date');
  if (field === undefined) return null;
  const iso = /\b(in|on|during|before|after|since|from)\s+(\d{4}(?:-\d\d(?:-\d\d)?)?)\b/i.exec(text);
  const named = new RegExp(
    `\\b(in|during|before|after|since|from|of)\\s+(${MONTHS.join('|')})\\s+(\\d{4})\\b`,
    'i',
  ).exec(text);
  const value =
    iso?.[2] ??
    (named === null
      ? undefined
      : `${named[3] ?? ''}-${String(MONTHS.indexOf((named[2] ?? '').toLowerCase()) + 1).padStart(2, '0')}`);
  if (value === undefined) return null;
  const word = (iso?.[1] ?? named?.[1] ?? 'in').toLowerCase();
  for (const each of tokens(iso?.[0] ?? named?.[0] ?? '')) used.add(each);
  const op = word === 'before' ? '<' : word === 'after' ? '>' : word === 'since' || word === 'from' ? '>=' : 'in';
  return { kind: 'date', field: field.name, op, value };
}
