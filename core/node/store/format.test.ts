import { DatabaseSync } from '@photostructure/sqlite';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyState, REDUCER_VERSION, reduceAll, stateText } from '#core/study/index.ts';
import { hashText, openStudyFile } from './index.ts';
import type { StudyFile } from './index.ts';
import { NO_SMALL_DISK, smallDisk } from '../testing/index.ts';
import { APPLICATION_ID } from './schema.ts';

/** Written by the first Peek that wrote study files; never made anew. */
const FORMAT_1 = join(import.meta.dirname, 'testing', 'format-1.peek');

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-format-'));
  path = join(folder, 'old.peek');
  copyFileSync(FORMAT_1, path);
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function opened(options = {}): StudyFile {
  const result = openStudyFile(path, options);
  if (!result.ok) throw new Error(result.error.words);
  return result.value;
}

it('a file whose making was cut off before it had its tables is named so, and nothing is made of it', () => {
  rmSync(path);
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; VACUUM`);
  db.close();
  const before = readFileSync(path);
  for (const readOnly of [true, false]) {
    expect(openStudyFile(path, { readOnly })).toMatchObject({ ok: false, error: { kind: 'unfinished' } });
  }
  expect([readdirSync(folder), readFileSync(path).equals(before)]).toEqual([['old.peek'], true]);
});

describe('a study of format 1', () => {
  it('is brought up after a copy of it is kept as it was', () => {
    const file = opened();
    expect(file.backupName).toBe('old (format 1).peek');
    file.close();
    expect(readFileSync(join(folder, 'old (format 1).peek'))).toEqual(readFileSync(FORMAT_1));
    const again = opened();
    expect(again.backupName).toBeNull();
    again.close();
    expect(readdirSync(folder).sort()).toEqual(['old (format 1).peek', 'old.peek']);
  });

  it('has every event read by today’s schemas', () => {
    const file = opened();
    const state = reduceAll(emptyState, file.read(0));
    file.close();
    expect(state.warnings).toEqual([]);
    expect(state.runs.get('r1')).toMatchObject({
      status: 'done',
      versionId: 'v1',
      iterations: [
        { number: 1, answer: null },
        { number: 2, answer: null },
      ],
      proposed: { edits: [{ candidateId: null }, { candidateId: null }, { candidateId: null }] },
    });
    expect(state.versions.get('v2')?.map).toMatchObject({
      headers: 'all',
      items: [{ id: 'cr-00001' }, { id: 'ps-00001', pin: { by: 'ann' } }],
    });
    expect([...state.branches.keys()]).toEqual(['main', 'try']);
    expect(state.notes).toHaveLength(1);
    expect(state.activeRunId).toBe('r2');
  });

  it('is read and searched, and left as it is, where it may only be read', async () => {
    const file = opened({ readOnly: true });
    expect(file.read(0).every((event) => event.type !== 'unknown')).toBe(true);
    const { hits, before } = await file.search('more common', { limit: 5 });
    expect(hits).toMatchObject([{ kind: 'query', seq: 4, match: 'more common' }]);
    expect(before).toBeNull();
    file.close();
    expect(readFileSync(path)).toEqual(readFileSync(FORMAT_1));
    expect(readdirSync(folder)).toEqual(['old.peek']);
  });

  it('is indexed once it is brought up', async () => {
    const file = opened();
    while (!file.indexSaid(100)) continue;
    const { ahead } = await file.search('more common', { limit: 5, forMs: 0 });
    expect(ahead).toMatchObject([{ kind: 'query', seq: 4, match: 'more common', before: 'Which label is ' }]);
    file.close();
  });
});

it('keyframes are thrown away whenever the reducer gives something else', () => {
  const file = opened();
  const told = hashText(stateText(reduceAll(emptyState, file.read(0))));
  file.close();
  // If this fails because the reducer or the state was changed: raise REDUCER_VERSION and put both numbers here.
  expect([REDUCER_VERSION, told.slice(0, 16)]).toEqual([7, 'a6407481be9ab0a4']);
});

describe('looking a study over', () => {
  it('finds nothing wrong with a sound one but what the first Peek recorded carelessly', async () => {
    const file = opened();
    const report = await file.check();
    file.close();
    // Its context's hash was a placeholder.
    expect(report.problems).toEqual([expect.stringMatching(/^context: its SHA-256/) as string]);
    expect(report).toMatchObject({ events: 23, texts: 2, warnings: [] });
  });

  it.each([
    ['a missing event', 'DELETE FROM events WHERE seq = 5', /events 5 to 5 are missing/],
    ['a missing text', 'DELETE FROM texts WHERE id = 1', /text [0-9a-f]{12}… is missing/],
    ['a changed text', "UPDATE texts SET bytes = x'00', encoding = 'utf8' WHERE id = 1", /not what it was/],
  ])('finds %s', async (_what, sql, words) => {
    opened().close();
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    const file = opened();
    const report = await file.check();
    file.close();
    expect(report.problems.some((problem) => words.test(problem))).toBe(true);
  });

  it('warns of events that this Peek does not know, and keeps them', async () => {
    opened().close();
    const db = new DatabaseSync(path);
    db.exec("UPDATE events SET type = 'map.sung' WHERE type = 'note.added'");
    db.close();
    const file = opened();
    const report = await file.check();
    expect(report.warnings).toEqual([expect.stringMatching(/map\.sung/) as string]);
    expect(reduceAll(emptyState, file.read(0)).warnings).toHaveLength(1);
    file.close();
  });
});

describe('a copy', () => {
  it('holds the whole study, also when the file itself was deleted while open', () => {
    const file = opened();
    const events = file.read(0);
    rmSync(path);
    const copy = join(folder, 'copy.peek');
    expect(file.saveCopy(copy)).toEqual({ ok: true, value: null });
    expect(file.saveCopy(copy)).toMatchObject({ ok: false, error: { kind: 'exists' } });
    file.close();
    const again = openStudyFile(copy);
    if (!again.ok) throw new Error(again.error.words);
    expect(again.value.read(0)).toEqual(events);
    again.value.close();
  });

  it('that finds no room leaves nothing of itself', (test) => {
    const disk = smallDisk(16_384);
    if (disk === null) return test.skip(NO_SMALL_DISK);
    try {
      const file = opened();
      expect(file.saveCopy(join(disk.path, 'copy.peek'))).toMatchObject({ ok: false, error: { kind: 'disk-full' } });
      file.close();
      expect(readdirSync(disk.path)).toEqual([]);
    } finally {
      disk.remove();
    }
  });

  it('of an old study that finds no room stops the bringing up, and leaves nothing but the old study', (test) => {
    const before = readFileSync(FORMAT_1);
    const disk = smallDisk(Math.ceil(before.length / 4_096) * 4_096 + 40_960);
    if (disk === null) return test.skip(NO_SMALL_DISK);
    try {
      path = join(disk.path, 'old.peek');
      copyFileSync(FORMAT_1, path);
      expect(openStudyFile(path)).toMatchObject({ ok: false, error: { kind: 'disk-full' } });
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(readdirSync(disk.path)).toEqual(['old.peek']);
    } finally {
      disk.remove();
    }
  });
});
