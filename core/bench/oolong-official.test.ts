import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scoreOolongBoxed, scoreOolongOfficial } from './oolong-official.ts';

const shared = process.env['PEEK_SHARED'] ?? join(import.meta.dirname, '../../../shared');
const path = join(shared, 'data/oolong/scorer-cases.json');
const schema = z.object({
  synth: z.array(
    z.object({
      output: z.string(),
      gold: z.string(),
      answer_type: z.string(),
      score: z.number(),
      parsed: z.string(),
      confidence: z.string(),
    }),
  ),
  real_dnd: z.array(
    z.object({
      output: z.string(),
      gold: z.string(),
      score: z.number(),
      parsed: z.union([z.string(), z.number(), z.array(z.string())]),
    }),
  ),
});
const cases = existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;

describe.skipIf(cases === null)('the published OOLONG scorer (cases in shared data, skipped where absent)', () => {
  for (const each of cases?.synth ?? []) {
    it(`scores ${JSON.stringify(each.output)} against ${each.gold} as ${each.score}`, () => {
      const { score, parsed, confidence } = scoreOolongOfficial(each.output, each.gold, each.answer_type);
      expect({ score, parsed, confidence }).toEqual({
        score: each.score,
        parsed: each.parsed,
        confidence: each.confidence,
      });
    });
  }
  for (const each of cases?.real_dnd ?? []) {
    it(`scores the boxed ${JSON.stringify(each.output)} against ${each.gold} as ${each.score}`, () => {
      expect(scoreOolongBoxed(each.output, each.gold)).toEqual({ score: each.score, parsed: each.parsed });
    });
  }
});

it('flags the run of spaces on which the published scorer throws', () => {
  expect(scoreOolongOfficial(' '.repeat(25), '[64]', 'ANSWER_TYPE.NUMERIC')).toMatchObject({
    score: 0,
    flag: 'throws',
  });
});

it('flags a gold it cannot read instead of scoring against nothing', () => {
  expect(scoreOolongOfficial('64', 'sixty-four', 'ANSWER_TYPE.NUMERIC')).toMatchObject({
    score: 0,
    flag: 'unreadable-gold',
  });
});

it('counts length in code points, as Python does', () => {
  expect(scoreOolongOfficial('😀'.repeat(15), "['x']", 'ANSWER_TYPE.LABEL').parsed).toBe('😀'.repeat(15));
});

it('reads digits of any script as Python does', () => {
  expect(scoreOolongOfficial('Answer: ٦٤', '[64]', 'ANSWER_TYPE.NUMERIC').score).toBe(1);
});
