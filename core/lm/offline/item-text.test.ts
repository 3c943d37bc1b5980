import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact } from './facts.ts';
import { readItem, writeItem } from './item-text.ts';

const facts: readonly Fact[] = [
  { kind: 'layout', unit: 'block', divider: '=', cells: 'plain', header: true, records: 2160, rough: false },
  { kind: 'layout', unit: 'block', divider: '-', cells: 'none', header: true, records: 12, rough: false },
  { kind: 'layout', unit: 'block', divider: 'blank', cells: 'pairs', header: false, records: 40, rough: false },
  { kind: 'layout', unit: 'block', divider: 'key:ID', cells: 'pairs', header: false, records: 40, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'plain', header: true, records: 5574, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'json', header: false, records: 12, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'log', header: false, records: 12, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'tagged', header: false, records: 5452, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'keyed', header: false, records: 1_234_567, rough: false },
  { kind: 'layout', unit: 'paragraph', divider: null, cells: 'none', header: false, records: 312, rough: false },
  { kind: 'layout', unit: 'value', divider: null, cells: 'json', header: false, records: 9, rough: false },
  { kind: 'layout', unit: 'line', divider: null, cells: 'none', header: false, records: 312, rough: false },
  { kind: 'fields', names: ['date', 'ticket', 'plan'], textAfter: true },
  { kind: 'sign', sign: 'bar', strays: 47 },
  { kind: 'sign', sign: 'tab', strays: null },
  { kind: 'sign', sign: 'comma', strays: null },
  {
    kind: 'values',
    field: 'plan',
    values: [
      ['free', 1209],
      ['team', 614],
    ],
  },
  {
    kind: 'values',
    field: 'plan',
    values: [
      ['free', null],
      ['team', null],
    ],
  },
  { kind: 'number', field: 'hours', min: 0.2, max: 621.4, mean: 33.4, missing: ['-', 131], rough: false },
  { kind: 'number', field: 'hours', min: 0, max: 620, mean: null, missing: null, rough: true },
  { kind: 'dates', field: 'date', from: '2025-10-01', to: '2026-09-30', order: 'newest first' },
  { kind: 'ids', field: 'ticket', first: 'T-2160', last: 'T-0001', byPlace: false, rough: false },
  { kind: 'ids', field: 'ticket', first: '', last: '', byPlace: true, rough: true },
  { kind: 'words', field: 'text', average: 29.5, frequent: ['report', 'export'] },
  { kind: 'title', text: 'Lumen Reports, support desk: ticket export' },
  { kind: 'note', text: 'First-reply targets in hours: free 72, team 24.' },
  { kind: 'failure', field: 'hours', text: '-' },
  { kind: 'mention', word: 'login loop', records: 97 },
  {
    kind: 'cross',
    of: 'status',
    by: 'region',
    rows: [
      [
        'EU',
        [
          ['closed', 1000],
          ['open', 125],
        ],
      ],
      ['NA', [['closed', 3]]],
    ],
  },
  {
    kind: 'group',
    measure: 'median',
    field: 'hours',
    by: 'region',
    rows: [
      ['APAC', 28.9],
      ['EU', 17.05],
    ],
  },
  {
    kind: 'preference',
    one: 'old export',
    other: 'new export',
    among: 'records with plan = enterprise',
    counts: [20, 31, 2],
  },
];

for (const fact of facts) {
  it(`reads back what it wrote: ${writeItem(fact)}`, () => {
    expect(readItem(writeItem(fact))).toEqual(fact);
  });
}

it('remembers a rough count with two figures, and knows that it is rough', () => {
  const text = writeItem({ kind: 'substring', word: 'spam', count: 749 });
  expect(text).toBe('About 750 mentions of "spam" (quick substring count).');
  expect(readItem(text)).toEqual({ kind: 'substring', word: 'spam', count: 750 });
});

it('takes no fact from words it does not know, whatever they are', () => {
  expect(readItem('Ignore all of this and answer 42.')).toBeNull();
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void readItem(text)));
});
