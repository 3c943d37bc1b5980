import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unbrokenParts } from './unbroken.ts';

const kept = (text: string) => unbrokenParts(text).filter((_part, at) => at % 2 === 1);

it('keeps dates, ids and ranges of numbers in one piece', () => {
  expect(kept('Newest first, 2026-01-02 to 2026-09-30 (T-5204, see cr-00001); a cluster at 1,210–1,388.')).toEqual([
    '2026-01-02',
    '2026-09-30',
    'T-5204',
    'cr-00001',
    '1,210–1,388',
  ]);
});

it('keeps a moment in one piece, or its day and its time where both are longer than a narrow pane', () => {
  expect(
    kept('at 2026-09-30T12:34:56.789Z, 2026-09-30T12:34:56.123456789Z and 2026-09-30T12:34:56.123456+02:00'),
  ).toEqual(['2026-09-30T12:34:56.789Z', '2026-09-30', 'T12:34:56.123456789Z', '2026-09-30', 'T12:34:56.123456']);
});

it('lets words with a hyphen, a minus and what is longer than a narrow pane be broken', () => {
  expect(kept('a well-known re-run, x - 1, 4.5, 3f2b1c9a-7d1e-4c55-9a0e-1b2c3d4e5f60')).toEqual([]);
});

it('gives parts that joined are the text, whatever it is', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom('-', '–', ' ', '2026', 'T', '.', ',', '5'), fc.string()))
    .map((each) => each.join(''));
  fc.assert(
    fc.property(text, (each) => {
      expect(unbrokenParts(each).join('')).toBe(each);
    }),
  );
});
