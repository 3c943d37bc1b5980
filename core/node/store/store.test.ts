import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { diffStates, emptyState, reduceAll, StorageFailure } from '#core/study/index.ts';
import { anEvent, aVersion, created } from '#core/study/testing.ts';
import { createStudyFile, openStudyFile } from './index.ts';
import { createTables } from './schema.ts';
import { studyFileOn } from './study-file.ts';
import type { StudyFile } from './study-file.ts';
import { decodeText, encodeText, hashText } from './texts.ts';
import { CANNOT_LOSE, loseFile } from '../testing/index.ts';
import { openElsewhere } from './testing/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const query = (queryId: string) => anEvent('query.added', { queryId, text: 'What?', truth: null });

function made(): StudyFile {
  const file = newFile();
  file.append([created, aVersion()]);
  return file;
}

/** An event that cannot be stored. */
function unreadable() {
  const event = anEvent('note.removed', { noteId: 'n1' });
  return Object.defineProperty(event, 'payload', {
    get(): never {
      throw new Error('unreadable');
    },
  });
}

/** With nothing in it yet. */
function newFile(): StudyFile {
  const result = createStudyFile(join(folder, 'a.peek'));
  if (!result.ok) throw new Error(result.error.words);
  return result.value;
}

function opened(name = 'a.peek'): StudyFile {
  const result = openStudyFile(join(folder, name));
  if (!result.ok) throw new Error(result.error.words);
  return result.value;
}

/** Root becomes nobody, who has to reach this repository: in root's own folder nobody does. */
const canRunAsNobody =
  process.getuid?.() === 0 && spawnSync('ls', [import.meta.dirname], { uid: 65_534, gid: 65_534 }).status === 0;

