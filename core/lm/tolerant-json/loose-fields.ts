// Takes the fields of a reply's JSON as they are meant: names in any spelling, null for an empty list, one object for a list
// of one, numbers or lists where a text belongs.

import { isList, isObject, plainName } from './read-json.ts';
import type { Json, JsonObject } from './read-json.ts';

/** The first field by one of these names, in any spelling (`item_id`, `itemId`, `Item ID`); undefined when there is none. */
export function looseField(object: JsonObject, ...names: readonly string[]): Json | undefined {
  for (const name of names) {
    const plain = plainName(name);
    for (const [key, value] of Object.entries(object)) if (plainName(key) === plain) return value;
  }
  return undefined;
}

/**
 * A value as text, or null when it holds none.
 *
 * Numbers and booleans become their text, lists of texts lines, an object its `text`, `content` or `value`, or else its JSON,
 * so that nothing a model said is lost.
 */
export function looseText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (isList(value)) {
    const lines = value.map(looseText).filter((line) => line !== null);
    return lines.length === 0 ? null : lines.join('\n');
  }
  if (Object.keys(value).length === 0) return null;
  const inner = looseField(value, 'text', 'content', 'value');
  return typeof inner === 'string' ? inner : JSON.stringify(value);
}

/** A value as a list: null and missing are empty, one object is a list of one, an object of objects its values. */
export function looseList(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null || value === '') return [];
  if (isList(value)) return value;
  if (!isObject(value)) return [value];
  const values = Object.values(value);
  if (values.length === 0) return [];
  return values.every(isObject) ? values : [value];
}
