import { describe, expect, test } from 'vitest';
import { anEdit, countWords } from '#core/map/testing/index.ts';
import { foldRun } from '../reducer/index.ts';
import type { StudyState } from '../state.ts';
import { biography } from './biography.ts';
import { blame } from './blame.ts';
import { tagHistory } from './tag-history.ts';
import { playStudy, quickHash } from './testing/index.ts';
import { verdictGrid } from './verdict-grid.ts';
import { whyEvicted } from './why-evicted.ts';

const line = (word: string) => `${word} `.repeat(30).trim();
const PIN = { by: 'Ada', at: '2026-01-02T03:04:05Z', reason: 'central' };

/** cr-00001 is born, tagged, rewritten, pinned and unpinned; ps-00001 is born, tagged, evicted and returned. */
const { state } = playStudy(
  [
    {
      kind: 'update',
      tags: [],
      edits: [
        anEdit({ content: 'Seven parts.', candidateId: 'k' }),
        anEdit({ section: 'ps', content: line('schema') }),
      ],
    },
    {
      kind: 'update',
      tags: ['helpful', 'stale'],
      edits: [anEdit({ kind: 'REPLACE', itemId: 'cr-00001', content: 'Eight parts.' })],
    },
    { kind: 'hand', changes: [{ do: 'pin', itemId: 'cr-00001', pin: PIN }] },
    { kind: 'update', tags: ['neutral', 'harmful'], edits: [anEdit({ section: 'dc', content: line('constant') })] },
    {
      kind: 'hand',
      changes: [
        { do: 'unpin', itemId: 'cr-00001' },
        { do: 'delete', itemId: 'dc-00001' },
      ],
    },
  ],
  { budgetTokens: 180 },
  { count: countWords, hash: quickHash },
);

function lifeOf(itemId: string, from: StudyState = state) {
  return biography(from, itemId, 'v5')?.life.map((event) => {
    const { on, reason: _reason, ...rest } = event;
    return [on.versionId, on.queryId, rest];
  });
}

describe('an item’s biography', () => {
  test('tells birth with candidate and reasoning, tags, rewrites with the former text, pins', () => {
    const reasoning = { reasoning: 'As played.', candidate: null };
    expect(lifeOf('cr-00001')).toEqual([
      [
        'v1',
        'q1',
        {
          kind: 'born',
          content: 'Seven parts.',
          origin: { kind: 'policy', runId: 'r1', editId: 'r1-e1', candidateId: 'r1-k1' },
          by: {
            ...reasoning,
            editId: 'r1-e1',
            candidate: {
              candidateId: 'r1-k1',
              section: 'cr',
              value: 'A candidate.',
              transferability: 'all',
              rationale: 'shared',
            },
          },
        },
      ],
      ['v2', 'q2', { kind: 'tagged', tag: 'helpful', score: 1 }],
      [
        'v2',
        'q2',
        { kind: 'rewritten', before: 'Seven parts.', after: 'Eight parts.', by: { ...reasoning, editId: 'r2-e1' } },
      ],
      ['v3', null, { kind: 'pinned', by: 'Ada', pinReason: 'central' }],
      ['v4', 'q3', { kind: 'tagged', tag: 'neutral', score: 1 }],
      ['v5', null, { kind: 'unpinned' }],
    ]);
    expect(biography(state, 'cr-00001', 'v5')?.scores).toEqual([
      { versionId: 'v1', score: 0 },
      { versionId: 'v2', score: 1 },
      { versionId: 'v3', score: 1 },
      { versionId: 'v4', score: 1 },
      { versionId: 'v5', score: 1 },
    ]);
  });

  test('tells how it went and why, with the score it went with', () => {
    const told = biography(state, 'ps-00001', 'v5');
    expect(told).toMatchObject({ present: false, item: { score: -2 } });
    expect(lifeOf('ps-00001')?.slice(2)).toEqual([
      ['v4', 'q3', { kind: 'tagged', tag: 'harmful', score: -2 }],
      [
        'v4',
        'q3',
        {
          kind: 'evicted',
          content: line('schema'),
          why: expect.stringMatching(
            /^lowest section left \(Parsing Schema\), in it the lowest score \(−2\)/,
          ) as string,
        },
      ],
    ]);
    expect(lifeOf('dc-00001')?.map((entry) => entry[2])).toMatchObject([
      { kind: 'born' },
      { kind: 'deleted', content: line('constant'), by: null },
    ]);
  });

  test('tells of a return', () => {
    const ghost = biography(state, 'ps-00001', 'v5')?.item;
    if (ghost === undefined) throw new Error('it is there');
    const { state: later } = playStudy(
      [
        { kind: 'hand', changes: [{ do: 'return', item: ghost }] },
        { kind: 'hand', changes: [{ do: 'delete', itemId: 'ps-00001' }] },
        { kind: 'hand', changes: [{ do: 'return', item: ghost }] },
      ],
      {},
      { count: countWords, hash: quickHash },
    );
    expect(biography(later, 'ps-00001', 'v3')?.life.map((event) => event.kind)).toEqual([
      'born',
      'deleted',
      'returned',
    ]);
  });

  test('of an old, folded run still tells everything but the words, and those too once the run is read again', () => {
    const folded = { ...state, runs: new Map([...state.runs].map(([id, run]) => [id, foldRun(run)])) };
    const kinds = biography(folded, 'cr-00001', 'v5')?.life.map((event) => event.kind);
    expect(kinds).toEqual(['born', 'tagged', 'rewritten', 'pinned', 'tagged', 'unpinned']);
    const read = biography(folded, 'cr-00001', 'v5', (runId) => state.runs.get(runId) ?? null);
    expect(read).toEqual(biography(state, 'cr-00001', 'v5'));
  });

  test('is null for an item that never stood there', () => {
    expect(biography(state, 'cr-00099', 'v5')).toBeNull();
    expect(biography(state, 'dc-00001', 'v2')).toBeNull();
  });
});

