import { expect, test } from 'vitest';
import { bytes, compact, duration, moment, money, signed, whole } from './numbers.ts';

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

test('compact numbers change unit where rounding would reach the next one', () => {
  expect([0, 942, 1_000, 19_600, 486_210, 999_949, 999_950, 2_500_000].map(compact)).toEqual([
    '0',
    '942',
    '1k',
    '19.6k',
    '486k',
    '1000k',
    '1M',
    '2.5M',
  ]);
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
