import { describe, expect, it } from 'vitest';
import { createNativePython } from '#core/node/native-python/index.ts';
import { quickHash } from '#core/study/engine/testing.ts';
import { createOfflineModel } from './index.ts';
import { runStudy } from './testing/study-loop.ts';

const python = createNativePython();
const many = (count: number, line: (at: number) => string, end = '\n'): string =>
  Array.from({ length: count }, (_, at) => line(at)).join(end);

interface Kind {
  readonly name: string;
  readonly text: string;
  readonly format?: 'jsonl';
  readonly asked: readonly (readonly [string, string])[];
}

/** Query after query over one text: the first from nothing, the later ones with what the map has learnt. */
const kinds: readonly Kind[] = [
  {
    name: 'comma-separated with a header and a quoted cell',
    text: `name,city,age\n${many(60, (at) => `P${at},${['Oslo', 'Rome', 'Lima'][at % 3] ?? ''},${20 + (at % 9)}`)}\n"Q, Jr",Rome,40\n`,
    asked: [
      ['How many people live in Rome?', '21'],
      ['What is the city of P7?', 'Rome'],
      ['How many people are over 25?', '19'],
      ['List the cities.', 'Lima, Oslo, Rome'],
      ['What is the average age?', '24.11'],
    ],
  },
  {
    name: 'semicolons and CR LF',
    text: `id;status;note\r\n${many(40, (at) => `A-${at};${at % 4 === 0 ? 'open' : 'done'};text number ${at}`, '\r\n')}`,
    asked: [
      ['How many are open?', '10'],
      ['What is the status of A-7?', 'done'],
    ],
  },
  {
    name: 'bars without names',
    text: many(
      50,
      (at) =>
        `2026-01-${String(1 + (at % 28)).padStart(2, '0')} | ${at % 5 === 0 ? 'warn' : 'info'} | job ${at} ended well today somehow`,
    ),
    asked: [
      ['How many are warn?', '10'],
      ['Which level is most common?', 'info'],
    ],
  },
  {
    name: '"name: value" records between blank lines',
    text: many(
      30,
      (at) =>
        `Name: Book ${at}\nGenre: ${at % 3 === 0 ? 'poems' : 'novel'}\nYear: ${1990 + at}\nA short text about rivers and ${at % 2 === 0 ? 'hills' : 'boats'} follows here now.`,
      '\n\n',
    ),
    asked: [
      ['How many are poems?', '10'],
      ['How many mention "boats"?', '15'],
      ['What is the latest year?', '2019'],
      ['Which genre is less common?', 'poems'],
    ],
  },
  {
    name: '"name: value" records that begin with one key',
    text: many(30, (at) => `ID: ${at}\nColour: ${at % 3 === 0 ? 'blue' : 'red'}`),
    asked: [
      ['How many are blue?', '10'],
      ['Is red more common than blue?', 'more common'],
    ],
  },
  {
    name: '"name: value" records between lines of "="',
    text: `Catalogue of birds\n${many(30, (at) => `=====\nBird: Kind ${at}\nHabitat: ${at % 3 === 0 ? 'coast' : 'forest'}\nSings at dawn and ${at % 2 === 0 ? 'noon' : 'dusk'} in the spring.`)}`,
    asked: [
      ['How many live at the coast?', '10'],
      ['How many mention dusk?', '15'],
    ],
  },
  {
    name: 'JSON lines as text',
    text: many(30, (at) => JSON.stringify({ user: `u${at}`, plan: at % 3 === 0 ? 'pro' : 'free', score: at })),
    asked: [
      ['How many have plan pro?', '10'],
      ['What is the total score?', '435'],
      ['What is the plan of u4?', 'free'],
    ],
  },
  {
    name: 'JSON lines as a list',
    format: 'jsonl',
    text: many(30, (at) => JSON.stringify({ user: `u${at}`, plan: at % 3 === 0 ? 'pro' : 'free', score: at })),
    asked: [
      ['How many have plan pro?', '10'],
      ['Which plan is least common?', 'pro'],
    ],
  },
  {
    name: 'a log',
    text: many(
      80,
      (at) =>
        `2026-03-01 10:${String(at % 60).padStart(2, '0')}:11,123 ${at % 7 === 0 ? 'ERROR' : 'INFO'} worker finished its task number ${at} in time${at % 4 === 0 ? ' after a timeout' : ''}`,
    ),
    asked: [
      ['How many lines are ERROR?', '12'],
      ['How many mention "timeout"?', '20'],
      ['Which level is most common?', 'INFO'],
    ],
  },
  {
    name: 'comma-separated with every cell quoted',
    text: many(
      40,
      (at) =>
        `"${1 + (at % 4 === 0 ? 2 : at % 2)}","Title, no ${at}","A longer text about ${at % 5 === 0 ? 'rivers' : 'lakes'}, boats and so on."`,
    ),
    asked: [
      ['How many mention "rivers"?', '8'],
      ['Which class is most common?', '2'],
      ['How many rows have class 2?', '20'],
      ['How many are labelled 1?', '10'],
      ['How many are of type 9?', 'Rule-based guess: 40, which is all of them: nothing known here is called "9"'],
    ],
  },
  {
    name: 'lines that begin with a label and a detail',
    text: many(
      60,
      (at) =>
        `${['NUM:count', 'HUM:ind', 'LOC:city', 'NUM:date', 'NUM:count'][at % 5] ?? ''} What is thing ${at}, by ${at % 3 === 0 ? 'river' : 'road'} ?`,
    ),
    asked: [
      ['How many questions are labelled NUM?', '36'],
      ['Which category is most common?', 'NUM'],
      ['How many LOC questions mention "river"?', '4'],
      ['Is HUM more common than LOC?', 'same frequency'],
      ['List the labels.', 'NUM, HUM, LOC'],
    ],
  },
  {
    name: 'source code with a few lines of dashes',
    text: `"""\nWorks on numbers\n----------------\n"""\n\nimport math\n\n${many(120, (at) => `def f${at}(x):\n    import re\n    return x + ${at}`, '\n\n')}\n\n# Notes\n# -----\n----\n----\n`,
    asked: [
      ['How many lines mention "return"?', '120'],
      ['How many lines mention "import"?', '121'],
      ['How many lines are there in the text?', '491'],
    ],
  },
  {
    name: 'lines of plain text',
    text: many(60, (at) => `What is the ${at % 6 === 0 ? 'capital' : 'colour'} of country number ${at} ?`),
    asked: [
      ['How many questions mention "capital"?', '10'],
      ['How many lines mention "colour"?', '50'],
    ],
  },
  {
    name: 'running text',
    text: `# The Harbour\n\n${many(25, (at) => `Paragraph ${at} tells of the harbour, where ${at % 5 === 0 ? 'whales' : 'ships'} come and go. It is long ago, and few remember the lighthouse keeper or his dog.`, '\n\n')}`,
    asked: [
      ['How many paragraphs mention "whales"?', '5'],
      ['How many times does "harbour" occur?', '26'],
    ],
  },
  {
    name: '"Name: value" cells between double bars, asked as the benchmark asks',
    text: `The following lines contain 90 questions.\n\n${many(90, (at) => `Date: Feb ${String(1 + (at % 28)).padStart(2, '0')}, 2023 || User: ${40_000 + (at % 9)} || Instance: what is the ${at}th thing there is || Label: ${['entity', 'place', 'human being', 'place'][at % 4] ?? ''}`)}`,
    asked: [
      ['Which of the labels is the most common? Give your final answer in the form "Label: answer".', 'place'],
      [
        "How many data points are classified as label 'entity'? Give your final answer in the form 'Answer: number'.",
        '23',
      ],
      [
        "Is label 'entity' more common, less common, or the same frequency as label 'place'? Give your final answer in the form 'Answer: entity is [X] place'.",
        'less common',
      ],
    ],
  },
  { name: 'nothing at all', text: '', asked: [['How many records are there?', 'the context is empty']] },
];

