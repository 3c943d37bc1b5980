import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { anEvent, anIterationEvent, aVersion, created } from '#core/study/testing.ts';
import { createStudyFile, openStudyFile } from './index.ts';
import type { StudyFile } from './index.ts';

let folder = '';
let file: StudyFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek-search-'));
  const result = createStudyFile(join(folder, 'a.peek'));
  if (!result.ok) throw new Error(result.error.words);
  file = result.value;
  file.append([created, aVersion()]);
});
afterEach(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is found once all is indexed; a busy machine takes several turns. */
function found(text: string): readonly (readonly string[])[] {
  while (!file.indexSaid(100)) continue;
  return file.search(text, 10).hits.map((hit) => [hit.kind, hit.before + '|' + hit.match + '|' + hit.after]);
}

describe('search', () => {
  it('finds words in a row, whatever their case and what stands between them, and words begun', () => {
    file.append([
      anEvent('query.added', { queryId: 'q1', text: 'Which of the Support_Tickets are urgent?', truth: null }),
    ]);
    expect(found('support tickets')).toEqual([['query', 'Which of the |Support_Tickets| are urgent?']]);
    expect(found('support tick')).toEqual([['query', 'Which of the |Support_Tick|ets are urgent?']]);
    expect(found('tickets support')).toEqual([]);
    expect(found('upport')).toEqual([]);
  });

  it('finds words that a terminal colour touches', () => {
    file.append([anEvent('query.added', { queryId: 'q1', text: '\u001b[31mred words\u001b[0m here', truth: null })]);
    expect(found('red words')).toEqual([['query', '|red words| here']]);
  });

  it('takes what people type as words, never as a query language', () => {
    file.append([anEvent('query.added', { queryId: 'q1', text: 'a "quoted" NEAR(thing) OR this*', truth: null })]);
    expect(found('"quoted" NEAR(')).toHaveLength(1);
    expect(found('OR this')).toHaveLength(1);
    expect(found('"')).toEqual([]);
    expect(found("'; DROP TABLE events; --")).toEqual([]);
  });

  it('tells code from prose in a reply, and the iteration it stands in', () => {
    const reply = 'I shall count.\n```repl\nprint(count_rows(context))\n```\nThen answer.';
    file.append([anIterationEvent({ reply, number: 3 })]);
    expect(found('count rows')).toMatchObject([['code', expect.stringContaining('|count_rows|') as string]]);
    expect(found('then answer')).toMatchObject([['reply', expect.stringContaining('|Then answer|') as string]]);
    expect(file.search('then answer', 1).hits[0]).toMatchObject({ runId: 'r1', iteration: 3 });
  });

  it('reaches the end of a long output, and the newest comes first', () => {
    const stdout = file.keep(`${'filler '.repeat(40_000)} needle in it`);
    const block = { code: 'x', stdout, stderr: '', shown: 'x' };
    file.append([anIterationEvent({ blocks: [block] })]);
    file.append([anEvent('note.added', { noteId: 'n1', target: { kind: 'study', id: '' }, text: 'a needle, too' })]);
    expect(file.indexSaid(60_000)).toBe(true);
    expect(found('needle').map(([kind]) => kind)).toEqual(['note', 'output']);
  });

  it('is still there after reopening, and goes on where it stood', () => {
    file.append([anEvent('query.added', { queryId: 'q1', text: 'first words', truth: null })]);
    expect(found('first words')).toHaveLength(1);
    file.append([anEvent('query.added', { queryId: 'q2', text: 'second words', truth: null })]);
    file.close();
    const result = openStudyFile(join(folder, 'a.peek'));
    if (!result.ok) throw new Error(result.error.words);
    file = result.value;
    expect(found('words').map(([, words]) => words)).toEqual(['second |words|', 'first |words|']);
  });
});
