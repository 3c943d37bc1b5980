// A person's own price file beside the built-in one: where it stands it is used whole, and read again when it changes.

import { readFileSync, statSync } from 'node:fs';
import { builtInPrices, readPriceList } from '#core/lm/index.ts';
import type { PriceList } from '#core/lm/index.ts';

/**
 * path  of a file in the shape of core/lm/prices/prices.json; it need not be there
 * warn  told once for each state of the file that cannot be used; the built-in prices hold then
 */
export function createPriceFile(path: string, warn: (words: string) => void): () => PriceList {
  let readAt: number | null = null;
  let list = builtInPrices();
  return () => {
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
    if (changedAt === readAt) return list;
    readAt = changedAt;
    list = changedAt === null ? builtInPrices() : read(path, warn);
    return list;
  };
}

function read(path: string, warn: (words: string) => void): PriceList {
  let json: string;
  try {
    json = readFileSync(path, 'utf8');
  } catch (error) {
    warn(`${path} cannot be read (${String(error)}); the built-in prices are used`);
    return builtInPrices();
  }
  const found = readPriceList(json);
  if (found.ok) return found.value;
  warn(`${path}: ${found.error.words} The built-in prices are used.`);
  return builtInPrices();
}
