// What an item's text may be. Every text that enters a map passes normalizeContent, so that render and parse are inverse,
// JSON and UTF-8 keep it, and equal texts compare equal.

import type { MapItem } from './context-map.ts';
import type { Refusal } from './edit.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { grouped } from './wording.ts';

/** Characters an item may have at most: far above any sensible item, small enough to keep the map countable. Ours. */
export const MAX_ITEM_CHARS = 20_000;

// Controls other than tab and line feed, and halves of surrogate pairs: neither survives every file format.
const UNSTORABLE = /(?![\t\n])\p{Cc}|\p{Cs}/gu;

/**
 * A text as an item holds it: line feeds only, no space at line ends, no blank beginning or end; characters that cannot be
 * stored become U+FFFD, so that the loss shows. Applying it twice changes nothing.
 */
export function normalizeContent(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSTORABLE, '\ufffd')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** Texts with the same key say the same: differences in white space and Unicode composition do not count. Case does. */
export function contentKey(content: string): string {
  return content.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/**
 * A text as the content of an item, or why it cannot be.
 *
 * text   null stands for something that was no text
 * items  the map's items
 * self   the item that is to be rewritten, if it is no new one
 */
export function checkContent(text: string | null, items: readonly MapItem[], self?: MapItem): Result<string, Refusal> {
  if (text === null) return err({ kind: 'not-text', words: 'The content is not a text.' });
  const content = normalizeContent(text);
  if (content === '') return err({ kind: 'empty-content', words: 'The content is empty.' });
  if (content.length > MAX_ITEM_CHARS) {
    const words = `The content has ${grouped(content.length)} characters; an item may have ${grouped(MAX_ITEM_CHARS)}.`;
    return err({ kind: 'too-long', words });
  }
  if (content === self?.content) return err({ kind: 'same-text', words: `${self.id} already has exactly this text.` });
  const key = contentKey(content);
  const same = items.find((item) => item.id !== self?.id && keyOf(item) === key);
  return same === undefined ? ok(content) : err({ kind: 'duplicate', words: `${same.id} already says this.` });
}

/** Keys are asked for again and again, and an item's text outlives the item value, whose score changes. Number of ours. */
const KEPT_KEYS = 20_000;
const keys = new Map<string, string>();

function keyOf(item: MapItem): string {
  const known = keys.get(item.content);
  if (known !== undefined) return known;
  const key = contentKey(item.content);
  if (keys.size >= KEPT_KEYS) keys.clear();
  keys.set(item.content, key);
  return key;
}
