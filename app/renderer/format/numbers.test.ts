import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytes, compact, duration, moment, money, moneyColumn, signed, whole } from './numbers.ts';

test('money keeps the digits that a small amount needs and no more', () => {
  expect([0, 900, 9_500, 31_000, 1_880_000, -10_000].map(money)).toEqual([
    '$0',
    '$0.0009',
    '$0.010',
    '$0.031',
    '$1.88',
    '−$0.010',
  ]);
});

test('amounts under one another all have the digits of the one that needs most', () => {
  const column = [43_000, 4_200, 1_880_000, 0];
  expect(column.map(moneyColumn(column))).toEqual(['$0.0430', '$0.0042', '$1.8800', '$0.0000']);
  const larger = [31_000, 1_880_000];
  expect(larger.map(moneyColumn(larger))).toEqual(['$0.031', '$1.880']);
});

test('compact numbers keep one digit after the point where their neighbours have one', () => {
  expect([14_960, 15_000, 15_300, 99_949, 99_950].map(compact)).toEqual(['15.0k', '15.0k', '15.3k', '99.9k', '100k']);
});

test('compact numbers change unit where rounding would reach the next one', () => {
  expect([0, 942, 1_000, 19_600, 486_210, 999_949, 999_950, 2_500_000].map(compact)).toEqual([
    '0',
    '942',
    '1.0k',
    '19.6k',
    '486k',
    '1.0M',
    '1.0M',
    '2.5M',
  ]);
});

describe('a number written short, at every size', () => {
  const SCALE: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, G: 1e9 };
  /** Sizes around the places where a format changes are tried as often as all the others together. */
  const sizes = (edges: readonly number[], max: number) =>
    fc.oneof(
      fc.integer({ min: 0, max }),
      fc.tuple(fc.constantFrom(...edges), fc.integer({ min: -600, max: 600 })).map(([edge, by]) => edge + by),
      fc
        .tuple(fc.constantFrom(...edges), fc.double({ min: 0.99, max: 1.01, noNaN: true }))
        .map(([edge, by]) => Math.round(edge * by)),
    );
  const lettered = sizes([1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11], 2e11).filter((size) => size >= 0);

  test('keeps at most three digits before the point and is no further off than half of its last one', () => {
    fc.assert(
      fc.property(lettered, fc.boolean(), (size, negative) => {
        const value = negative ? -size : size;
        const [, sign, before = '', after = '', letter = ''] =
          /^(−?)(\d+)(\.\d)?([kMG]?)$/.exec(compact(value)) ?? expect.fail(compact(value));
        const scale = SCALE[letter] ?? 0;
        expect(before.length, compact(value)).toBeLessThanOrEqual(3);
        expect(sign).toBe(value < 0 ? '−' : '');
        expect(after !== '', compact(value)).toBe(letter !== '' && before.length < 3);
        const last = scale / (after === '' ? 1 : 10);
        expect(Math.abs(Number(before + after) * scale - size)).toBeLessThanOrEqual(last / 2 + 1e-6 * scale);
      }),
    );
  });

  test('is never smaller than that of a smaller one', () => {
    const read = (text: string) => Number.parseFloat(text) * (SCALE[/[kMG]/.exec(text)?.[0] ?? ''] ?? 0);
    fc.assert(
      fc.property(lettered, lettered, (a, b) => {
        expect(read(compact(Math.min(a, b)))).toBeLessThanOrEqual(read(compact(Math.max(a, b))));
      }),
    );
  });

  test('is the same for bytes, with their unit', () => {
    fc.assert(
      fc.property(lettered, (size) => {
        expect(bytes(size).replace(' ', '').replace(/B$/, '')).toBe(compact(size));
      }),
    );
  });

  test('of a time never says a whole minute in seconds, nor a whole hour in minutes', () => {
    const times = sizes([1e3, 6e4, 12e4, 36e5, 72e5], 1e9).filter((ms) => ms >= 0);
    fc.assert(
      fc.property(times, (ms) => {
        const [, one, unit, two] = /^([\d.]+) (ms|s|min|h)(?: (\d+) (?:s|min))?$/.exec(duration(ms)) ?? [];
        const limit = unit === 'ms' ? 1_000 : unit === 'h' ? Number.POSITIVE_INFINITY : 60;
        expect(Number(one), duration(ms)).toBeLessThan(limit);
        if (two !== undefined) expect(Number(two), duration(ms)).toBeLessThan(60);
      }),
    );
  });

  test('of an amount of money is no further off than half of its last digit, and never smaller than a smaller one’s', () => {
    const amounts = sizes([9_500, 10_000, 999_500, 1e6, 1e7], 2e8).filter((microUsd) => microUsd >= 0);
    const read = (text: string) => Number(text.replaceAll(/[$,]/g, ''));
    fc.assert(
      fc.property(amounts, amounts, (a, b) => {
        const last = 10 ** -(money(a).split('.')[1] ?? '').length;
        expect(Math.abs(read(money(a)) - a / 1e6)).toBeLessThanOrEqual(last / 2 + 1e-9);
        expect(read(money(Math.min(a, b)))).toBeLessThanOrEqual(read(money(Math.max(a, b))));
      }),
    );
  });
});

test('signed numbers use a true minus and no sign for nothing', () => {
  expect([3, 0, -1, 0.5, -1_029].map(signed)).toEqual(['+3', '0', '−1', '+0.50', '−1,029']);
});

test('durations grow from milliseconds to hours', () => {
  expect([12, 2_100, 61_000, 3_660_000].map(duration)).toEqual(['12 ms', '2.1 s', '1 min 1 s', '1 h 1 min']);
});

test('sizes and whole numbers are grouped', () => {
  expect([bytes(12), bytes(1_911_377), whole(-5_204)]).toEqual(['12 B', '1.9 MB', '−5,204']);
});

test('a time that is none is shown as it is', () => {
  expect(moment('yesterday')).toBe('yesterday');
});