test('blame names for each item where it was born and where its text is from', () => {
  expect(
    blame(state, 'v4').map(({ itemId, born, written, rewrites }) => [
      itemId,
      born.versionId,
      born.queryId,
      written.versionId,
      rewrites,
    ]),
  ).toEqual([
    ['cr-00001', 'v1', 'q1', 'v2', 1],
    ['dc-00001', 'v4', 'q3', 'v4', 0],
  ]);
});

test('the tag history holds what counted on the way to a version', () => {
  expect(tagHistory(state, 'v5').get('ps-00001')).toEqual([
    { runId: 'r2', queryId: 'q2', versionId: 'v2', tag: 'stale', score: -1 },
    { runId: 'r3', queryId: 'q3', versionId: 'v4', tag: 'harmful', score: null },
  ]);
  expect(tagHistory(state, 'v1').size).toBe(0);
});

test('the verdict grid has a column per update and a row per item that ever stood', () => {
  const { columns, rows } = verdictGrid(state, 'v5', 60);
  expect(columns.map((column) => column.queryId)).toEqual(['q1', 'q2', 'q3']);
  expect(rows.map(({ item, present, cells }) => [item.id, present, ...cells.map((cell) => cell.verdict)])).toEqual([
    ['cr-00001', true, 'born', 'helpful', 'neutral'],
    ['ps-00001', false, 'born', 'stale', 'harmful'],
    ['dc-00001', false, 'absent', 'absent', 'born'],
  ]);
  expect(rows[1]?.cells.map((cell) => cell.wentToo)).toEqual([false, false, true]);
});

test('the verdict grid of the latest updates has the items that stood in one of them, and says that there was more', () => {
  const { columns, rows, older } = verdictGrid(state, 'v5', 1);
  expect(columns.map((column) => column.queryId)).toEqual(['q3']);
  expect(rows.map(({ item, cells }) => [item.id, ...cells.map((cell) => cell.verdict)])).toEqual([
    ['cr-00001', 'neutral'],
    ['ps-00001', 'harmful'],
    ['dc-00001', 'born'],
  ]);
  expect(older).toBe(true);
  expect(verdictGrid(state, 'v5', 3).older).toBe(false);
});

test('the verdict grid of a long study is made of its latest updates alone', () => {
  const { state: long } = playStudy(
    Array.from({ length: 200 }, (_, at) => ({
      kind: 'update' as const,
      tags: [],
      edits: [anEdit({ content: line(`word${at}`) })],
    })),
    { budgetTokens: 180 },
    { count: countWords, hash: quickHash },
  );
  const asked: string[] = [];
  const versions = { get: (id: string) => (asked.push(id), long.versions.get(id)) } as StudyState['versions'];
  const { columns, rows } = verdictGrid({ ...long, versions }, 'v200', 60);
  expect(columns).toHaveLength(60);
  expect(rows.length).toBeLessThan(80);
  expect(asked.length).toBeLessThan(100);
});

test('an eviction is told in words, for what went and for what stayed', () => {
  const eviction = state.runs.get('r3')?.eviction;
  if (eviction === null || eviction === undefined) throw new Error('it is there');
  expect(whyEvicted(eviction, 'ps-00001')).toMatch(
    /^The map took \d+ of 180 tokens\. ps-00001 stood at place 1 of 3: section Parsing Schema, then score −2, then age \(item number 2 of the study\)\. Nothing went before it; without it the map took \d+ tokens\.$/,
  );
  expect(whyEvicted(eviction, 'dc-00001')).toMatch(
    /one item made room\. dc-00001 stood at place 2 of 3: .*; it would have gone next\.$/,
  );
  expect(whyEvicted(eviction, 'cr-00001')).toMatch(/cr-00001 is pinned and stands outside the order\.$/);
  expect(whyEvicted(eviction, 'cr-00099')).toBeNull();
  expect(whyEvicted({ ...eviction, removed: [] }, 'dc-00001')).toMatch(/so nothing was evicted\.$/);
});
