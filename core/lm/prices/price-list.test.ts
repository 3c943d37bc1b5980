import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PriceList } from './price-list.ts';
import { builtInPrices, costMicroUsd, readPriceList } from './price-list.ts';

function listOf(overrides: object = {}): PriceList {
  const read = readPriceList(aFile(overrides));
  if (!read.ok) throw new Error(read.error.words);
  return read.value;
}

function aFile(overrides: object = {}): string {
  return JSON.stringify({
    format: 'peek-prices',
    version: 3,
    date: '2026-05-01',
    source: 'a test',
    freePresets: ['ollama'],
    prices: [
      { model: 'acme-large', aliases: ['acme/large'], input: 1, output: 4, cachedInput: 0.1, source: 'a test' },
      { model: 'acme-large', preset: 'reseller', input: 2, output: 8, source: 'a test' },
    ],
    ...overrides,
  });
}

function costOf(model: string, input: number, output: number, cached = 0, reasoning = 0): number | null {
  const price = builtInPrices().priceOf(model, 'openai');
  return price === null ? null : costMicroUsd({ input, output, cached, reasoning }, price);
}

describe('the built-in prices', () => {
  it.each([
    'gpt-5-mini-2025-08-07',
    'gpt-5.5-2026-04-23',
    'Qwen/Qwen3-Coder-Next-FP8',
    'gpt-5.4-nano-2026-03-17',
    'gpt-5.1',
    'text-embedding-3-small',
  ])('have %s of the paper, with its source', (model) => {
    expect(builtInPrices().priceOf(model, 'openai')?.source).not.toBe('');
  });

  // Rows of the paper's cost tables: input tokens, output tokens, dollars.
  it.each([
    ['gpt-5-mini', 2_851_765, 2_155_398, 5.023737],
    ['gpt-5-mini', 11_115_543, 12_453_813, 27.686512],
    ['gpt-5-mini', 231_710, 75_943, 0.209813],
    ['gpt-5.4-nano', 137_479, 2_809, 0.031007],
    ['gpt-5.4-nano', 118_853, 3_374, 0.027988],
  ])('reproduce the paper: %s, %i in, %i out', (model, input, output, usd) => {
    expect(Math.abs((costOf(model, input, output) ?? NaN) - Math.round(usd * 1e6))).toBeLessThanOrEqual(1);
  });
});

describe('a price', () => {
  it('counts cached and reasoning tokens once, as parts', () => {
    const price = listOf().priceOf('acme-large', 'openai');
    expect(price && costMicroUsd({ input: 1000, output: 100, cached: 800, reasoning: 60 }, price)).toBe(200 + 80 + 400);
  });

  it('is found by alias, by any case, for a dated snapshot, and by preset first', () => {
    const list = listOf();
    expect(list.priceOf('acme/large', 'openai')?.inputPerMillion).toBe(1_000_000);
    expect(list.priceOf('ACME-Large', 'openai')?.inputPerMillion).toBe(1_000_000);
    expect(list.priceOf('acme-large-2026-01-31', 'openai')?.inputPerMillion).toBe(1_000_000);
    expect(list.priceOf('acme-large', 'reseller')?.inputPerMillion).toBe(2_000_000);
  });

  it('is never guessed: an unknown model has none, which is not nothing', () => {
    const list = listOf();
    for (const model of ['acme-larger', 'vendor/next-4.5-mini', '', '__proto__', 'constructor']) {
      expect(list.priceOf(model, 'openai'), model).toBeNull();
    }
  });

  it('is nothing on one’s own machine', () => {
    expect(listOf().priceOf('anything', 'ollama')).toMatchObject({ inputPerMillion: 0, outputPerMillion: 0 });
  });

  it('always gives whole micro-dollars that never shrink with more tokens', () => {
    const tokens = fc.integer({ min: 0, max: 20_000_000 });
    const price = { inputPerMillion: 250_001, cachedInputPerMillion: 25_000, outputPerMillion: 2_000_003, source: '' };
    fc.assert(
      fc.property(tokens, tokens, tokens, (input, output, more) => {
        const cost = costMicroUsd({ input, output, cached: 0, reasoning: 0 }, price);
        const larger = costMicroUsd({ input: input + more, output, cached: 0, reasoning: 0 }, price);
        return Number.isSafeInteger(cost) && larger >= cost;
      }),
    );
  });
});

describe('a price file', () => {
  it.each([
    ['no JSON', '{', 'not-json'],
    ['another format', aFile({ format: 'other' }), 'wrong-shape'],
    ['a price in words', aFile({ prices: [{ model: 'a', input: 'cheap', output: 1, source: '' }] }), 'wrong-shape'],
    ['a negative price', aFile({ prices: [{ model: 'a', input: -1, output: 1, source: '' }] }), 'wrong-shape'],
    [
      'a model twice',
      aFile({ prices: ['a', 'A'].map((model) => ({ model, input: 1, output: 1, source: '' })) }),
      'named-twice',
    ],
  ])('with %s is refused with its place', (_, json, kind) => {
    const read = readPriceList(json);
    expect(read.ok ? null : read.error.kind).toBe(kind);
  });

  it('names the entry that is wrong', () => {
    const read = readPriceList(aFile({ prices: [{ model: 'a', input: 'cheap', output: 1, source: '' }] }));
    expect(read.ok ? '' : read.error.words).toContain('prices.0.input');
  });

  it('keeps its version, date and source for reports', () => {
    const { version, date, source } = listOf();
    expect({ version, date, source }).toEqual({ version: 3, date: '2026-05-01', source: 'a test' });
  });
});
