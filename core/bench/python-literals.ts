// How Python reads the small values that the published OOLONG scorer reads: integers, list literals, lenient dates.
// JavaScript's own readers are kinder (parseInt) or stricter (JSON), and either would change scores.

/**
 * An integer as Python's int() reads it: white space around, one sign, digits with single underscores between them.
 * Returns null for anything else ("64.0", "1,234", "about 64").
 */
export function readPythonInt(text: string): number | null {
  const match = /^\s*([+-]?)(\p{Nd}+(?:_\p{Nd}+)*)\s*$/u.exec(text);
  if (match === null) return null;
  const digits = Array.from((match[2] ?? '').replaceAll('_', ''), decimalValue).join('');
  const value = Number(digits);
  return match[1] === '-' ? -value : value;
}

/** The value of a decimal digit of any script: each script's ten digits stand in one run that begins at its zero. */
function decimalValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 48;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/**
 * The elements of a Python list literal of strings and plain values, as text: `['a', "it's", 64]` → a, it's, 64.
 * Returns null when the text is no such list.
 */
export function readPythonList(text: string): readonly string[] | null {
  const body = /^\s*\[([\s\S]*)\]\s*$/.exec(text)?.[1];
  if (body === undefined) return null;
  const elements: string[] = [];
  const element = /\s*(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)"|([^,'"[\]]+?))\s*(?:,|$)/gsy;
  while (element.lastIndex < body.length) {
    const match = element.exec(body);
    if (match === null) return null;
    const quoted = match[1] ?? match[2];
    elements.push(quoted === undefined ? (match[3] ?? '').trim() : unescape(quoted));
  }
  return elements;
}

function unescape(text: string): string {
  const named: Record<string, string> = { n: '\n', t: '\t', r: '\r' };
  return text.replace(/\\(.)/gs, (_, sign: string) => named[sign] ?? sign);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A whole date as ISO text, read as leniently as the published scorer reads it: ISO, month first (day first where the
 * first number exceeds 12), long and short month names, two-digit years.
 * Returns null for anything else, also for a date with a missing part: the published scorer fills those from today, so
 * that its score changes with the day it runs; ours does not.
 */
export function readLenientDate(text: string): string | null {
  const plain = text.trim().toLowerCase();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[t ]00:00(?::00)?)?$/.exec(plain);
  if (iso !== null) return dateText(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numeric = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{2}|\d{4})$/.exec(plain);
  if (numeric !== null) {
    const first = Number(numeric[1]);
    const second = Number(numeric[2]);
    const year = fullYear(numeric[3] ?? '');
    return first > 12 ? dateText(year, second, first) : dateText(year, first, second);
  }
  const named =
    /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(plain) ??
    swap(/^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})\.?,? (\d{4})$/.exec(plain));
  if (named === null) return null;
  const month = MONTHS.indexOf((named[1] ?? '').slice(0, 3)) + 1;
  return month === 0 ? null : dateText(Number(named[3]), month, Number(named[2]));
}

function swap(match: RegExpExecArray | null): readonly (string | undefined)[] | null {
  return match === null ? null : [match[0], match[2], match[1], match[3]];
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function dateText(year: number, month: number, day: number): string | null {
  const lengths = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ];
  if (month < 1 || month > 12 || day < 1 || day > (lengths[month - 1] ?? 0)) return null;
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
