// What calls cost. A price list is a JSON file that people may edit: dollars per million tokens, each entry with its
// source, the whole with a version and a date. A model that is not in it has no price, which is not the same as nothing.

import { z } from 'zod';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Usage } from '../chat-model.ts';
import builtIn from './prices.json' with { type: 'json' };

const dollars = z.number().nonnegative().max(100_000);

const entry = z.object({
  model: z.string().min(1),
  /** Other names of the same model at the same price. */
  aliases: z.array(z.string().min(1)).default([]),
  /** Holds at this preset only; null or absent: wherever the name is served. */
  preset: z.string().nullable().default(null),
  input: dollars,
  output: dollars,
  /** null: cached input costs what other input costs. */
  cachedInput: dollars.nullable().default(null),
  source: z.string(),
});

const priceFile = z.object({
  format: z.literal('peek-prices'),
  version: z.number().int().positive(),
  date: z.iso.date(),
  source: z.string(),
  /** Presets whose servers run on one's own machine: their calls cost nothing. */
  freePresets: z.array(z.string()).default([]),
  prices: z.array(entry),
});

type Entry = z.infer<typeof entry>;

/** Micro-dollars per million tokens: whole numbers, so that no sum ever drifts. */
export interface Price {
  readonly inputPerMillion: number;
  readonly cachedInputPerMillion: number;
  readonly outputPerMillion: number;
  readonly source: string;
}

export interface PriceList {
  readonly version: number;
  readonly date: string;
  readonly source: string;
  /** Null when this model has no price there. */
  priceOf(model: string, preset: string): Price | null;
}

export interface PriceError {
  readonly kind: 'not-json' | 'wrong-shape' | 'named-twice';
  readonly words: string;
}

const FREE: Price = {
  inputPerMillion: 0,
  cachedInputPerMillion: 0,
  outputPerMillion: 0,
  source: 'runs on your own machine',
};

/** Reads a price file; a fault in it is told with its place and nothing of it is used. */
export function readPriceList(json: string): Result<PriceList, PriceError> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err({ kind: 'not-json', words: `The price file is no JSON: ${error.message}.` });
  }
  return priceListOf(parsed);
}

/** The list that comes with the program. */
export function builtInPrices(): PriceList {
  const list = priceListOf(builtIn);
  if (!list.ok) throw new Error(list.error.words);
  return list.value;
}

function priceListOf(value: unknown): Result<PriceList, PriceError> {
  const checked = priceFile.safeParse(value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? 'its top level' : issue.path.join('.');
    return err({
      kind: 'wrong-shape',
      words: `The price file is wrong at ${place}: ${issue?.message ?? 'not a price file'}.`,
    });
  }
  const file = checked.data;
  const byName = new Map<string, Price>();
  for (const one of file.prices) {
    for (const name of [one.model, ...one.aliases]) {
      const key = keyOf(name, one.preset);
      if (byName.has(key))
        return err({ kind: 'named-twice', words: `The price file names ${name} twice. Keep one of the two.` });
      byName.set(key, priceOfEntry(one));
    }
  }
  const free = new Set(file.freePresets);
  return ok({
    version: file.version,
    date: file.date,
    source: file.source,
    priceOf(model, preset) {
      if (free.has(preset)) return FREE;
      for (const name of [model, withoutDate(model)]) {
        const price = byName.get(keyOf(name, preset)) ?? byName.get(keyOf(name, null));
        if (price !== undefined) return price;
      }
      return null;
    },
  });
}

/**
 * What a call cost, in whole micro-dollars, rounded to the nearest (halves up).
 *
 * usage  cached tokens are a part of input and are priced once, as cached; reasoning tokens are a part of output
 */
export function costMicroUsd(usage: Usage, price: Price): number {
  const fresh = usage.input - usage.cached;
  const total =
    fresh * price.inputPerMillion + usage.cached * price.cachedInputPerMillion + usage.output * price.outputPerMillion;
  return Math.floor((total + MILLION / 2) / MILLION);
}

const MILLION = 1_000_000;

function priceOfEntry(one: Entry): Price {
  const micro = (usd: number): number => Math.round(usd * MILLION);
  return {
    inputPerMillion: micro(one.input),
    cachedInputPerMillion: micro(one.cachedInput ?? one.input),
    outputPerMillion: micro(one.output),
    source: one.source,
  };
}

/** Snapshots are priced like their model unless they have an entry of their own. */
function withoutDate(model: string): string {
  return model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
}

function keyOf(name: string, preset: string | null): string {
  return `${preset ?? ''}\n${name.toLowerCase()}`;
}
