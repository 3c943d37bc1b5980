import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { err, ok } from '#core/result.ts';
import { NO_SMALL_DISK, smallDisk } from './testing/index.ts';
import { writePieces } from './write-file.ts';

const all = mkdtempSync(join(tmpdir(), 'peek-write-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));
const folder = () => mkdtempSync(join(all, 'each-'));

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

it('leaves the old file as it was where the disk is full in the middle, and says so', async (test) => {
  const disk = smallDisk(200_000);
  if (disk === null) return test.skip(NO_SMALL_DISK);
  try {
    const path = join(disk.path, 'a.txt');
    const old = 'old '.repeat(10_000);
    writeFileSync(path, old);
    const pieces = Array.from({ length: 4 }, () => 'x'.repeat(1_000_000));
    expect(await writePieces(path, pieces)).toEqual(
      err({
        kind: 'storage',
        words:
          'a.txt could not be written: the disk is full. What was there before is untouched; make room or choose another disk.',
      }),
    );
    expect(readFileSync(path, 'utf8')).toBe(old);
    expect(await writePieces(join(disk.path, 'b.txt'), pieces)).toMatchObject({ ok: false });
    expect(readdirSync(disk.path)).toEqual(['a.txt']);
  } finally {
    disk.remove();
  }
});

it('has the old file whole in its place until the new one is whole', async () => {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, 'old');
  function* looking(): Generator<string> {
    for (let at = 0; at < 3; at++) {
      expect(readFileSync(path, 'utf8')).toBe('old');
      yield 'x'.repeat(2_000_000);
    }
  }
  expect(await writePieces(path, looking())).toEqual(ok(6_000_000));
  expect(statSync(path).size).toBe(6_000_000);
});

it('can be stopped while there is nothing to write yet', async () => {
  const path = join(folder(), 'a.txt');
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 20);
  function* forEver(): Generator<string> {
    for (;;) yield '';
  }
  expect(await writePieces(path, forEver(), { signal: stop.signal })).toMatchObject({ error: { kind: 'cancelled' } });
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

it.skipIf(process.platform === 'win32')('leaves the rights of the file as they were', async () => {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  await writePieces(path, ['new']);
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

it('takes the longest name that a folder takes', async () => {
  const path = join(folder(), `${'é'.repeat(125)}.txt`);
  expect(await writePieces(path, ['x'])).toEqual(ok(1));
  expect(readFileSync(path, 'utf8')).toBe('x');
});

it('says what is wrong with a place that takes no file', async () => {
  const written = await writePieces(join(folder(), 'no', 'a.txt'), ['x']);
  expect(written.ok ? '' : written.error.words).toBe(
    'a.txt could not be written: there is no such folder. Make it or choose another one.',
  );
  const isFolder = folder();
  mkdirSync(join(isFolder, 'b'));
  const over = await writePieces(join(isFolder, 'b'), ['x']);
  expect(over.ok ? '' : over.error.words).toMatch(/^b could not be written \(EISDIR.*choose another place\.$/);
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
