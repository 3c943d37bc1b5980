import { describe, expect, it } from 'vitest';
import type { CallSummary, Run } from '#core/study/index.ts';
import { arrivalOf, factsOf, totalOf } from './call-view.ts';

function aCall(overrides: Partial<CallSummary> = {}): CallSummary {
  return {
    seq: 9,
    callId: 'c1',
    runId: 'r1',
    stage: 'agent',
    role: 'root',
    iteration: 1,
    block: null,
    depth: 0,
    parentCallId: null,
    modelName: 'gpt-5-mini',
    model: 'gpt-5-mini',
    reply: 'Yes.',
    usage: { input: 1_010, output: 40, cached: 505, reasoning: 30 },
    usageSource: 'provider',
    ourInputTokens: 1_000,
    finishReason: 'stop',
    latencyMs: 2_000,
    firstDeltaMs: 400,
    attempts: 1,
    costMicroUsd: 1_200,
    origin: 'live',
    error: null,
    ...overrides,
  };
}

const run = (calls: readonly CallSummary[] = []): Run => ({
  id: 'r1',
  queryId: 'q1',
  branch: 'main',
  baseVersionId: 'v0',
  mapText: 'the map',
  mapTokens: 250,
  evolves: true,
  withoutItem: null,
  python: null,
  status: 'done',
  stage: 'commit',
  startedAt: '',
  endedAt: null,
  iterations: [],
  calls,
  answer: null,
  judged: null,
  distilled: null,
  proposed: null,
  decisions: [],
  applied: null,
  eviction: null,
  skipped: null,
  failure: null,
  partial: null,
  versionId: null,
  totals: {
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    costMicroUsd: 0,
    unpriced: [],
    uncounted: 0,
  },
  abandoned: false,
  review: null,
  firstSeq: 1,
  lastSeq: 9,
  answeredSeq: null,
  distilledSeq: null,
  proposedSeq: null,
  tags: [],
  iterationCount: 0,
  callCount: 0,
  folded: false,
  kept: null,
});

const lines = (call: CallSummary): readonly string[] =>
  factsOf(call, run()).map(({ name, value, more, odd }) =>
    [name, value, ...(more === undefined ? [] : [more]), ...(odd === true ? ['!'] : [])].join(' | '),
  );

describe('the facts of a call', () => {
  it('hold our count beside the provider’s, the map’s share, what was cached, attempts, times and price', () => {
    expect(lines(aCall({ attempts: 3 }))).toEqual([
      'prompt, our count | 1,000 tokens',
      'the provider’s | 1,010 tokens',
      'difference | +10 (1.0 %) | close',
      'the map in it | 250 tokens | 25 % of the prompt',
      'from the cache | 505 tokens | 50 % of the prompt',
      'reply | 40 tokens | 30 of them reasoning',
      'attempts | 3 | all counted as this one call | !',
      'time | 2.0 s | first words after 400 ms',
      'price | $0.0012',
    ]);
  });

  it('mark a prompt that the provider counts far shorter, since it may have been cut there', () => {
    const usage = { input: 400, output: 1, cached: 0, reasoning: 0 };
    expect(lines(aCall({ usage }))).toContain('difference | −600 (−60 %) | far fewer: was the prompt cut there? | !');
  });

  it('name a model without a price', () => {
    expect(lines(aCall({ costMicroUsd: null, model: 'unheard-of' })).at(-1)).toBe(
      'price | not known | no price for unheard-of | !',
    );
  });

  it('say that nothing was reported, and of a sub-call nothing of a map', () => {
    const call = aCall({ role: 'sub', depth: 1, usageSource: 'counted', origin: 'replayed' });
    expect(lines(call)).toEqual([
      'prompt, our count | 1,000 tokens',
      'the provider’s | not reported | our count is used',
      'reply | 40 tokens | 30 of them reasoning',
      'time | 2.0 s | first words after 400 ms',
      'price | none | replayed from a recording',
    ]);
  });
});

describe('the calls of a run together', () => {
  it('are summed over those that both sides counted', () => {
    const calls = [aCall(), aCall({ callId: 'c2', usageSource: 'none', usage: null })];
    expect(totalOf(run(calls)).words).toBe(
      '1 of 2 calls: prompt tokens 1,000 by our count, 1,010 by the provider’s (+10) · 505 cached',
    );
  });

  it('tell how many lie far apart', () => {
    const far = aCall({ usage: { input: 5_000, output: 1, cached: 0, reasoning: 0 } });
    expect(totalOf(run([aCall(), far])).odd).toBe('1 call counted far apart');
  });
});

describe('how a reply arrived', () => {
  it('rises from nothing to all of it over the time of the call', () => {
    const deltas: [number, number][] = [
      [500, 10],
      [2_000, 30],
    ];
    expect(arrivalOf(aCall({ deltas }))).toEqual([
      [0, 0],
      [0.25, 0.25],
      [1, 1],
    ]);
  });

  it('is not drawn when its times are not on record', () => {
    expect(arrivalOf(aCall())).toEqual([]);
  });
});
