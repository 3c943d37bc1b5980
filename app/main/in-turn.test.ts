import { expect, it } from 'vitest';
import { createInTurn } from './in-turn.ts';

it('puts off an act that is asked for in the middle of another', () => {
  const inTurn = createInTurn();
  const done: string[] = [];
  inTurn(() => {
    inTurn(() => {
      inTurn(() => done.push('third'));
      done.push('second');
    });
    done.push('first');
  });
  inTurn(() => done.push('fourth'));
  expect(done).toEqual(['first', 'second', 'third', 'fourth']);
});

it('goes on after an act that throws, and tells of it', () => {
  const inTurn = createInTurn();
  const done: string[] = [];
  expect(() =>
    inTurn(() => {
      inTurn(() => done.push('second'));
      throw new Error('the first fails');
    }),
  ).toThrow('the first fails');
  inTurn(() => done.push('third'));
  expect(done).toEqual(['second', 'third']);
});
