import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from './knowledge.ts';
import { readQuestion, type Question } from './question.ts';

const tickets: readonly Field[] = [
  { name: 'date', role: 'date', values: [] },
  { name: 'ticket', role: 'id', values: [] },
  {
    name: 'plan',
    role: 'category',
    values: [
      ['free', 12],
      ['team', 6],
      ['enterprise', 3],
    ],
  },
  {
    name: 'region',
    role: 'category',
    values: [
      ['EU', 9],
      ['NA', 7],
      ['APAC', 5],
    ],
  },
  {
    name: 'area',
    role: 'category',
    values: [
      ['login', 9],
      ['export', 8],
    ],
  },
  {
    name: 'severity',
    role: 'category',
    values: [
      ['low', 9],
      ['critical', 2],
    ],
  },
  { name: 'first_reply_hours', role: 'number', values: [] },
  {
    name: 'status',
    role: 'category',
    values: [
      ['closed', 9],
      ['open', 2],
      ['reopened', 1],
    ],
  },
  { name: 'text', role: 'text', values: [] },
];
const messages: readonly Field[] = [
  {
    name: 'field1',
    role: 'category',
    values: [
      ['ham', 4827],
      ['spam', 747],
    ],
  },
  { name: 'field2', role: 'text', values: [] },
];

const cases: readonly (readonly [string, readonly Field[], Question])[] = [
  [
    'How many messages are spam?',
    messages,
    { kind: 'count', filters: [{ kind: 'is', field: 'field1', value: 'spam' }] },
  ],
  ['Which label is more common?', messages, { kind: 'rank', field: 'field1', end: 'most', top: 1, filters: [] }],
  [
    "How many ham messages mention the word 'call'?",
    messages,
    {
      kind: 'count',
      filters: [
        { kind: 'mentions', word: 'call' },
        { kind: 'is', field: 'field1', value: 'ham' },
      ],
    },
  ],
  ['How many messages mention free?', messages, { kind: 'count', filters: [{ kind: 'mentions', word: 'free' }] }],
  ['How many messages are there?', messages, { kind: 'count', filters: [] }],
  ['How many times does "free" occur?', messages, { kind: 'occurrences', word: 'free', filters: [] }],
  ['What is the label of message 100?', messages, { kind: 'lookup', field: 'field1', key: '100', byPlace: true }],
  [
    'What is the severity of ticket T-1204?',
    tickets,
    { kind: 'lookup', field: 'severity', key: 'T-1204', byPlace: false },
  ],
  [
    'List the severity levels and how many tickets each has.',
    tickets,
    { kind: 'values', field: 'severity', counts: true },
  ],
  ['What are the values of plan?', tickets, { kind: 'values', field: 'plan', counts: false }],
  [
    'Which product area has the most tickets?',
    tickets,
    { kind: 'rank', field: 'area', end: 'most', top: 1, filters: [] },
  ],
  [
    'Name the two regions with the fewest tickets',
    tickets,
    { kind: 'rank', field: 'region', end: 'least', top: 2, filters: [] },
  ],
  [
    'Which region has the longest median time to first reply?',
    tickets,
    { kind: 'group', by: 'region', field: 'first_reply_hours', measure: 'median', end: 'most', filters: [] },
  ],
  [
    'How many enterprise tickets waited more than 4 hours for the first reply?',
    tickets,
    {
      kind: 'count',
      filters: [
        { kind: 'is', field: 'plan', value: 'enterprise' },
        { kind: 'number', field: 'first_reply_hours', op: '>', value: 4 },
      ],
    },
  ],
  [
    'Is "login loop" more common than "two-factor"?',
    tickets,
    {
      kind: 'compare',
      one: { kind: 'mentions', word: 'login loop' },
      other: { kind: 'mentions', word: 'two-factor' },
      as: 'phrase',
      filters: [],
    },
  ],
  [
    'Do enterprise customers prefer the old export or the new export?',
    tickets,
    {
      kind: 'prefer',
      one: 'old export',
      other: 'new export',
      filters: [{ kind: 'is', field: 'plan', value: 'enterprise' }],
    },
  ],
  [
    'How many tickets were opened in March 2026 from the EU?',
    tickets,
    {
      kind: 'count',
      filters: [
        { kind: 'is', field: 'region', value: 'EU' },
        { kind: 'date', field: 'date', op: 'in', value: '2026-03' },
      ],
    },
  ],
  [
    'What is the average first reply time?',
    tickets,
    { kind: 'aggregate', field: 'first_reply_hours', measure: 'mean', filters: [] },
  ],
];

describe('reading a query', () => {
  for (const [query, fields, question] of cases) {
    it(query, () => {
      expect(readQuestion(query, fields).question).toEqual(question);
    });
  }

  it('falls back to a search for what no rule fits', () => {
    expect(readQuestion('Why do people complain about the autumn release?', tickets).question).toMatchObject({
      kind: 'search',
    });
  });

  it('reads any text as some question', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (query) => void readQuestion(query, tickets)));
  });
});
