import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { builtInPrices } from '#core/lm/index.ts';
import { createPriceFile } from './price-file.ts';

let folder: string;
let path: string;
let second = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-prices-'));
  path = join(folder, 'prices.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(text: string): void {
  writeFileSync(path, text);
  // Two writings within the clock's grain must still be two.
  utimesSync(path, new Date(), new Date(1_700_000_000_000 + (second += 1) * 1_000));
}

const own = (input: number) =>
  JSON.stringify({
    format: 'peek-prices',
    version: 2,
    date: '2026-06-01',
    source: 'mine',
    prices: [{ model: 'm', input, output: 1, source: 'mine' }],
  });

it('holds in place of the built-in prices, and again when it is changed or taken away', () => {
  const prices = createPriceFile(path, () => undefined);
  expect(prices().priceOf('m', 'custom')).toBeNull();
  write(own(2));
  expect(prices().priceOf('m', 'custom')?.inputPerMillion).toBe(2_000_000);
  expect(prices().priceOf('gpt-5-mini', 'openai')).toBeNull();
  write(own(3));
  expect(prices().priceOf('m', 'custom')?.inputPerMillion).toBe(3_000_000);
  rmSync(path);
  expect(prices().version).toBe(builtInPrices().version);
});

it('is named once with its fault when it cannot be used, and the built-in prices hold', () => {
  const warnings: string[] = [];
  const prices = createPriceFile(path, (words) => warnings.push(words));
  write('{"format":"peek-prices"}');
  expect(prices().priceOf('gpt-5-mini', 'openai')).not.toBeNull();
  prices();
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('wrong at version');
});
