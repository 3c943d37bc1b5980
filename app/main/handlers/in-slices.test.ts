import { describe, expect, it } from 'vitest';
import { inSlices } from './in-slices.ts';

/** Steps of some milliseconds each. */
function* steps(count: number): Generator<number, string, undefined> {
  for (let at = 0; at < count; at += 1) {
    const until = performance.now() + 4;
    while (performance.now() < until) continue;
    yield at / count;
  }
  return 'done';
}

describe('long work in slices', () => {
  it('gives others their turn in between and tells how far it is', async () => {
    let turns = 0;
    const told: (number | null)[] = [];
    const timer = setInterval(() => (turns += 1), 1);
    const going = { signal: new AbortController().signal, onProgress: (_: string, at: number | null) => told.push(at) };
    expect(await inSlices(steps(200), going)).toBe('done');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(5);
    expect(told.length).toBeGreaterThan(0);
    expect(told.every((at, place) => at !== null && at >= (told[place - 1] ?? 0))).toBe(true);
  });

  it('ends with nothing once it is stopped', async () => {
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 20);
    expect(await inSlices(steps(100_000), { signal: abort.signal, onProgress: () => undefined })).toBeNull();
  });

  it('that is over soon says nothing of itself', async () => {
    const told: unknown[] = [];
    const going = { signal: new AbortController().signal, onProgress: (...all: unknown[]) => told.push(all) };
    expect(await inSlices(steps(2), going)).toBe('done');
    expect(told).toEqual([]);
  });
});
