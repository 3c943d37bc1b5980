// Reads a model's reply into JSON, whatever it looks like. The raw reply is kept elsewhere; what was mended is said in
// warnings, and nothing here can throw.

import { jsonrepair } from 'jsonrepair';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { jsonSpans } from './json-spans.ts';
import type { JsonSpan } from './json-spans.ts';
import { withoutThinking } from './thinking.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export interface JsonReading {
  readonly value: JsonObject | readonly Json[];
  /** What was passed over or mended, in words. */
  readonly warnings: readonly string[];
}

export interface JsonFault {
  /** Why nothing could be read, as it may be said to the model. */
  readonly words: string;
}

/** A longer reply is cut before it is read: hundreds of times what is asked for. Ours. */
const MAX_REPLY_CHARS = 2_000_000;

/**
 * The object (or list of objects) that a reply holds.
 *
 * reply   the model's text
 * wanted  names of the fields asked for; of several objects the one with most of them is read, the last among equals
 * Returns the value and what was odd about the reply. A reply that was cut off is read up to its last whole element.
 * Errors  words that name the fault: the reply is empty, holds no JSON, or holds none with a wanted field.
 */
export function readJson(reply: string, wanted: readonly string[]): Result<JsonReading, JsonFault> {
  const warnings: string[] = [];
  let text = reply.replace(/^\ufeff/, '');
  if (text.length > MAX_REPLY_CHARS) {
    text = text.slice(0, MAX_REPLY_CHARS);
    warnings.push(`The reply was longer than ${String(MAX_REPLY_CHARS)} characters; the rest was not read.`);
  }
  if (text.trim() === '') return err({ words: 'the reply is empty' });

  const straight = parse(text);
  if (straight !== null && fits(straight, wanted) >= 1) return ok({ value: straight, warnings });

  const spoken = withoutThinking(text);
  const found = best(readings(spoken.text), wanted) ?? best(spoken.removed ? readings(text) : [], wanted);
  if (found === null) {
    const seen = jsonSpans(text).length > 0;
    const fields = wanted.map((name) => `"${name}"`).join(', ');
    return err({ words: seen ? `it holds no readable JSON object with ${fields}` : 'it holds no JSON object' });
  }
  if (spoken.removed) warnings.push('The model’s thinking before the answer was passed over.');
  if (found.others > 0)
    warnings.push('The reply holds several JSON objects; the fullest, and of equals the last, was read.');
  if (found.reading.around) warnings.push('Text around the JSON was passed over.');
  if (found.reading.note !== null) warnings.push(found.reading.note);
  return ok({ value: found.reading.value, warnings });
}

interface Reading {
  readonly value: JsonObject | readonly Json[];
  readonly note: string | null;
  readonly around: boolean;
}

function readings(text: string): readonly Reading[] {
  const found: Reading[] = [];
  for (const span of jsonSpans(text)) {
    const read = readSpan(span);
    if (read !== null) found.push({ ...read, around: hasProse(text, span) });
  }
  if (found.length === 0) {
    // Brackets that do not match, for instance by an unescaped quote: repair everything from the first one on.
    const start = text.search(/[{[]/);
    const value = start === -1 ? null : repair(text.slice(start));
    if (value !== null) found.push({ value, note: 'The JSON was broken and was mended.', around: false });
  }
  return found;
}

function readSpan(span: JsonSpan): Omit<Reading, 'around'> | null {
  const cut = 'The reply was cut off; its last, unfinished part was left out.';
  if (!span.closed && span.whole !== null) {
    const value = parse(span.whole) ?? repair(span.whole);
    if (value !== null) return { value, note: cut };
  }
  const straight = parse(span.text);
  if (straight !== null) return { value: straight, note: null };
  const repaired = repair(span.text);
  if (repaired === null) return null;
  return { value: repaired, note: span.closed ? 'The JSON was broken and was mended.' : cut };
}

/** Fences and line ends around the JSON are no prose. */
function hasProse(text: string, span: JsonSpan): boolean {
  const around = text.slice(0, span.end - span.text.length) + text.slice(span.end);
  return around.replace(/```\w*/g, '').trim() !== '';
}

function best(found: readonly Reading[], wanted: readonly string[]): { reading: Reading; others: number } | null {
  const unwrapped = found.map((reading) => ({ ...reading, value: unwrap(reading.value, wanted, 3) }));
  const fitting = unwrapped.filter((reading) => fits(reading.value, wanted) > 0);
  let chosen: Reading | null = null;
  for (const reading of fitting) {
    if (chosen === null || fits(reading.value, wanted) >= fits(chosen.value, wanted)) chosen = reading;
  }
  return chosen === null ? null : { reading: chosen, others: fitting.length - 1 };
}

/** What a wrapper such as {"result": {…}} or a list of one holds, where that fits better; also JSON inside a text. */
function unwrap(
  value: JsonObject | readonly Json[],
  wanted: readonly string[],
  depth: number,
): JsonObject | readonly Json[] {
  if (depth === 0 || fits(value, wanted) >= 1) return value;
  let chosen = value;
  for (const inner of Object.values(value).slice(0, 20)) {
    const held = typeof inner === 'string' && /^\s*\{/.test(inner) ? parse(inner) : inner;
    if (!isObject(held) && !isList(held)) continue;
    const found = unwrap(held, wanted, depth - 1);
    if (fits(found, wanted) > fits(chosen, wanted)) chosen = found;
  }
  return chosen;
}

/** How many wanted fields it has; a list of objects counts as half a fit, an object without any as none. */
function fits(value: JsonObject | readonly Json[], wanted: readonly string[]): number {
  if (isList(value)) return value.some(isObject) ? 0.5 : 0;
  const plain = new Set(Object.keys(value).map(plainName));
  return wanted.filter((name) => plain.has(plainName(name))).length;
}

/** A field's name without case and signs, for comparing. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function parse(text: string): JsonObject | readonly Json[] | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) || isList(value) ? value : null;
  } catch {
    return null; // not strict JSON: the caller tries the next way
  }
}

const NOT_A_NUMBER = /"(?:[^"\\]|\\.)*"|([:[,]\s*)[-+]?(?:NaN|Infinity)\b/g;
const BAD_ESCAPE = /\\(?!["\\/bfnrt]|u[0-9a-fA-F]{4})/g;

function repair(text: string): JsonObject | readonly Json[] | null {
  const numbers = text.replace(NOT_A_NUMBER, (all, before: string | undefined) =>
    before === undefined ? all : `${before}null`,
  );
  for (const attempt of [numbers, numbers.replace(BAD_ESCAPE, '\\\\')]) {
    try {
      const value = parse(jsonrepair(attempt));
      if (value !== null) return value;
    } catch {
      continue; // beyond repair this way: the next attempt, then the fault, says so
    }
  }
  return null;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
