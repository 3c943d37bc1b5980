import { describe, expect, test } from 'vitest';
import type { Json } from '#core/lm/index.ts';
import { aMap, anItem } from '#core/map/testing/index.ts';
import type { EditOutcome } from '#core/map/index.ts';
import { candidateFates } from './link-candidates.ts';
import { readDistilled } from './read-distilled.ts';
import { readProposal } from './read-proposal.ts';

const MAP = aMap([anItem(), anItem({ born: 2, content: 'b' }), anItem({ section: 'dc', born: 3, content: 'c' })]);
const CANDIDATES = [
  {
    candidateId: 'r2-k1',
    section: 'cr',
    value: 'The corpus holds 388 records in one table.',
    transferability: '',
    rationale: '',
  },
  { candidateId: 'r2-k2', section: 'dc', value: 'Overdue after 30 days.', transferability: '', rationale: '' },
] as const;

function findings(json: Record<string, Json>) {
  const read = readDistilled(json, MAP, 'r2');
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}

function edit(operation: Json) {
  const read = readProposal({ reasoning: 'x', operations: [operation] }, 'r2', CANDIDATES);
  if (!read.ok) throw new Error(read.error.words);
  const [first] = read.value.edits;
  return first;
}

describe('tags', () => {
  test.each([
    ['by id, as an object', { 'cr-00001': 'helpful', '[CR-2]': ' Neutral ', dc_3: 'STALE.' }],
    [
      'as a list of pairs',
      [
        { item_id: 'cr-00001', tag: 'helpful' },
        { id: 'cr-2', label: '"neutral"' },
        { 'Item ID': 'dc-00003', tag: 'stale' },
      ],
    ],
    [
      'as a list of one-key objects',
      [{ 'cr-00001': 'helpful' }, { 'cr-00002': { tag: 'neutral' } }, { 'dc-00003': 'stale' }],
    ],
  ])('are read %s', (_, item_tags) => {
    expect(findings({ item_tags }).tags).toEqual([
      { itemId: 'cr-00001', tag: 'helpful' },
      { itemId: 'cr-00002', tag: 'neutral' },
      { itemId: 'dc-00003', tag: 'stale' },
    ]);
  });

  test('that cannot count are ignored on record, and items without one are untagged on record', () => {
    const item_tags = [
      { item_id: 'cr-00001', tag: 'helpful' },
      { item_id: 'cr-00001', tag: 'harmful' },
      { item_id: 'cr-00002', tag: 'helpful | neutral' },
      { item_id: 'cr-00077', tag: 'helpful' },
    ];
    const { tags, ignoredTags, untagged } = findings({ item_tags });
    expect(tags).toEqual([{ itemId: 'cr-00001', tag: 'helpful' }]);
    expect(ignoredTags).toEqual([
      { itemId: 'cr-00001', tag: 'harmful', words: 'The item was already tagged helpful.' },
      { itemId: 'cr-00002', tag: 'helpful | neutral', words: 'The tag is none of helpful, harmful, neutral, stale.' },
      { itemId: 'cr-00077', tag: 'helpful', words: 'The map has no such item.' },
    ]);
    expect(untagged).toEqual(['cr-00002', 'dc-00003']);
  });
});

test('candidates are read from objects and texts; odd ones bring a warning', () => {
  const read = findings({
    cache_candidates: [
      { section: 'Domain Constants (optional)', value: ['k = 5', 'm = 4'] },
      'plain text',
      { section: 'recipes', value: 'soup' },
      { section: 'cr' },
    ],
  });
  expect(read.candidates.map(({ candidateId, section, value }) => [candidateId, section, value])).toEqual([
    ['r2-k1', 'dc', 'k = 5\nm = 4'],
    ['r2-k2', null, 'plain text'],
    ['r2-k3', null, 'soup'],
  ]);
  expect(read.warnings).toEqual([
    'The reply has no diagnosis.',
    'Candidate 2 names no section.',
    'Candidate 3 names the unknown section “recipes”.',
    'Candidate 4 has no text and was left out.',
  ]);
});

