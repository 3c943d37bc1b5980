// Texts in events. Short ones stand in the event; long ones are stored once by hash beside the log and the event holds a
// reference with the beginning of the text, so that reducing a study never touches its gigabytes.

import { z } from 'zod';

/** Longer texts (UTF-16 units) are kept by reference. A number of ours: a page of output stays inline. */
export const INLINE_TEXT_LIMIT = 2_000;

export const textRef = z.object({
  /** SHA-256 of the UTF-8 text, hex. */
  $text: z.string().regex(/^[0-9a-f]{64}$/),
  chars: z.number().int().nonnegative(),
  /** The first INLINE_TEXT_LIMIT / 4 characters. */
  head: z.string(),
});

export const storedText = z.union([z.string(), textRef]);

export type TextRef = z.infer<typeof textRef>;
export type StoredText = z.infer<typeof storedText>;

/** The text or, for a long one, its beginning: for titles and previews. */
export function headOf(text: StoredText): string {
  return typeof text === 'string' ? text : text.head;
}

export function charsOf(text: StoredText): number {
  return typeof text === 'string' ? text.length : text.chars;
}

/** Short text as it is, long text as its reference. The caller keeps the text itself under `$text`. */
export function refOf(text: string, hash: (text: string) => string): StoredText {
  if (text.length <= INLINE_TEXT_LIMIT) return text;
  return { $text: hash(text), chars: text.length, head: text.slice(0, INLINE_TEXT_LIMIT / 4) };
}