describe('a study file', () => {
  const giveWay: readonly (readonly [what: string, happens: (path: string) => void, words: RegExp])[] = [
    ['is damaged', spoil, /^a\.peek is damaged: parts of it cannot be read/],
    ['goes away with its drive', loseFile, /^a\.peek cannot be reached: the drive it lies on does not answer/],
  ];
  it.for(giveWay)(
    'that %s while it is open says so in words wherever it is read',
    async ([, happens, words], context) => {
      if (happens === loseFile && CANNOT_LOSE !== null) return context.skip(CANNOT_LOSE);
      const file = newFile();
      file.putContext(new TextEncoder().encode('one\n'));
      file.append([created, aVersion()]);
      const text = Array.from({ length: 4_000 }, (_, n) => `word ${n} of a long text`).join(' ');
      const ref = file.keep(text);
      if (typeof ref === 'string') throw new Error('the text is short');
      file.append(Array.from({ length: 2_000 }, (_, n) => query(`q${n}`)));
      file.keyframes?.put(diffStates(emptyState, reduceAll(emptyState, file.read(0))));
      file.close();
      const again = opened();
      happens(again.path);
      const readings: Readonly<Record<string, () => unknown>> = {
        read: () => again.read(0),
        readRun: () => again.readRun('r1'),
        text: () => again.text(ref),
        contextBytes: () => again.contextBytes(),
        keyframes: () => again.keyframes?.read(0, 9_999),
        search: () => again.search('word', { limit: 9 }),
        indexSaid: () => again.indexSaid(10),
      };
      for (const [name, reading] of Object.entries(readings)) {
        const told: unknown = await Promise.resolve()
          .then(reading)
          .catch((error: unknown) => error);
        expect(told, name).toBeInstanceOf(StorageFailure);
        expect(told, name).toMatchObject({ message: expect.stringMatching(words) as string });
      }
      again.close();
    },
  );

  it('whose context lacks a part says which file is damaged', async () => {
    const file = newFile();
    file.putContext(new TextEncoder().encode('one\n'));
    file.append([created, aVersion()]);
    file.close();
    const db = new DatabaseSync(join(folder, 'a.peek'));
    db.exec("UPDATE context SET bytes = 'no bytes'");
    db.close();
    const again = opened();
    await expect(again.contextBytes()).rejects.toThrow(/^a\.peek is damaged: a part of its context is missing/);
    again.close();
  });

  it('whose text cannot be unpacked says that it is damaged', () => {
    const file = made();
    const ref = file.keep('word '.repeat(4_000));
    if (typeof ref === 'string') throw new Error('the text is short');
    file.append([anEvent('query.added', { queryId: 'q1', text: ref, truth: null })]);
    file.close();
    const db = new DatabaseSync(join(folder, 'a.peek'));
    db.exec("UPDATE texts SET bytes = x'ffff'");
    db.close();
    const again = opened();
    expect(() => again.text(ref)).toThrow(/^a\.peek is damaged/);
    again.close();
  });

  it('tells what went wrong in a change, not what went wrong in taking it back', () => {
    const path = join(folder, 'a.peek');
    const db = new DatabaseSync(path);
    createTables(db);
    const file = studyFileOn({ path, db, readOnlyWords: null, release: () => undefined });
    file.append([created, aVersion()]);
    const exec = db.exec.bind(db);
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const value = (sql: string) => {
      exec(sql);
      if (sql === 'ROLLBACK') throw new Error('nothing can be taken back');
    };
    Object.defineProperty(db, 'exec', { value });
    expect(() => file.append([query('q1'), unreadable()])).toThrow(/unreadable/);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('nothing can be taken back')]]);
    warn.mockRestore();
    file.close();
  });

  it('gives back what was appended, in order and with its places, after closing and opening', () => {
    const file = made();
    const appended = [...file.read(0), ...file.append([query('q1'), query('q2')])];
    file.close();
    const again = opened();
    expect(again.read(0)).toEqual(appended);
    expect(again.read(1, 2)).toEqual(appended.slice(1, 3));
    expect(again.readOnly).toBe(false);
    again.close();
  });

  it('is one file when it is closed', () => {
    const file = made();
    file.append([query('q1')]);
    file.close();
    expect(readdirSync(folder)).toEqual(['a.peek']);
  });

  it('reads the events of one run alone', () => {
    const file = made();
    file.append([anEvent('run.interrupted', { runId: 'r1', stage: 'agent' })]);
    file.append([anEvent('run.interrupted', { runId: 'r2', stage: 'agent' }), query('q1')]);
    expect(file.readRun('r2').map((event) => event.seq)).toEqual([4]);
    file.close();
  });

  it('stores a long text once and reads it whole or in part', () => {
    const file = made();
    const long = 'abcdefghij'.repeat(5_000);
    const ref = file.keep(long);
    if (typeof ref === 'string') throw new Error('expected a reference');
    expect(file.text(ref)).toBe(long);
    file.append([anEvent('query.added', { queryId: 'q1', text: ref, truth: null })]);
    file.append([anEvent('query.added', { queryId: 'q2', text: file.keep(long), truth: null })]);
    file.close();
    const again = opened();
    expect(again.text(ref)).toBe(long);
    expect(again.text(ref, 12, 15)).toBe('cde');
    again.close();
    const db = new DatabaseSync(join(folder, 'a.peek'));
    expect(db.prepare('SELECT count(*) AS n FROM texts').get()).toMatchObject({ n: 1 });
    db.close();
  });

  it('keeps any text exactly, lone surrogates and NULs included', () => {
    const anyText = fc.string({ unit: 'binary', maxLength: 6_000 });
    const lone = fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 3_000 })
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(anyText, lone), fc.integer({ min: 1, max: 3 }), (text, times) => {
        const repeated = text.repeat(times);
        const { encoding, bytes } = encodeText(repeated);
        expect(decodeText(encoding, bytes)).toBe(repeated);
        expect(hashText(repeated)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  it('keeps the context in pieces and reads it whole', async () => {
    const file = newFile();
    file.putContext(new TextEncoder().encode('one\n'));
    file.putContext(new TextEncoder().encode('two\n'));
    file.append([created, aVersion()]);
    file.close();
    const again = opened();
    expect(new TextDecoder().decode(await again.contextBytes())).toBe('one\ntwo\n');
    again.close();
  });

  it('stores all of an append or nothing', () => {
    const file = made();
    expect(() => file.append([query('q1'), unreadable()])).toThrow();
    expect(file.read(2)).toEqual([]);
    expect(file.append([query('q1')]).map((event) => event.seq)).toEqual([3]);
    file.close();
  });
});

