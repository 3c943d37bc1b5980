import { expect, it, describe } from 'vitest';
import type { ChatRequest } from '#core/lm/index.ts';
import { PROMPT_BLOCKS, promptBlock, REASK_LINE, TASK_LINES } from '#core/methods/index.ts';
import { z } from 'zod';
import { replyTo } from './reply.ts';

/** Every field that any of the three replies has. */
const shape = z.object({
  diagnosis: z.string().default(''),
  item_tags: z.array(z.object({ item_id: z.string(), tag: z.string() })).default([]),
  cache_candidates: z.array(z.object({ section: z.string(), value: z.string(), rationale: z.string() })).default([]),
  reasoning: z.string().default(''),
  operations: z
    .array(
      z.object({
        type: z.string(),
        section: z.string().nullable(),
        item_id: z.string().nullable(),
        content: z.string().nullable(),
        candidate_id: z.string().nullable(),
      }),
    )
    .default([]),
});

function read(reply: string): z.infer<typeof shape> {
  return shape.parse(JSON.parse(reply));
}

const LOOK = `context: str, 900 characters, 44 lines
     1> Town library, loans of May
     2> Fine per day: 20 cent.
     3> ====
     4> L-40 | child | 3`;
const DESCRIBED = `layout: block = plain header, 40 records
names: loan, reader, days, +text
fields: 3 between bar; the sign also stands in 0 texts
records: 40
field loan: all different, first "L-40", last "L-01"
field reader: 2 values; child: 30; adult: 10
field days: numbers 1 to 28, mean 9.50; "-" in 4 records
field text: free text, 12.0 words on average; frequent: poems, atlas`;
const QUICK = `quick look: "child" stands 55 times as a piece of text`;
const ANSWERED = `counted: records with reader = child\nfield reader: 2 values; child: 30; adult: 10\nanswer: 30`;

function trajectory(...steps: readonly (readonly [string, string])[]): string {
  return steps
    .map(([reply, output], at) => `@@ iteration ${at + 1}\n@@ agent wrote\n${reply}\n@@ output 1\n${output}`)
    .join('\n');
}

function ask(
  role: ChatRequest['role'],
  task: string,
  blocks: Partial<Record<keyof typeof PROMPT_BLOCKS, string>>,
): ChatRequest {
  const parts = Object.entries(blocks).map(([name, text]) =>
    promptBlock(PROMPT_BLOCKS[name as keyof typeof PROMPT_BLOCKS], text),
  );
  return {
    role,
    model: 'offline',
    parameters: {},
    messages: [
      { role: 'system', content: 'Instructions.' },
      { role: 'user', content: [task, ...parts].join('\n\n') },
    ],
  };
}

const FIRST_RUN = {
  map: '',
  query: 'How many loans are to a child?',
  trajectory: trajectory(['First a look.', LOOK], ['Quickly.', QUICK], ['Describe.', DESCRIBED], ['Count.', ANSWERED]),
};

describe('the offline Distiller', () => {
  it('counts orientation from what was printed and keeps structure, roughly, when the map is empty', () => {
    const reply = read(replyTo(ask('distiller', TASK_LINES.distiller, FIRST_RUN)));
    expect(reply.item_tags).toEqual([]);
    expect(reply.diagnosis).toMatch(/2 of (?:them|four iterations)/);
    expect(reply.cache_candidates.map((candidate) => candidate.value)).toEqual([
      'One text of about 40 records, split by a line of "="; a few header lines come first.',
      `The text calls itself "Town library, loans of May".`,
      'Each record has 3 fields, in this order: loan, reader, days; free text follows them.',
      'Kinds of fields: categories: reader; numbers: days; unique ids: loan; free text: text.',
      'text is free text, 12 words on average; frequent words: poems, atlas.',
      'reader ∈ {child; adult}.',
      'days is a number, up to about 28.',
      'Stated in the text: Fine per day: 20 cent.',
      'Fields of a record are separated by " | ".',
      'Record number K seems to stand at place K (loan looks like a running number).',
      'About 55 mentions of "child" (quick substring count).',
    ]);
  });

  it('says of each candidate which iteration showed it', () => {
    const reply = read(replyTo(ask('distiller', TASK_LINES.distiller, FIRST_RUN)));
    const named = reply.cache_candidates.map(({ value, rationale }) => [
      value.slice(0, 12),
      /Iteration (\d) showed it\.$/.exec(rationale)?.[1],
    ]);
    expect(named).toEqual([
      ['One text of ', '3'],
      ['The text cal', '1'],
      ['Each record ', '3'],
      ['Kinds of fie', '3'],
      ['text is free', '3'],
      ['reader ∈ {ch', '4'],
      ['days is a nu', '3'],
      ['Stated in th', '1'],
      ['Fields of a ', '3'],
      ['Record numbe', '3'],
      ['About 55 men', '2'],
    ]);
    const failed = trajectory(['Describe.', DESCRIBED], ['Sum.', "ValueError: could not convert string to float: '-'"]);
    const other = read(
      replyTo(ask('distiller', TASK_LINES.distiller, { map: '[cr-00001] A library.', query: 'x', trajectory: failed })),
    );
    const failure = other.cache_candidates.find(({ section }) => section === 'error_patterns');
    expect(failure?.rationale).toBe('It cost an iteration and would again. Iteration 2 showed it.');
  });

  it('tags what was relied on helpful, what misled harmful, what is superseded stale, the rest neutral', () => {
    const map = `## PARSING SCHEMA
[ps-00001] Fields of a record are separated by " | ".
[ps-00002] Record number K seems to stand at place K (loan looks like a running number).
## REUSABLE RESULTS
[rr-00001] About 55 mentions of "child" (quick substring count).
[rr-00002] "poems" stands in 9 records (whole word, any case).`;
    const steps = trajectory(
      [
        'ps-00001 and ps-00002 tell how, so I take the record at its place.',
        'at that place: loan = "L-38", asked for "L-03"',
      ],
      ['I search.', ANSWERED],
    );
    const reply = read(
      replyTo(ask('distiller', TASK_LINES.distiller, { map, query: 'Who has L-03?', trajectory: steps })),
    );
    expect(reply.item_tags).toEqual([
      { item_id: 'ps-00001', tag: 'helpful' },
      { item_id: 'ps-00002', tag: 'harmful' },
      { item_id: 'rr-00001', tag: 'stale' },
      { item_id: 'rr-00002', tag: 'neutral' },
    ]);
    expect(reply.diagnosis).toContain('ps-00002 sent the agent to the place 03, where L-38 stands');
  });

  it('says so when it can read nothing in a trajectory', () => {
    const reply = read(replyTo(ask('distiller', TASK_LINES.distiller, { map: '', query: 'x', trajectory: '' })));
    expect(reply).toMatchObject({ item_tags: [], cache_candidates: [] });
    expect(reply.diagnosis).toContain('nothing is concluded');
  });

  it('answers a re-ask like the first request', () => {
    const first = ask('distiller', TASK_LINES.distiller, FIRST_RUN);
    const again: ChatRequest = {
      ...first,
      messages: [
        ...first.messages,
        { role: 'assistant', content: 'oops' },
        { role: 'user', content: `${REASK_LINE} not JSON` },
      ],
    };
    expect(replyTo(again)).toBe(replyTo(first));
  });
});

