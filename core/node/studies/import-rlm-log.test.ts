import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLog, aMetadataLine, anIterationLine, CONTEXT } from '#core/interop/rlm-log/testing.ts';
import { emptyState, reduceAll, verifyLog } from '#core/study/index.ts';
import { hashText, openStudyFile, type StudyFile } from '../store/index.ts';
import { tokenCounter } from '../tokenizer/index.ts';
import { importRlmLog, isRlmLogFile } from './import-rlm-log.ts';
import { readLines } from './read-lines.ts';

const owls = join(import.meta.dirname, '../../../fixtures/rlm-log/owls.jsonl');
const options = { appVersion: '0.0.0', actor: 'user:ann' as const };
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-log-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

function written(name: string, text: string | Uint8Array): string {
  writeFileSync(at(name), text);
  return at(name);
}

async function withStudy<T>(path: string, look: (file: StudyFile) => T | Promise<T>): Promise<T> {
  const opened = openStudyFile(path, { readOnly: true });
  if (!opened.ok) throw new Error(opened.error.words);
  try {
    return await look(opened.value);
  } finally {
    opened.value.close();
  }
}

describe('a study made of a log', () => {
  it('holds its runs at their own times, its context, its model, and checks out', async () => {
    expect(await isRlmLogFile(owls)).toBe(true);
    expect(await importRlmLog(owls, at('owls.peek'), options)).toEqual({
      ok: true,
      value: { completions: 3, lines: 8 },
    });
    await withStudy(at('owls.peek'), async (file) => {
      const events = file.read(0);
      const state = reduceAll(emptyState, events);
      expect([...state.runs.values()].map(({ status, startedAt }) => [status, startedAt.slice(0, 4)])).toEqual([
        ['done', '2026'],
        ['done', '2026'],
        ['interrupted', '2026'],
      ]);
      expect(state).toMatchObject({
        name: 'owls',
        context: { name: 'context of owls.jsonl', chars: 322, lines: 8, format: 'text' },
        settings: { models: { provider: 'openai', preset: 'openai', root: 'acme-large' }, method: { kind: 'none' } },
      });
      expect(Buffer.from(await file.contextBytes()).toString()).toMatch(/^01 May \| tawny owl/);
      expect(verifyLog(events, { counter: tokenCounter, hash: hashText }).differences).toEqual([]);
    });
  });

  it('never takes the address of a server from it, nor more than a run of ours may have', async () => {
    const metadata = aMetadataLine({ backend: '__proto__', max_iterations: 1e9, max_depth: 1e9 });
    const log = written('far.jsonl', aLog(metadata, anIterationLine()));
    expect(await importRlmLog(log, at('far.peek'), options)).toMatchObject({ ok: true });
    await withStudy(at('far.peek'), (file) => {
      const { models, agent } = reduceAll(emptyState, file.read(0)).settings;
      expect(models).toMatchObject({ preset: 'custom', baseUrl: null });
      expect(agent).toMatchObject({ maxIterations: 1_000, maxDepth: 10, python: 'sandbox' });
    });
  });

  it('without any variable in it has an empty context', async () => {
    const log = written('bare.jsonl', aLog(anIterationLine({ code_blocks: [] })));
    expect(await importRlmLog(log, at('bare.peek'), options)).toMatchObject({ ok: true });
    await withStudy(at('bare.peek'), (file) =>
      expect(reduceAll(emptyState, file.read(0)).context).toMatchObject({ name: 'none in bare.jsonl', chars: 0 }),
    );
  });

  it('of a file with a byte order mark and other line ends is the same', async () => {
    const text = aLog(aMetadataLine(), anIterationLine()).replaceAll('\n', '\r\n');
    const log = written('marked.jsonl', `\ufeff${text}`);
    expect(await isRlmLogFile(log)).toBe(true);
    expect(await importRlmLog(log, at('marked.peek'), options)).toMatchObject({ ok: true });
    await withStudy(at('marked.peek'), (file) => {
      const state = reduceAll(emptyState, file.read(0));
      expect(state.context?.head).toBe(CONTEXT);
      expect(state.warnings.map(({ place }) => place)).toEqual(['line 2', 'marked.jsonl']);
    });
  });
});

describe('where no study can be made, none is left, and why is said:', () => {
  const left = () => readdirSync(folder).filter((name) => name.startsWith('no'));
  it.each([
    ['a log without an iteration', aLog(aMetadataLine(), '{"type":'), 'not-a-log'],
    ['an empty file', '', 'not-a-log'],
  ])('%s', async (_name, text, kind) => {
    const log = written('none.jsonl', text);
    expect(await importRlmLog(log, at('none.peek'), options)).toMatchObject({ ok: false, error: { kind } });
    expect(left()).toEqual(['none.jsonl']);
  });

  it('a file that is not there', async () => {
    expect(await isRlmLogFile(at('gone.jsonl'))).toBe(false);
    const error = { kind: 'missing', words: 'There is no file gone.jsonl there (any more).' };
    expect(await importRlmLog(at('gone.jsonl'), at('none.peek'), options)).toEqual({ ok: false, error });
    expect(left()).toEqual(['none.jsonl']);
  });

  it('a study of that name is there already', async () => {
    const before = written('nothing.peek', 'mine');
    expect(await importRlmLog(owls, before, options)).toMatchObject({ ok: false, error: { kind: 'exists' } });
    expect(left()).toEqual(['none.jsonl', 'nothing.peek']);
  });

  it('somebody stopped it', async () => {
    const signal = AbortSignal.abort();
    const stopped = await importRlmLog(owls, at('none.peek'), { ...options, signal });
    expect(stopped).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    expect(left()).toEqual(['none.jsonl', 'nothing.peek']);
  });
});

describe('lines read into one buffer', () => {
  async function read(text: string, most = 10_000_000): Promise<readonly (readonly [number, string | null])[]> {
    const lines: (readonly [number, string | null])[] = [];
    for await (const { bytes, number } of readLines(written('lines.txt', text), most))
      lines.push([number, bytes === null ? null : Buffer.from(bytes).toString()]);
    return lines;
  }

  it('come whole, also across pieces of a megabyte, and the last one without an end too', async () => {
    const long = ['a', 'b'.repeat(3_500_000), '', 'ü'.repeat(1_048_575), 'end'];
    expect(await read(long.join('\n'))).toEqual(long.map((line, index) => [index + 1, line]));
    expect(await read('one\n')).toEqual([[1, 'one']]);
    expect(await read('')).toEqual([]);
  });

  it('that are too long are told as such, without being held, and the next one is whole', async () => {
    const text = `a\n${'b'.repeat(5_000_000)}\nc\n${'d'.repeat(5_000_000)}`;
    expect(await read(text, 1_000_000)).toEqual([
      [1, 'a'],
      [2, null],
      [3, 'c'],
      [4, null],
    ]);
  });
});
