import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AFTER, BEFORE, cutAt, PIECE } from './piece-cut.ts';

/** The pieces of a text as the view reads them: each from what lies around its own two cuts. */
function piecesOf(text: string): readonly string[] {
  const cut = (place: number) => {
    const from = Math.max(0, place - BEFORE);
    return from + cutAt(text.slice(from, place + AFTER), place - from);
  };
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, at) =>
    text.slice(at === 0 ? 0 : cut(at * PIECE), cut(Math.min(text.length, (at + 1) * PIECE))),
  );
}

test('pieces together are the text', () => {
  const bit = fc.constantFrom(
    'a',
    ' ',
    '\n',
    '😀',
    '\u001b[31m',
    '\ud83d',
    '\ude00',
    'word '.repeat(200),
    'x'.repeat(900),
  );
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 80 }), (bits) => {
      const text = bits.join('');
      expect(piecesOf(text).join('')).toBe(text);
    }),
    { numRuns: 200 },
  );
});

test('a piece ends with its line where the line ends near', () => {
  const text = `${'x'.repeat(PIECE + 100)}\n${'y'.repeat(100)}`;
  expect(piecesOf(text)).toEqual([`${'x'.repeat(PIECE + 100)}\n`, 'y'.repeat(100)]);
});

test('a character of two halves and a colour code stay whole', () => {
  const face = `${'x'.repeat(PIECE - 1)}😀${'y'.repeat(3_000)}`;
  expect(piecesOf(face)[0]).toBe(`${'x'.repeat(PIECE - 1)}😀`);
  const colour = `${'x'.repeat(PIECE - 2)}\u001b[31mred${'y'.repeat(3_000)}`;
  expect(piecesOf(colour)[0]).toBe(`${'x'.repeat(PIECE - 2)}\u001b[31m`);
});