describe('operations', () => {
  test.each([
    [
      { type: 'add', section: 'Context Roadmap', content: 'a' },
      { kind: 'ADD', section: 'cr', content: 'a', refusal: null },
    ],
    [
      { op: 'UPDATE', id: '[CR-1]', new_content: 7 },
      { kind: 'REPLACE', itemId: 'cr-00001', content: '7', refusal: null },
    ],
    [
      { ADD: { section: 'dc', content: { text: 'k = 5' } } },
      { kind: 'ADD', section: 'dc', content: 'k = 5', refusal: null },
    ],
    [
      { type: 'DELETE_ITEM', item_id: 'cr 1' },
      { kind: 'DELETE', itemId: 'cr-00001', refusal: null },
    ],
    [{ type: 'ADD', section: 'cr', content: '[cr-00009] a' }, { content: 'a' }],
    [
      { type: 'MOVE', item_id: 'cr-00001' },
      { kind: null, refusal: { kind: 'unknown-operation', words: 'There is no operation “MOVE”.' } },
    ],
    [{ section: 'cr' }, { refusal: { kind: 'unknown-operation', words: 'The operation has no type.' } }],
    ['ADD this', { refusal: { kind: 'unknown-operation', words: 'The operation is not an object.' } }],
    [
      { type: 'ADD', section: 'recipes', content: 'a' },
      { refusal: { kind: 'unknown-section', words: 'There is no section “recipes”.' } },
    ],
    [{ type: 'ADD', content: 'a' }, { refusal: { kind: 'unknown-section', words: 'ADD names no section.' } }],
    [{ type: 'REPLACE', content: 'a' }, { refusal: { kind: 'unknown-item', words: 'REPLACE names no item.' } }],
    [
      { type: 'DELETE', item_id: 'the first one' },
      { refusal: { kind: 'unknown-item', words: '“the first one” is no item id.' } },
    ],
    [{ type: 'ADD', section: 'cr', content: null }, { refusal: { kind: 'not-text', words: 'ADD gives no content.' } }],
    [
      { type: 'ADD', section: 'cr', content: { rows: 3 } },
      { refusal: { kind: 'not-text', words: 'The content is not a text.' } },
    ],
  ])('%j', (operation, expected) => {
    expect(edit(operation)).toMatchObject({ editId: 'r2-e1', raw: JSON.stringify(operation), ...expected });
  });

  test('without a list of them the reply has a fault', () => {
    expect(readProposal({ reasoning: 'x' }, 'r2', [])).toEqual({
      ok: false,
      error: { words: 'it has no "operations"' },
    });
  });
});

describe('a candidate', () => {
  test('is linked to the edit that names it, or else to the one that says the same', () => {
    expect(edit({ type: 'ADD', section: 'cr', content: 'x', candidate_id: '[k2]' })?.candidateId).toBe('r2-k2');
    expect(
      edit({ type: 'ADD', section: 'cr', content: 'One table holds the 388 records of the corpus.' })?.candidateId,
    ).toBe('r2-k1');
    expect(edit({ type: 'ADD', section: 'cr', content: 'Something else altogether.' })?.candidateId).toBeNull();
  });

  test('was added, merged, refused or left out', () => {
    const operations = [
      { type: 'ADD', section: 'dc', content: 'x', candidate_id: 'k1' },
      { type: 'REPLACE', item_id: 'cr-00001', content: 'y', candidate_id: 'k2' },
      { type: 'ADD', section: 'dc', content: 'z', candidate_id: 'k3' },
    ];
    const candidates = ['r2-k1', 'r2-k2', 'r2-k3', 'r2-k4'].map((candidateId) => ({
      ...CANDIDATES[0],
      value: candidateId,
      candidateId,
    }));
    const read = readProposal({ reasoning: 'x', operations }, 'r2', candidates);
    if (!read.ok) throw new Error('readable');
    const applied = {
      status: 'applied',
      section: 'dc',
      before: null,
      after: null,
      tokensBefore: 0,
      tokensAfter: 0,
    } as const;
    const outcomes: EditOutcome[] = [
      { ...applied, editId: 'r2-e1', kind: 'ADD', itemId: 'dc-00004' },
      { ...applied, editId: 'r2-e2', kind: 'REPLACE', itemId: 'cr-00001' },
      { editId: 'r2-e3', status: 'refused', refusal: { kind: 'duplicate', words: 'dc-00003 already says this.' } },
    ];
    expect(candidateFates(candidates, read.value.edits, outcomes)).toEqual([
      { candidateId: 'r2-k1', fate: 'added', editId: 'r2-e1', itemId: 'dc-00004' },
      { candidateId: 'r2-k2', fate: 'merged', editId: 'r2-e2', itemId: 'cr-00001' },
      { candidateId: 'r2-k3', fate: 'refused', editId: 'r2-e3', itemId: null },
      { candidateId: 'r2-k4', fate: 'left-out', editId: null, itemId: null },
    ]);
  });
});
