import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineOfDiff, wordDiff } from './words.ts';

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

test('words changed one after another are one mark, the spaces between them too', () => {
  const parts = wordDiff('Export preference, 29 tickets', 'Export preference where stated (171 tickets');
  expect(lineOfDiff(parts, 'minus').map(({ kind, text }) => `${kind}:${text}`)).toEqual([
    'same:Export preference',
    'minus:, 29 ',
    'same:tickets',
  ]);
  expect(lineOfDiff(parts, 'plus').map(({ kind, text }) => `${kind}:${text}`)).toEqual([
    'same:Export preference',
    'plus: where stated (171 ',
    'same:tickets',
  ]);
});

test('a line of a difference is its text, and no two pieces beside each other are of one kind', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', ', '), { maxLength: 30 }).map((words) => words.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      for (const [kind, whole] of [
        ['minus', before],
        ['plus', after],
      ] as const) {
        const line = lineOfDiff(parts, kind);
        expect(line.map((part) => part.text).join('')).toBe(whole);
        expect(line.some((part, at) => part.kind === line[at + 1]?.kind)).toBe(false);
      }
    }),
  );
});
