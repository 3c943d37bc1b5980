import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createNativePython } from '#core/node/native-python/index.ts';
import { tokenCounter } from '#core/node/index.ts';
import { quickHash } from '#core/study/engine/testing.ts';
import { createOfflineModel } from './index.ts';
import { runStudy, type StudyInput, type StudyRow } from './testing/study-loop.ts';

const root = join(import.meta.dirname, '../../..');
const count = tokenCounter('o200k_base');
const python = createNativePython();

async function study(
  input: Pick<StudyInput, 'context' | 'queries'> & Partial<StudyInput>,
): Promise<readonly StudyRow[]> {
  const { rows } = await runStudy({ model: createOfflineModel({ count }), python, count, hash: quickHash, ...input });
  return rows;
}

function kindsOf(rows: readonly StudyRow[]): { readonly tags: readonly string[]; readonly edits: readonly string[] } {
  const edits = rows.flatMap((row) =>
    row.outcomes.map((outcome) => (outcome.status === 'applied' ? outcome.kind : 'refused')),
  );
  return {
    tags: [...new Set(rows.flatMap((row) => row.tags.map(({ tag }) => tag)))].toSorted(),
    edits: [...new Set(edits)].toSorted(),
  };
}

describe('the demo study', () => {
  const folder = join(root, 'fixtures/demo');
  const line = z.object({ query: z.string(), truth: z.string() });
  const settings = z
    .object({ method: z.object({ budgetTokens: z.number(), evolveSteps: z.number() }) })
    .parse(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')));
  const queries = readFileSync(join(folder, 'queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
    .map(({ query, truth }) => ({ text: query, truth }));

  it('answers every query rightly and shows every kind of tag and edit, evictions, a useful item evicted, and a frozen map', async () => {
    const context = readFileSync(join(folder, 'context.txt'));
    const rows = await study({ context, queries, method: settings.method });
    expect(rows.map((row) => [row.query, row.score])).toEqual(queries.map((query) => [query.text, 1]));
    for (const row of rows) expect(row.tokens).toBeLessThanOrEqual(settings.method.budgetTokens);
    const [first, ...later] = rows;
    for (const row of later) expect(row.iterations).toBeLessThan(first?.iterations ?? 0);
    expect(kindsOf(rows)).toEqual({
      tags: ['harmful', 'helpful', 'neutral', 'stale'],
      edits: ['ADD', 'DELETE', 'REPLACE', 'refused'],
    });
    expect(rows.filter((row) => row.evicted.length > 0).length).toBeGreaterThanOrEqual(3);
    // Worth a pin: the separator was used by every run until its section made it the first to go.
    expect(rows.flatMap((row) => row.evicted)).toContain('ps-00001');
    expect(rows.map((row) => row.frozen)).toEqual(rows.map((_, at) => at >= settings.method.evolveSteps));
    const frozen = rows.slice(settings.method.evolveSteps - 1).map((row) => row.map);
    for (const map of frozen) expect(map).toEqual(frozen[0]);
    for (const item of rows.flatMap((row) => row.map.items)) expect(item.tokens).toBeLessThanOrEqual(80);
  }, 120_000);
});

const shared = process.env['PEEK_SHARED'] ?? join(root, '../shared');
const messages = join(shared, 'data/sms-spam/SMSSpamCollection.tsv');

describe.skipIf(!existsSync(messages))('a study of SMS messages (shared data, skipped where absent)', () => {
  it('answers as an independent count does, keeps the map within B and needs fewer iterations once oriented', async () => {
    const context = readFileSync(messages);
    const rows = context
      .toString('utf8')
      .split('\n')
      .filter((text) => text !== '');
    const labelled = (label: string): readonly string[] => rows.filter((row) => row.startsWith(`${label}\t`));
    const saying = (list: readonly string[], word: string): number =>
      list.filter((row) =>
        new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, 'iu').test(row.slice(row.indexOf('\t') + 1)),
      ).length;
    const spam = labelled('spam').length;
    const ham = labelled('ham').length;
    const queries = [
      { text: 'How many messages are spam?', truth: String(spam) },
      { text: 'Which label is more common?', truth: ham > spam ? 'ham' : 'spam' },
      { text: "How many ham messages mention the word 'call'?", truth: String(saying(labelled('ham'), 'call')) },
      { text: 'What is the label of message 100?', truth: rows[99]?.split('\t')[0] ?? '' },
      { text: 'How many spam messages mention "free"?', truth: String(saying(labelled('spam'), 'free')) },
      {
        text: 'Is "love" more common than "prize"?',
        truth: saying(rows, 'love') > saying(rows, 'prize') ? 'more common' : 'less common',
      },
      { text: 'List the labels and how many messages each has.', truth: `ham: ${ham}, spam: ${spam}` },
    ];
    expect(spam).toBe(747);
    const seen = await study({ context, queries });
    expect(seen.map((row) => [row.query, row.score])).toEqual(queries.map((query) => [query.text, 1]));
    for (const row of seen) expect(row.tokens).toBeLessThanOrEqual(1_024);
    const [first, ...later] = seen;
    for (const row of later) expect(row.iterations).toBeLessThan(first?.iterations ?? 0);
    expect(kindsOf(seen)).toMatchObject({ edits: ['ADD', 'DELETE', 'REPLACE'] });
  }, 120_000);
});

it('gives the same study twice: no clock, no randomness', async () => {
  const input = {
    context: new TextEncoder().encode('name,colour\nAda,red\nBo,blue\nCy,red\n'),
    queries: [{ text: 'Which colour is most common?', truth: 'red' }],
  };
  expect(await study(input)).toEqual(await study(input));
}, 60_000);
