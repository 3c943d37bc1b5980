import { expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { keepsRows, queryRows } from './queries-view.ts';

it('gives the rows that say the same as before as the same objects', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const kept = keepsRows();
  const now = kept(queryRows(state, null));
  expect(kept(queryRows(state, null)).every((row, at) => row === now[at])).toBe(true);
  const [first, second] = now;
  const moment = second?.run?.firstSeq ?? 0;
  const past = kept(queryRows(state, moment));
  expect(past[0]).toBe(first);
  expect(past.findIndex((row, at) => row !== now[at])).toBe(past.findIndex((row) => row.later));
});
