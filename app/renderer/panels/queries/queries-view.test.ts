import { expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { isLater, keepsRows, queryRows } from './queries-view.ts';

const state = reduceAll(emptyState, sampleStudy('normal').events);

it('gives the rows that say the same as before as the same objects', () => {
  const kept = keepsRows();
  const now = kept(queryRows(state));
  expect(kept(queryRows(state)).every((row, at) => row === now[at])).toBe(true);
  const waiting = state.queries.findIndex((query) => query.runIds.length === 0);
  expect(waiting).toBeGreaterThan(0);
  const queries = state.queries.map((query, at) => (at === waiting ? { ...query, skipped: true } : query));
  expect(kept(queryRows({ ...state, queries })).flatMap((row, at) => (row === now[at] ? [] : [at]))).toEqual([waiting]);
});

it('dims what was answered only after the moment looked at, and nothing now', () => {
  const rows = queryRows(state);
  const moment = rows[1]?.run?.firstSeq ?? 0;
  expect(rows.map((row) => isLater(row, moment))).toEqual(rows.map((_, at) => at > 1));
  expect(rows.some((row) => isLater(row, null))).toBe(false);
});