describe('the offline model over real Python', () => {
  for (const { name, text, format, asked } of kinds) {
    it(`reads ${name}`, async () => {
      const { rows } = await runStudy({
        context: new TextEncoder().encode(text),
        format: format ?? 'text',
        queries: asked.map(([query, truth]) => ({ text: query, truth })),
        model: createOfflineModel(),
        python,
        count: (each) => Math.ceil(each.length / 4),
        hash: quickHash,
      });
      expect(rows.map((row) => ({ query: row.query, answer: row.answer, right: row.score === 1 }))).toEqual(
        rows.map((row) => ({ query: row.query, answer: row.answer, right: true })),
      );
      for (const row of rows.slice(1)) expect(row.iterations).toBeLessThanOrEqual(4);
    }, 60_000);
  }

  it('calls an answer outside its rules a guess', async () => {
    const { rows } = await runStudy({
      context: new TextEncoder().encode('The keeper wrote letters.\n\nNobody answered the keeper.\n'),
      queries: [{ text: 'Why did the keeper write?', truth: null }],
      model: createOfflineModel(),
      python,
      count: (each) => Math.ceil(each.length / 4),
      hash: quickHash,
    });
    expect(rows[0]?.answer).toMatch(/^Rule-based guess: /);
  }, 60_000);
});
