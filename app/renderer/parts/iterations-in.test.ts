import { expect, test } from 'vitest';
import { iterationsIn } from './iterations-in.ts';

const named = (text: string) =>
  iterationsIn(text, 12)
    .filter(({ iteration }) => iteration !== null)
    .map(({ words, iteration }) => [words, iteration]);

test('every iteration that a text names leads there, also in a list', () => {
  expect(named('Iterations 1 and 2 found it, iterations 3, 5 and 12 checked it; see iteration 7.')).toEqual([
    ['Iterations 1', 1],
    ['2', 2],
    ['iterations 3', 3],
    ['5', 5],
    ['12', 12],
    ['iteration 7', 7],
  ]);
});

test('a number that counts something else is no iteration', () => {
  expect(named('iteration 3, 12 tickets; 4 iterations of 30')).toEqual([['iteration 3', 3]]);
});

test('an iteration that the run does not have is none', () => {
  expect(named('iteration 0, iteration 12, iteration 13, iterations 2–40')).toEqual([
    ['iteration 12', 12],
    ['iterations 2', 2],
  ]);
});

test('the parts are the whole text', () => {
  const text = 'First, iterations 1–3 read 40 records, then iteration 4.';
  expect(
    iterationsIn(text, 12)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text);
});
