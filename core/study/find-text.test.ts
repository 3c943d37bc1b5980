import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findInText } from './find-text.ts';

const placesOf = (text: string, words: string) => [...findInText(text, words)].flat();

test('every place is found once, whatever the case; signs of a pattern are only signs', () => {
  expect(placesOf('aXb axb AXB', 'axb')).toEqual([0, 4, 8]);
  expect(placesOf('a.b axb', 'a.b')).toEqual([0]);
  expect(placesOf('anything', '')).toEqual([]);
});

test('words that lie over the border of two pieces are found once', () => {
  const text = `${'-'.repeat(999_998)}needle${'-'.repeat(1_000_000)}needle`;
  expect(placesOf(text, 'needle')).toEqual([999_998, 2_000_004]);
});

test('no text and no words can break it, and what it names stands there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', maxLength: 4 }), (text, words) => {
      for (const at of placesOf(text, words))
        expect(text.slice(at, at + words.length).toUpperCase()).toBe(words.toUpperCase());
    }),
  );
});