describe('opening', () => {
  it.each<[string, () => unknown, string]>([
    ['nothing there', () => undefined, 'missing'],
    ['a folder', () => mkdirSync(join(folder, 'a.peek')), 'not-a-study'],
    ['an empty file', () => writeFileSync(join(folder, 'a.peek'), ''), 'not-a-study'],
    ['some text', () => writeFileSync(join(folder, 'a.peek'), 'hello '.repeat(1_000)), 'not-a-study'],
    [
      'another database',
      () => {
        const db = new DatabaseSync(join(folder, 'a.peek'));
        db.exec('CREATE TABLE t (x)');
        db.close();
      },
      'not-a-study',
    ],
    [
      'a study that is cut off',
      () => {
        made().close();
        truncateSync(join(folder, 'a.peek'), 9_000);
      },
      'truncated',
    ],
    [
      'a study of a newer format',
      () => {
        made().close();
        const db = new DatabaseSync(join(folder, 'a.peek'));
        db.exec('PRAGMA user_version = 99');
        db.close();
      },
      'newer-version',
    ],
    [
      'a study whose making was cut off',
      () => {
        const db = new DatabaseSync(join(folder, 'a.peek'));
        createTables(db);
        db.close();
      },
      'unfinished',
    ],
    [
      'a study with rubbish in it',
      () => {
        made().close();
        spoil(join(folder, 'a.peek'));
      },
      'damaged',
    ],
  ])('%s is refused in words', (_what, prepare, kind) => {
    prepare();
    const result = openStudyFile(join(folder, 'a.peek'));
    expect(result).toMatchObject({ ok: false, error: { kind } });
    expect(!result.ok && result.error.words).toMatch(/a\.peek/);
  });

  it('never writes over a file when creating', () => {
    made().close();
    expect(createStudyFile(join(folder, 'a.peek'))).toMatchObject({ ok: false, error: { kind: 'exists' } });
    expect(createStudyFile(join(folder, 'no', 'a.peek'))).toMatchObject({ ok: false, error: { kind: 'missing' } });
  });

  it('reads along, and says who holds it, while another process writes', async () => {
    made().close();
    const other = await openElsewhere(join(folder, 'a.peek'));
    expect(other.said).toMatchObject({ readOnlyWords: null });
    const file = opened();
    expect(file.readOnlyWords).toMatch(`another Peek on this computer (process ${other.pid ?? 0})`);
    expect(file.read(0)).toHaveLength(2);
    expect(() => file.append([query('q1')])).toThrow(StorageFailure);
    file.close();
    await other.end();
    const free = opened();
    expect(free.readOnlyWords).toBeNull();
    free.close();
  });

  it('writes again at once after the other process was killed', async () => {
    made().close();
    const other = await openElsewhere(join(folder, 'a.peek'));
    await other.kill();
    const file = opened();
    expect(file.readOnlyWords).toBeNull();
    expect(file.append([query('q1')]).map((event) => event.seq)).toEqual([3]);
    file.close();
    expect(readdirSync(folder)).toEqual(['a.peek']);
  });

  it('holds off a second writer in the same process, too', () => {
    const file = made();
    const second = opened();
    expect(second.readOnlyWords).toMatch(/This study is open in/);
    file.append([query('q1')]);
    expect(second.read(2)).toHaveLength(1);
    file.close();
    second.close();
    expect(readdirSync(folder)).toEqual(['a.peek']);
  });

  it.skipIf(!canRunAsNobody)('reads a study in a folder where it may not write', async () => {
    made().close();
    chmodSync(folder, 0o555);
    chmodSync(join(folder, 'a.peek'), 0o444);
    const other = await openElsewhere(join(folder, 'a.peek'), { asNobody: true });
    expect(other.said).toMatchObject({ readOnlyWords: expect.stringMatching(/may not be written/) as string });
    await other.end();
    expect(readdirSync(folder)).toEqual(['a.peek']);
  });
});

describe.skipIf(spawnSync('cc', ['--version']).status !== 0)('on a drive that cannot lock files', () => {
  const library = join(tmpdir(), `peek-no-locks-${process.pid}.so`);
  beforeAll(() => {
    const source = join(import.meta.dirname, 'testing', 'no-locks.c');
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl']);
  });
  afterAll(() => rmSync(library, { force: true }));

  // ENOLCK, which SQLite takes for a lock that is held; ENOTSUP, which it does not.
  it.each(['37', '95'])('a study is read, with words why, and nothing is left beside it (error %s)', async (number) => {
    made().close();
    const env = { NO_LOCKS_ERRNO: number };
    const other = await openElsewhere(join(folder, 'a.peek'), { preload: library, env });
    expect(other.said).toMatchObject({
      readOnlyWords: expect.stringMatching(/cannot lock files/) as string,
      events: 2,
    });
    await other.end();
    expect(readdirSync(folder)).toEqual(['a.peek']);
  });

  it('no study is made', async () => {
    const other = await openElsewhere(join(folder, 'new.peek'), { preload: library });
    expect(other.said).toMatchObject({
      kind: 'no-locks',
      words: expect.stringMatching(/choose a folder on another disk/) as string,
    });
    await other.end();
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('while a study is open', () => {
  it('a full disk is told in words and loses nothing', () => {
    const path = join(folder, 'a.peek');
    const db = new DatabaseSync(path);
    createTables(db);
    const file = studyFileOn({ path, db, readOnlyWords: null, release: () => undefined });
    file.append([created, aVersion()]);
    db.exec('PRAGMA max_page_count = 14');
    const text = file.keep('x'.repeat(60_000).replace(/x/g, () => Math.random().toString(36).slice(2, 12)));
    const large = anEvent('query.added', { queryId: 'q1', text, truth: null });
    expect(() => file.append([large])).toThrow(/The disk is full. Nothing of a.peek is lost/);
    expect(file.read(0)).toHaveLength(2);
    db.exec('PRAGMA max_page_count = 1000000');
    file.append([large]);
    file.close();
    const again = opened();
    expect(again.read(2)).toHaveLength(1);
    again.close();
  });

  it('a file that was moved away takes no further events, and says so', () => {
    const file = made();
    renameSync(join(folder, 'a.peek'), join(folder, 'b.peek'));
    expect(() => file.append([query('q1')])).toThrow(/moved or deleted/);
    renameSync(join(folder, 'b.peek'), join(folder, 'a.peek'));
    expect(file.append([query('q1')])).toHaveLength(1);
    file.close();
  });
});

/** Fills all but the first page with rubbish. */
function spoil(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0x5a, 4_096);
  writeFileSync(path, bytes);
}
