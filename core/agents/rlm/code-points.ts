// Texts counted the way Python counts them: in code points, so that an emoji is one. JavaScript's own length counts two.

import { thousands } from './thousands.ts';

/** Code points in a text. A lone surrogate counts as one. */
export function countPoints(text: string): number {
  let pairs = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if (isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1))) {
      pairs++;
      at++;
    }
  }
  return text.length - pairs;
}

/** The first `points` code points. */
export function headOfPoints(text: string, points: number): string {
  let at = 0;
  for (let taken = 0; taken < points && at < text.length; taken++) {
    at += isHigh(text.charCodeAt(at)) && isLow(text.charCodeAt(at + 1)) ? 2 : 1;
  }
  return text.slice(0, at);
}

/** The last `points` code points. */
export function tailOfPoints(text: string, points: number): string {
  let at = text.length;
  for (let taken = 0; taken < points && at > 0; taken++) {
    at -= isLow(text.charCodeAt(at - 1)) && isHigh(text.charCodeAt(at - 2)) ? 2 : 1;
  }
  return text.slice(at);
}

/**
 * Keeps the beginning and the end of a long text, with a mark between that says how much is missing: what stands at the
 * end of an output (the last line, a summary, an error) matters as much as its beginning.
 *
 * limit   code points kept, the mark not counted
 * Returns the text itself when it is short enough.
 */
export function cutMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const total = countPoints(text);
  if (total <= limit) return text;
  const head = Math.ceil(limit / 2);
  const missing = thousands(total - limit);
  return `${headOfPoints(text, head)}\n[… ${missing} characters cut here …]\n${tailOfPoints(text, limit - head)}`;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** UTF-8 of a text; a lone surrogate becomes U+FFFD. For prompts that become a child agent's context. */
export function encodeUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0xfffd;
    const code = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    if (code < 0x80) bytes[length++] = code;
    else if (code < 0x800) {
      bytes[length++] = 0xc0 | (code >> 6);
      bytes[length++] = 0x80 | (code & 0x3f);
    } else if (code < 0x10000) {
      bytes[length++] = 0xe0 | (code >> 12);
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[length++] = 0x80 | (code & 0x3f);
    } else {
      bytes[length++] = 0xf0 | (code >> 18);
      bytes[length++] = 0x80 | ((code >> 12) & 0x3f);
      bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
      bytes[length++] = 0x80 | (code & 0x3f);
    }
  }
  return bytes.slice(0, length);
}
