import { lstatSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ok } from '#core/result.ts';
import { writePieces } from './write-file.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'peek-write-'));

it('writes pieces one after another, however many', async () => {
  const path = join(folder(), 'a.txt');
  const pieces = Array.from({ length: 3_000 }, (_, at) => `${at} é😀\n`.repeat(100));
  const text = pieces.join('');
  expect(await writePieces(path, pieces)).toEqual(ok(text.length));
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it('lets others have their turn meanwhile', async () => {
  function* slow(): Generator<string> {
    for (let piece = 0; piece < 10; piece++) {
      const until = performance.now() + 15;
      while (performance.now() < until);
      yield 'piece ';
    }
  }
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  await writePieces(join(folder(), 'a.txt'), slow());
  clearInterval(others);
  expect(turns).toBeGreaterThan(3);
});

it('leaves the old file as it was when the new one breaks off or is stopped', async () => {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, 'old');
  function* breaking(): Generator<string> {
    yield 'x'.repeat(2_000_000);
    throw new Error('a bug');
  }
  await expect(writePieces(path, breaking())).rejects.toThrow('a bug');
  expect(readFileSync(path, 'utf8')).toBe('old');
  const stop = new AbortController();
  const stopped = await writePieces(path, ['x'.repeat(2_000_000), 'y'], {
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  expect(stopped.ok ? null : stopped.error.kind).toBe('cancelled');
  expect(readFileSync(path, 'utf8')).toBe('old');
  await expect(writePieces(join(path, '..', 'b.txt'), breaking())).rejects.toThrow('a bug');
  expect(readdirSync(join(path, '..'))).toEqual(['a.txt']);
});

it('says what is wrong with a place that takes no file', async () => {
  const written = await writePieces(join(folder(), 'no', 'a.txt'), ['x']);
  expect(written.ok ? '' : written.error.words).toMatch(/^a\.txt could not be written \(ENOENT/);
});

it('writes to what a link names, and the link stays', async () => {
  const place = folder();
  writeFileSync(join(place, 'real.txt'), 'old');
  symlinkSync('real.txt', join(place, 'link.txt'));
  await writePieces(join(place, 'link.txt'), ['new']);
  expect(lstatSync(join(place, 'link.txt')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(place, 'real.txt'), 'utf8')).toBe('new');
});

it.skipIf(process.platform === 'win32')('writes into what is no file as it stands', async () => {
  expect(await writePieces('/dev/null', ['text'])).toEqual(ok(4));
  expect(lstatSync('/dev/null').isFile()).toBe(false);
});
