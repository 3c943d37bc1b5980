import { expect, test } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { itemsNamed, replyParts, trajectoryRows } from './trajectory-view.ts';
import type { TrajectoryRows } from './trajectory-view.ts';

test('a reply reads in its order: words, code, words', () => {
  const reply = 'First I look.\n\n```repl\nprint(1)\n```\n\nThen FINAL(2)';
  expect(replyParts(reply, ['print(1)'])).toEqual([
    { kind: 'say', text: 'First I look.' },
    { kind: 'block', index: 0 },
    { kind: 'say', text: 'Then FINAL(2)' },
  ]);
});

test('a block whose code is not found in the reply is still shown', () => {
  expect(replyParts('words', ['x = 1'])).toEqual([
    { kind: 'block', index: 0 },
    { kind: 'say', text: 'words' },
  ]);
});

test('sub-calls stand under the block that made them', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const run = state.runs.get('r3');
  if (run === undefined) throw new Error('the sample has a third run');
  const rows = trajectoryRows(run, []);
  const all = Array.from({ length: rows.count }, (_, place) => rows.at(place));
  expect(
    all.map((row) => (row?.kind === 'iteration' ? row.blocks.map((block) => block.subcalls.length) : row?.kind)),
  ).toEqual([[0], [3], [0], [0], [], 'ended']);
  expect(rows.iterations).toBe(5);
  expect(rows.at(6)).toBeUndefined();
});

test('rows stay the same when the run grows, the last one says that it answers, and each is found by its number', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const run = state.runs.get('r3');
  if (run === undefined) throw new Error('the sample has a third run');
  const long = { ...run, answer: null, iterations: run.iterations.slice(0, -1) };
  const [before, after] = [trajectoryRows(long, []), trajectoryRows(run, [])];
  expect(after.at(0)).toBe(before.at(0));
  expect(after.at(3)).toBe(before.at(3));
  const final = (rows: TrajectoryRows, place: number) => {
    const row = rows.at(place);
    return row?.kind === 'iteration' && row.final;
  };
  expect([final(before, 3), final(after, 3), final(after, 4)]).toEqual([false, false, true]);
  expect(after.placeOf(run.iterations[2]?.number ?? 0)).toBe(2);
  expect(after.placeOf(99)).toBe(-1);
  expect([before.placeOf('end'), after.placeOf('end')]).toEqual([-1, 5]);
});

test('an iteration finds its own call and all its sub-calls, however many lie between', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const run = state.runs.get('r3');
  const record = run?.iterations.find((each) => each.blocks.some((block) => block.callIds.length > 0));
  const [block] = record?.blocks ?? [];
  const sub = run?.calls.find((call) => call.role === 'sub');
  const own = run?.calls.find(({ callId }) => callId === record?.callId);
  if (run === undefined || record === undefined || block === undefined || sub === undefined || own === undefined)
    throw new Error('the sample has a third run with sub-calls');
  const subs = Array.from({ length: 300 }, (_, n) => ({ ...sub, callId: `sub${n}`, seq: 10 + n }));
  const wide = {
    ...run,
    calls: [{ ...own, seq: 9 }, ...subs, { ...own, callId: 'later', seq: 1_000 }],
    iterations: [{ ...record, seq: 900, blocks: [{ ...block, callIds: subs.map(({ callId }) => callId) }] }],
  };
  const row = trajectoryRows(wide, []).at(0);
  if (row?.kind !== 'iteration') throw new Error('the first row is an iteration');
  expect(row.call?.callId).toBe(own.callId);
  expect(row.blocks[0]?.subcalls.map(({ call }) => call.callId)).toEqual(subs.map(({ callId }) => callId));
});

test('agents that call each other a thousand deep are made as they are opened', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const run = state.runs.get('r3');
  const record = run?.iterations.find((each) => each.blocks.some((block) => block.callIds.length > 0));
  const sub = run?.calls.find((call) => call.role === 'sub');
  const block = record?.blocks[0];
  if (run === undefined || record === undefined || sub === undefined || block === undefined)
    throw new Error('the sample has a third run with sub-calls');
  const depth = 20_000;
  const at = (n: number) => ({
    ...record,
    depth: n,
    parentCallId: n === 0 ? null : `sub${n - 1}`,
    callId: `own${n}`,
    blocks: [{ ...block, callIds: [`sub${n}`] }],
  });
  const deep = {
    ...run,
    iterations: Array.from({ length: depth }, (_, n) => at(n)),
    calls: Array.from({ length: depth }, (_, n) => ({ ...sub, callId: `sub${n}` })),
  };
  const rows = trajectoryRows(deep, []);
  expect(rows.wayTo('own2')).toEqual({ place: 0, calls: ['sub0', 'sub1', 'own2'] });
  expect(rows.wayTo('sub2')).toEqual({ place: 0, calls: ['sub0', 'sub1', 'sub2'] });
  expect(rows.wayTo(`own${depth - 1}`)?.calls).toHaveLength(depth);
  expect([rows.wayTo('own0'), rows.wayTo('nowhere')]).toEqual([{ place: 0, calls: ['own0'] }, null]);
  const first = rows.at(0);
  if (first?.kind !== 'iteration') throw new Error('the first row is an iteration');
  const second = first.blocks[0]?.subcalls[0]?.iterations()[0];
  expect(second?.record.depth).toBe(1);
  expect(second?.blocks[0]?.subcalls[0]?.iterations()[0]?.record.depth).toBe(2);
});

test('agents that are recorded as calling each other in a circle are in no row, and nothing loops', () => {
  const state = reduceAll(emptyState, sampleStudy('normal').events);
  const run = state.runs.get('r3');
  const [record] = run?.iterations.filter(({ blocks }) => blocks.length > 0) ?? [];
  const [block] = record?.blocks ?? [];
  if (run === undefined || record === undefined || block === undefined) throw new Error('the sample has a third run');
  const at = (own: string, parent: string, calls: string) => ({
    ...record,
    depth: 1,
    parentCallId: parent,
    callId: own,
    blocks: [{ ...block, callIds: [calls] }],
  });
  const round = { ...run, iterations: [at('a', 'x', 'y'), at('b', 'y', 'x')] };
  expect(trajectoryRows(round, []).wayTo('a')).toBeNull();
});

test('items are named once each', () => {
  expect(itemsNamed('cr-00001, ps-00002 and cr-00001; not xx-00001 or cr-1')).toEqual(['cr-00001', 'ps-00002']);
});
