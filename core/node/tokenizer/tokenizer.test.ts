import fc from 'fast-check';
import { createRequire } from 'node:module';
import { Tiktoken } from 'tiktoken/lite';
import { describe, expect, test } from 'vitest';
import { countTotal, emptyMap, renderMap } from '#core/map/index.ts';
import { hostileText, someMap } from '#core/map/testing/index.ts';
import { countGently } from './count-gently.ts';
import { countLarge } from './count-large.ts';
import { LONGEST_RUN, cutLongRuns } from './long-runs.ts';
import { tokenCounter } from './tokenizer.ts';

const encodings = ['o200k_base', 'cl100k_base'] as const;
const never = new AbortController().signal;

function reference(name: (typeof encodings)[number]) {
  const ranks = createRequire(import.meta.url)(`tiktoken/encoders/${name}.json`) as {
    bpe_ranks: string;
    special_tokens: Record<string, number>;
    pat_str: string;
  };
  const encoding = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
  return (text: string) => encoding.encode_ordinary(text).length;
}

describe.each(encodings)('%s', (name) => {
  const count = tokenCounter(name);
  const exact = reference(name);

  test('counts known texts, special-token texts as the text they are', () => {
    expect(['', 'hello world', 'tiktoken is great!'].map(count)).toEqual([0, 2, 6]);
    expect(count('<|endoftext|>')).toBeGreaterThan(3);
    expect(count('a <|endofprompt|> b')).toBe(exact('a <|endofprompt|> b'));
  });

  test('counts a map piece by piece exactly as its whole text', () => {
    fc.assert(
      fc.property(someMap, (map) => {
        expect(countTotal(map, count)).toBe(exact(renderMap(map)));
      }),
      { numRuns: 300 },
    );
  });

  test('counts any text as the reference does while no run is longer than the limit', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 2 }), fc.nat(800), (texts, length) => {
        const text = texts.map((each) => each.slice(0, 99)).join('x'.repeat(length));
        expect(count(text)).toBe(exact(text));
      }),
      { numRuns: 200 },
    );
  });

  test('counts a run of one sign without taking quadratic time, within one token per slice', () => {
    const text = `begin ${'a'.repeat(5_000)} end ${'='.repeat(5_000)}${' '.repeat(5_000)}.`;
    expect(Math.abs(count(text) - exact(text))).toBeLessThanOrEqual(15_000 / LONGEST_RUN);
    expect(count('b'.repeat(100_000))).toBeGreaterThan(10_000);
  });

  test('counts a large text in a worker as the whole, tells how far it is, and stops when told to', async () => {
    const paragraph = 'Zürich, 3.5 °C; path/to/file\n/slash first\n\n  indented 你好世界 🙂\n[cr-00001] x\r\n';
    const text = paragraph.repeat(6_000);
    const progress: number[] = [];
    const counted = await countLarge(name, text, { signal: never, onProgress: (done) => progress.push(done) });
    expect(counted).toEqual({ ok: true, value: exact(text) });
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toBe(text.length);

    const stop = new AbortController();
    const stopped = countLarge(name, text, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(await stopped).toEqual({ ok: false, error: { kind: 'cancelled' } });
  });

  test('a text of any size is counted the same, breath by breath, and is let go once it is not wanted', async () => {
    for (const lines of [0, 1, 1_000, 20_000, 450_000]) {
      const text = 'Zürich 🙂\n'.repeat(lines);
      const progress: number[] = [];
      const onProgress = (done: number) => progress.push(done);
      const counted = await countGently(name, text, { signal: never, onProgress });
      expect(counted).toEqual({ ok: true, value: exact(text) });
      expect(progress.at(-1)).toBe(lines === 0 ? undefined : text.length);
      if (text.length > 100_000) expect(progress.length).toBeGreaterThan(1);
      const cancelled = { ok: false, error: { kind: 'cancelled' } };
      for (const count of [countGently, countLarge])
        expect(await count(name, text, { signal: AbortSignal.abort() })).toEqual(cancelled);
      const stop = new AbortController();
      if (lines > 0)
        expect(await countGently(name, text, { signal: stop.signal, onProgress: () => stop.abort() })).toEqual(
          cancelled,
        );
    }
  });

  test('while a text of a million characters is counted, other work goes on', async () => {
    let others = 0;
    const other = setInterval(() => (others += 1), 0);
    const counted = countGently(name, 'Zürich 🙂\n'.repeat(100_000), { signal: never });
    expect(await counted).toMatchObject({ ok: true });
    clearInterval(other);
    expect(others).toBeGreaterThan(3);
  });

  test('a small text counted as a large one comes to the same', async () => {
    expect(await countLarge(name, 'hello world', { signal: never })).toEqual({ ok: true, value: 2 });
  });
});

test('the estimate is a token per four characters, rounded up, of the whole map too', () => {
  const count = tokenCounter('estimate');
  expect(['', 'a', 'abcd', 'abcde'].map(count)).toEqual([0, 1, 1, 2]);
  const map = emptyMap(['cr', 'dc'], 'all');
  expect(countTotal(map, count)).toBe(Math.ceil(renderMap(map).length / 4));
});

test('a text is cut only inside runs that are too long, and never loses anything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }), fc.nat(1_500))),
      (runs) => {
        const text = runs.map(([unit, times]) => unit.repeat(times)).join('');
        const parts = cutLongRuns(text);
        expect(parts.join('')).toBe(text);
        for (const part of parts) expect(part.match(/\p{L}{1002,}|\s{1002,}/u)).toBeNull();
      },
    ),
    { numRuns: 50 },
  );
});
