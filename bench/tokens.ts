// Counting tokens: the exact text of a map, and a large context in the worker.

import { tokenCounter, countLarge } from '#core/node/index.ts';
import { msFigure, timed } from './figure.ts';
import type { Bench } from './figure.ts';
import { chance, madeUpContent } from './made-up.ts';

export const tokens: Bench = {
  name: 'tokens',
  async run() {
    const count = tokenCounter('o200k_base');
    const random = chance(5);
    const short = timed(() => count(madeUpContent(random)), 2_000, 200);
    const text = Array.from({ length: 60_000 }, () => madeUpContent(random)).join('\n');
    const start = performance.now();
    let longest = 0;
    let last = start;
    const counted = await countLarge('o200k_base', text, {
      signal: new AbortController().signal,
      onProgress: () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
      },
    });
    if (!counted.ok) throw new Error('the worker counts');
    return [
      msFigure('count one new item, median', short.medianMs),
      { name: 'context counted in the worker', value: Math.round(text.length / 10_000) / 100, unit: 'MB', limit: null },
      msFigure('counting it', performance.now() - start),
      msFigure('longest between two signs of progress', longest),
    ];
  },
};
