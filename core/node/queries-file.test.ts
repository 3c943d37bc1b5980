import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseQueries, readQueriesFile } from './queries-file.ts';

describe('reading queries', () => {
  it('takes each filled line as a query', () => {
    expect(parseQueries('How many?\r\n\r\n  Which one? \n')).toEqual({
      queries: [
        { text: 'How many?', truth: null },
        { text: 'Which one?', truth: null },
      ],
      warnings: [],
    });
  });

  it('takes JSON lines with an optional truth, numbers included', () => {
    expect(
      parseQueries('{"query": "How many?", "truth": 7}\n{"query": "Which?", "truth": "ham"}\n{"query": "Why?"}'),
    ).toEqual({
      queries: [
        { text: 'How many?', truth: '7' },
        { text: 'Which?', truth: 'ham' },
        { text: 'Why?', truth: null },
      ],
      warnings: [],
    });
  });

  it('names every broken line by its number and keeps the others', () => {
    const text = [
      '{"query": "one"}',
      '',
      '{"query": "two"',
      '{"question": "three"}',
      '"four"',
      '{"query": ""}',
      '{"query": "six"}',
    ].join('\n');
    const { queries, warnings } = parseQueries(text);
    expect(queries.map((query) => query.text)).toEqual(['one', 'six']);
    expect(warnings.map((warning) => warning.line)).toEqual([3, 4, 5, 6]);
    expect(warnings[0]?.words).toContain('line 3 is not valid JSON');
    expect(warnings[1]?.words).toContain('no "query"; its keys are question');
  });

  it('sees JSON lines even when the first of them is the broken one', () => {
    const { queries, warnings } = parseQueries('query: one\n{"query": "two"}');
    expect(queries.map((query) => query.text)).toEqual(['two']);
    expect(warnings.map((warning) => warning.line)).toEqual([1]);
  });

  it('takes a JSON array of objects as well', () => {
    expect(parseQueries('[{"query": "one"},\n {"query": "two", "truth": true}]').queries).toEqual([
      { text: 'one', truth: null },
      { text: 'two', truth: 'true' },
    ]);
  });

  it('reads back any list of queries written as JSON lines', () => {
    const query = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(fc.array(query, { minLength: 1 }), (texts) => {
        const file = texts.map((text) => JSON.stringify({ query: text })).join('\n');
        expect(parseQueries(file).queries.map(({ text }) => text)).toEqual(texts.map((text) => text.trim()));
      }),
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        const { queries, warnings } = parseQueries(text);
        expect(queries.every((query) => query.text !== '')).toBe(true);
        expect(queries.length + warnings.length > 0).toBe(text.trim() !== '');
      }),
    );
  });
});

describe('reading a queries file', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'peek-queries-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('reads UTF-16 as well and refuses missing, empty and binary files', async () => {
    const path = join(folder, 'queries.txt');
    await writeFile(path, Buffer.from('\ufeffWie viele?\nWelche?\n', 'utf16le'));
    const read = await readQueriesFile(path);
    expect(read.ok && read.value.queries.map(({ text }) => text)).toEqual(['Wie viele?', 'Welche?']);
    await writeFile(path, '\n \n');
    const blank = await readQueriesFile(path);
    expect(!blank.ok && blank.error.kind).toBe('empty');
    await writeFile(path, Buffer.from([0x1f, 0x8b, 0, 0, 1]));
    const binary = await readQueriesFile(path);
    expect(!binary.ok && binary.error.kind).toBe('binary');
    const missing = await readQueriesFile(join(folder, 'none.txt'));
    expect(!missing.ok && missing.error.kind).toBe('not-found');
  });
});
