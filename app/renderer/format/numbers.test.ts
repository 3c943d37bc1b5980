import { expect, test } from 'vitest';
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
    '1000k',
    '1.0M',
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
