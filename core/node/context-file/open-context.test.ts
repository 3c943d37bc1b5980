import fc from 'fast-check';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openContext, type ContextFile } from './index.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'peek context '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(name: string, bytes: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function opened(name: string, bytes: string | Uint8Array): Promise<ContextFile> {
  const result = await openContext(await write(name, bytes));
  if (!result.ok) throw new Error(result.error.words);
  return result.value;
}

async function refusal(name: string, bytes: string | Uint8Array) {
  const result = await openContext(await write(name, bytes));
  return result.ok ? null : result.error;
}

const textOf = async (file: ContextFile) => Buffer.from(await file.bytes()).toString('utf8');

describe('opening a context', () => {
  it('measures a UTF-8 text as Python would', async () => {
    const text = 'Zoë said 👋\nand left\n';
    const file = await opened('plain.txt', text);
    expect(await textOf(file)).toBe(text);
    expect({ ...file, chunks: undefined, bytes: undefined }).toEqual({
      name: 'plain.txt',
      format: 'text',
      chars: Array.from(text).length,
      bytesCount: Buffer.byteLength(text),
      lines: 2,
      sha256: createHash('sha256').update(text).digest('hex'),
      encoding: 'UTF-8',
      head: text,
      warnings: [],
    });
  });

  it('counts a last line without its newline', async () => {
    expect((await opened('last.txt', 'a\nb')).lines).toBe(2);
  });

  it('takes the byte order mark off UTF-8', async () => {
    expect(await textOf(await opened('mark.txt', '\ufeffabc'))).toBe('abc');
  });

  it.each([
    ['with a mark', '\ufeff'],
    ['without a mark', ''],
  ])('reads UTF-16 LE and BE %s', async (_title, mark) => {
    const text = `${mark}name\tvalue\nZoë\t12 €\n`.repeat(40);
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const expected = text.slice(mark.length);
    const [le, be] = [await opened('le.txt', little), await opened('be.txt', big)];
    expect([le.encoding, await textOf(le)]).toEqual(['UTF-16 LE', expected]);
    expect([be.encoding, await textOf(be)]).toEqual(['UTF-16 BE', expected]);
  });

  it('reads Latin-1 and says so', async () => {
    const file = await opened('latin.txt', Buffer.from('caf\u00e9 \u00fcber\nna\u00efve\n', 'latin1'));
    expect([file.encoding, await textOf(file)]).toEqual(['ISO-8859-1', 'café über\nnaïve\n']);
    expect(file.warnings.join()).toContain('not UTF-8');
  });

  it('reads the quotes of Windows-1252', async () => {
    const file = await opened('windows.txt', Buffer.from([0x93, 0x68, 0x69, 0x94, 0x20, 0x80, 0x35]));
    expect([file.encoding, await textOf(file)]).toEqual(['Windows-1252', '“hi” €5']);
  });

  it('keeps good UTF-8 when a few bytes of it are damaged', async () => {
    const text = Buffer.concat([Buffer.from('grüße '.repeat(50)), Buffer.from([0xff]), Buffer.from(' ende')]);
    const file = await opened('damaged.txt', text);
    expect(file.encoding).toBe('UTF-8');
    expect(await textOf(file)).toBe(`${'grüße '.repeat(50)}\ufffd ende`);
    expect(file.warnings.join()).toContain('first at byte 400');
  });

  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n\x01\x02\xff\xfe\x00', 'latin1'), 'PDF'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'PNG'],
    ['noise', Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 7_919) % 256)), 'not text'],
  ])('refuses %s by name', async (_title, bytes, words) => {
    const error = await refusal('binary.bin', bytes);
    expect(error?.kind).toBe('binary');
    expect(error?.words).toContain(words);
  });

  it('refuses an empty file, a missing one and a folder without text, each in its own words', async () => {
    await mkdir(join(folder, 'bare'), { recursive: true });
    expect((await refusal('empty.txt', ''))?.kind).toBe('empty');
    expect((await refusal('only-mark.txt', '\ufeff'))?.kind).toBe('empty');
    const missing = await openContext(join(folder, 'nowhere.txt'));
    expect(missing.ok ? null : missing.error.kind).toBe('not-found');
    const bare = await openContext(join(folder, 'bare'));
    expect(bare.ok ? null : bare.error.words).toContain('holds no text files');
  });

  it('says of a file that this user may not read what to do about it', async () => {
    const path = await write('locked.txt', 'hidden');
    await chmod(path, 0);
    await chmod(folder, 0o755);
    const asRoot = process.geteuid?.() === 0;
    // Root may read everything: it is nobody meanwhile.
    if (asRoot) process.seteuid?.(65_534);
    try {
      expect(await openContext(path)).toMatchObject({
        ok: false,
        error: { kind: 'unreadable', words: expect.stringContaining('Change its permissions') as string },
      });
    } finally {
      if (asRoot) process.seteuid?.(0);
    }
  });

  it('joins the text files of a folder in a fixed order, each under its path', async () => {
    const root = join(folder, 'repo');
    await mkdir(join(root, 'src'), { recursive: true });
    await mkdir(join(root, '.git'), { recursive: true });
    await writeFile(join(root, 'b.txt'), 'bee');
    await writeFile(join(root, 'src', 'a.txt'), 'ay\n');
    await writeFile(join(root, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]));
    await writeFile(join(root, '.git', 'config'), 'secret');
    const result = await openContext(root);
    if (!result.ok) throw new Error(result.error.words);
    expect(await textOf(result.value)).toBe('===== b.txt =====\nbee\n===== src/a.txt =====\nay\n');
    expect(result.value.name).toBe('repo');
    expect(result.value.warnings).toEqual([
      '1 files that are not text were left out',
      '1 hidden entries, links and node_modules folders were left out',
    ]);
  });

  it('believes a .json or .jsonl name only when the text bears it out', async () => {
    expect((await opened('a.json', '{"a": [1, 2]}')).format).toBe('json');
    expect((await opened('a.jsonl', '{"a": 1}\n\n{"a": 2}\n')).format).toBe('jsonl');
    const broken = await opened('b.jsonl', '{"a": 1}\n{"a": \n');
    expect(broken.format).toBe('text');
    expect(broken.warnings.join()).toContain('line 2');
  });

  it('gives back any UTF-8 text unchanged, in whatever way it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), async (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
        const file = await opened('any.txt', text);
        expect(await textOf(file)).toBe(text);
        expect(file.chars).toBe(Array.from(text).length);
      }),
      { numRuns: 50 },
    );
  });

  it('reads 60 MB with progress and without holding the process for long', { timeout: 60_000 }, async () => {
    const line = 'ham\tOk lar... Joking wif u oni… caf\u00e9 '.padEnd(99, 'x') + '\n';
    const path = await write('large.tsv', line.repeat(600_000));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const seen: number[] = [];
    const result = await openContext(path, { onProgress: (_words, fraction) => seen.push(fraction ?? -1) });
    clearInterval(timer);
    if (!result.ok) throw new Error(result.error.words);
    expect(result.value.lines).toBe(600_000);
    expect(result.value.chars).toBe(600_000 * Array.from(line).length);
    expect(seen.length).toBeGreaterThan(50);
    // 100 ms is the aim; the bound leaves room for a machine that does other work beside the tests.
    expect(longest).toBeLessThan(400);
  });

  it('stops when it is cancelled', async () => {
    const path = await write('cancel.txt', 'x'.repeat(3_000_000));
    const controller = new AbortController();
    const result = await openContext(path, { signal: controller.signal, onProgress: () => controller.abort() });
    expect(result.ok ? null : result.error.kind).toBe('cancelled');
  });
});
