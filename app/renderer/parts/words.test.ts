import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDiff } from './words.ts';

test('numbers and ids are compared whole', () => {
  expect(
    wordDiff('EU 2,260 of T-1', 'EU 2,261 of T-2')
      .filter((part) => part.kind !== 'same')
      .map((part) => part.text),
  ).toEqual(['2,260', '2,261', 'T-1', 'T-2']);
});

test('both texts can be read off the difference, whatever they are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      expect(
        parts
          .filter((part) => part.kind !== 'plus')
          .map((part) => part.text)
          .join(''),
      ).toBe(before);
      expect(
        parts
          .filter((part) => part.kind !== 'minus')
          .map((part) => part.text)
          .join(''),
      ).toBe(after);
    }),
  );
});
