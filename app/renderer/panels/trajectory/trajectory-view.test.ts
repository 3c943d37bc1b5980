import { expect, test } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { itemsNamed, replyParts, trajectoryRows } from './trajectory-view.ts';

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
  expect(
    rows.map((row) => (row.kind === 'iteration' ? row.blocks.map((block) => block.subcalls.length) : row.kind)),
  ).toEqual([[0], [3], [0], [0], [], 'ended']);
});

test('items are named once each', () => {
  expect(itemsNamed('cr-00001, ps-00002 and cr-00001; not xx-00001 or cr-1')).toEqual(['cr-00001', 'ps-00002']);
});
