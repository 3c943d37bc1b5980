// Whole studies, with real Python and the offline model, through every variant of the policy: each stays within its budget,
// each version derives anew from the log, and a what-if by the study's own rules gives the recorded maps.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { runStudy } from '#core/lm/offline/testing/index.ts';
import { tokenCounter } from '#core/node/index.ts';
import { createNativePython } from '#core/node/native-python/index.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { MethodSettings } from '../settings.ts';
import { quickHash } from './testing/index.ts';
import { verifyLog } from './verify-log.ts';
import { whatIf } from './what-if.ts';

const root = join(import.meta.dirname, '../../..');
const count = tokenCounter('o200k_base');
const python = createNativePython();

const VARIANTS: Readonly<Record<string, Partial<MethodSettings>>> = {
  'the default': {},
  'B = 512': { budgetTokens: 512 },
  'B = 2,048': { budgetTokens: 2_048 },
  'a budget that binds': { budgetTokens: 320 },
  'score first': { budgetTokens: 320, evictionOrder: 'score-then-section' },
  'other weights': { budgetTokens: 320, tagWeights: { helpful: 3, harmful: -5, neutral: -0.5, stale: -2 } },
  'no eviction': { budgetTokens: 320, eviction: false },
  'monolithic update': { update: 'monolithic' },
  'm = 1': { evolveSteps: 1 },
  'a blank slate with error patterns': { blankSlate: true, sections: ['cr', 'cu', 'dc', 'ps', 'rr', 'ep'] },
  'two sections and short items': { sections: ['cr', 'cu'], itemAdviceTokens: 30 },
  'ground truth shown': { showTruth: true },
  'a trajectory cut short': { trajectoryChars: 2_000 },
  cl100k_base: { tokenizer: 'cl100k_base' },
};

async function tryVariant(
  context: Uint8Array,
  queries: readonly { text: string; truth: string | null }[],
  variant: Partial<MethodSettings>,
) {
  const rules = { ...DEFAULT_SETTINGS.method, ...variant };
  const counter = tokenCounter(rules.tokenizer);
  const model = createOfflineModel({ count });
  const { rows, state, events } = await runStudy({
    context,
    queries,
    model,
    python,
    count: counter,
    hash: quickHash,
    method: variant,
  });

  expect(rows).toHaveLength(queries.length);
  for (const version of state.versions.values()) expect(version.tokens).toBeLessThanOrEqual(rules.budgetTokens);
  expect(verifyLog(events, { counter: () => counter, hash: quickHash })).toMatchObject({ differences: [] });
  const same = whatIf(state, 'main', rules, counter);
  expect(
    same.rows.filter((row) => row.onlyHere.length + row.onlyRecorded.length > 0 || row.tokens !== row.recordedTokens),
  ).toEqual([]);
  const small = whatIf(state, 'main', { ...rules, eviction: true, budgetTokens: 250 }, counter);
  for (const row of small.rows) expect(row.tokens).toBeLessThanOrEqual(250);
  return { rows, state };
}

describe('the demo study', () => {
  const context = readFileSync(join(root, 'fixtures/demo/context.txt'));
  const queries = readFileSync(join(root, 'fixtures/demo/queries.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { query: string; truth: string })
    .map(({ query, truth }) => ({ text: query, truth }));

  test.each(Object.entries(VARIANTS))('runs with %s', async (_, variant) => {
    const { state } = await tryVariant(context, queries, variant);
    const evolved = [...state.versions.values()].filter((version) => version.cause === 'update');
    expect(evolved.length).toBeGreaterThan(0);
    if (variant.evolveSteps === 1) expect(evolved).toHaveLength(1);
    if (variant.eviction === false) expect(state.branches.get('main')?.frozen?.cause).toBe('budget');
  });
});

const messages = join(process.env['PEEK_SHARED'] ?? join(root, '../shared'), 'data/sms-spam/SMSSpamCollection.tsv');

describe.skipIf(!existsSync(messages))('a study of SMS messages (shared data, skipped where absent)', () => {
  const context = existsSync(messages) ? readFileSync(messages) : new Uint8Array();
  const queries = [
    'How many messages are spam?',
    'Which label is more common?',
    "How many ham messages mention the word 'call'?",
    'How many messages are there?',
    "How many spam messages mention the word 'free'?",
    'Which label is least common?',
    'List the labels.',
  ].map((text) => ({ text, truth: null }));

  test.each(Object.entries(VARIANTS))('runs with %s', async (_, variant) => {
    await tryVariant(context, queries, variant);
  });
});
