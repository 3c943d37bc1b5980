import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { createNativePython, createStudies, openContext, tokenCounter, type OpenStudy } from '#core/node/index.ts';
import { NO_SMALL_DISK, smallDisk } from '#core/node/testing/index.ts';
import { ok } from '#core/result.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { createReplays, type ReplayRequest } from './replays.ts';

const count = tokenCounter('o200k_base');
const { method, agent } = DEFAULT_SETTINGS;
const settings = {
  ...DEFAULT_SETTINGS,
  method: { ...method, budgetTokens: 300 },
  agent: { ...agent, python: 'native' as const },
};

let folder: string;
let study: OpenStudy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peek-replays-'));
  const text = join(folder, 'log.txt');
  writeFileSync(
    text,
    Array.from({ length: 300 }, (_, at) => `2026-01-0${1 + (at % 9)} | user${at % 7} | ok\n`).join(''),
  );
  const context = await openContext(text);
  if (!context.ok) throw new Error(context.error.words);
  const studies = createStudies({
    appVersion: 'test',
    python: () => createNativePython(),
    model: () => createOfflineModel({ count, now: () => performance.now() }),
  });
  const queries = ['How many lines are there?', 'How many lines name user3?'].map((each) => ({
    text: each,
    truth: null,
  }));
  const wanted = {
    name: 'recorded',
    label: null,
    settings,
    context: context.value,
    queries,
    actor: 'user:ann' as const,
  };
  const made = await studies.create(join(folder, 'recorded.peek'), wanted);
  if (!made.ok) throw new Error(made.error.words);
  study = made.value;
  await study.engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
});

afterAll(async () => {
  await study.close();
  rmSync(folder, { recursive: true, force: true });
});

function aRequest(path: string, onProgress: ReplayRequest['onProgress'] = () => undefined): ReplayRequest {
  return {
    handle: 'h',
    study,
    wanted: { kind: 'changed', settings, unmatched: 'refuse', keep: true },
    appVersion: 'test',
    choosePath: () => Promise.resolve(ok(path)),
    onProgress,
    onAsked: () => undefined,
  };
}

describe('a replay that is kept where a file was', () => {
  it('takes its place once it is whole', async () => {
    const place = mkdtempSync(join(folder, 'whole-'));
    const path = join(place, 'old.peek');
    writeFileSync(path, 'old');
    const replays = createReplays();
    const done = await replays.start(aRequest(path));
    expect(done).toMatchObject({ ok: true, value: { fileName: 'old.peek', stopped: null } });
    expect(replays.keptPath('h')).toBe(path);
    expect(readFileSync(path, 'latin1')).toMatch(/^SQLite/);
    expect(readdirSync(place)).toEqual(['old.peek']);
  });

  it.for([
    [120_000, 'old'],
    [240_000, 'old'],
    [240_000, null],
  ] as const)(
    'leaves all as it was when a disk of %i bytes (on it: %s) is full before its end',
    async ([bytes, old], test) => {
      const disk = smallDisk(bytes);
      if (disk === null) return test.skip(NO_SMALL_DISK);
      try {
        const path = join(disk.path, 'old.peek');
        if (old !== null) writeFileSync(path, old);
        const replays = createReplays();
        const done = await replays.start(aRequest(path));
        const words = expect.stringMatching(/disk is full/) as string;
        expect(done).toMatchObject({ ok: false, error: { kind: 'storage', words } });
        expect(replays.keptPath('h')).toBeNull();
        expect(readdirSync(disk.path)).toEqual(old === null ? [] : ['old.peek']);
        if (old !== null) expect(readFileSync(path, 'utf8')).toBe(old);
      } finally {
        disk.remove();
      }
    },
  );

  it('leaves it as it was when it is stopped', async () => {
    const place = mkdtempSync(join(folder, 'stopped-'));
    const path = join(place, 'old.peek');
    writeFileSync(path, 'old');
    const replays = createReplays();
    const done = await replays.start(aRequest(path, () => replays.stop('h')));
    expect(done).toMatchObject({
      ok: true,
      value: { fileName: null, stopped: expect.stringMatching(/[Ss]topped/) as string },
    });
    expect(readFileSync(path, 'utf8')).toBe('old');
    expect(readdirSync(place)).toEqual(['old.peek']);
  });
});