describe('the offline Cartographer', () => {
  const map = `[dc-00001] reader ∈ {child; adult}.
[ps-00002] Record number K seems to stand at place K (loan looks like a running number).
[rr-00001] About 55 mentions of "child" (quick substring count).`;
  const blocks = {
    map,
    items: JSON.stringify([
      { id: 'dc-00001', section: 'dc', tokens: 9, score: 0, pinned: false },
      { id: 'ps-00002', section: 'ps', tokens: 9, score: 0, pinned: true },
    ]),
    budget: JSON.stringify({ budget_tokens: 1024, current_tokens: 1000, item_advice_tokens: 80 }),
    query: 'Who has L-03?',
    reflection: JSON.stringify({
      diagnosis: '…',
      item_tags: [
        { item_id: 'rr-00001', tag: 'stale' },
        { item_id: 'ps-00002', tag: 'harmful' },
      ],
    }),
    candidates: JSON.stringify([
      {
        candidate_id: 'a',
        section: 'domain_constants',
        value: 'reader ∈ {child: 30; adult: 10}.',
        transferability: '',
        rationale: '',
      },
      {
        candidate_id: 'b',
        section: 'reusable_results',
        value: '"poems" stands in 9 records (whole word, any case).',
        transferability: '',
        rationale: '',
      },
      {
        candidate_id: 'c',
        section: 'reusable_results',
        value: '"POEMS" stands in 9 records (whole word, any case).',
        transferability: '',
        rationale: '',
      },
    ]),
  };

  it('replaces the same subject, adds what is new, deletes what is stale, and leaves pinned items alone', () => {
    const reply = read(replyTo(ask('cartographer', TASK_LINES.cartographer, blocks)));
    expect(reply.operations).toEqual([
      {
        type: 'REPLACE',
        section: null,
        item_id: 'dc-00001',
        content: 'reader ∈ {child: 30; adult: 10}.',
        candidate_id: 'a',
      },
      {
        type: 'ADD',
        section: 'reusable_results',
        item_id: null,
        content: '"poems" stands in 9 records (whole word, any case).',
        candidate_id: 'b',
      },
      { type: 'DELETE', section: null, item_id: 'rr-00001', content: null, candidate_id: null },
    ]);
    expect(reply.reasoning).toContain('1000 of 1024 tokens');
  });

  it('proposes nothing, with a reason, when nothing is new', () => {
    const reply = read(
      replyTo(
        ask('cartographer', TASK_LINES.cartographer, { ...blocks, reflection: '{"item_tags":{}}', candidates: '[]' }),
      ),
    );
    expect(reply.operations).toEqual([]);
    expect(reply.reasoning).not.toBe('');
  });

  it('does both in one reply for a monolithic update, counting candidates k1, k2, …', () => {
    const reply = read(replyTo(ask('cartographer', TASK_LINES.monolithic, FIRST_RUN)));
    expect(reply.cache_candidates).toHaveLength(11);
    expect(reply.operations[0]).toMatchObject({ type: 'ADD', section: 'context_roadmap', candidate_id: 'k1' });
    expect(reply.operations).toHaveLength(11);
  });
});
