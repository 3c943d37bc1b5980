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

/** What is found in the whole study. */
async function found(text: string): Promise<readonly (readonly string[])[]> {
  const { hits, before } = await file.search(text, { limit: 10 });
  expect(before).toBeNull();
  return hits.map((hit) => [hit.kind, hit.before + '|' + hit.match + '|' + hit.after]);
}

function addQuery(text: string, queryId = 'q1'): void {
  file.append([anEvent('query.added', { queryId, text, truth: null })]);
}

describe('search', () => {
  it('finds words in a row, whatever their case and what stands between them, and parts of words', async () => {
    addQuery('Which of the Support_Tickets are urgent?');
    expect(await found('support tickets')).toEqual([['query', 'Which of the |Support_Tickets| are urgent?']]);
    expect(await found('support tick')).toEqual([['query', 'Which of the |Support_Tick|ets are urgent?']]);
    expect(await found('tickets support')).toEqual([]);
    expect(await found('upport')).toEqual([['query', 'Which of the S|upport|_Tickets are urgent?']]);
  });

  it('finds words that a terminal colour touches', async () => {
    addQuery('\u001b[31mred words\u001b[0m here');
    expect(await found('red words')).toEqual([['query', '|red words| here']]);
  });

  it('takes what people type as it stands, never as a query language', async () => {
    addQuery('a "quoted" NEAR(thing) OR this*');
    expect(await found('"quoted" NEAR(')).toHaveLength(1);
    expect(await found('OR this')).toHaveLength(1);
    expect(await found('"')).toHaveLength(1);
    expect(await found("'; DROP TABLE events; --")).toEqual([]);
  });

  it('tells code from prose in a reply, and the iteration it stands in', async () => {
    const reply = 'I shall count.\n```repl\nprint(count_rows(context))\n```\nThen answer.';
    file.append([anIterationEvent({ reply, number: 3 })]);
    expect(await found('count rows')).toMatchObject([['code', expect.stringContaining('|count_rows|') as string]]);
    expect(await found('then answer')).toMatchObject([['reply', expect.stringContaining('|Then answer|') as string]]);
    const { hits } = await file.search('then answer', { limit: 1 });
    expect(hits[0]).toMatchObject({ runId: 'r1', iteration: 3 });
  });

  it('reaches the end of a long output, and the newest comes first', async () => {
    const stdout = file.keep(`${'filler '.repeat(40_000)} needle in it`);
    const block = { code: 'x', stdout, stderr: '', shown: 'x' };
    file.append([anIterationEvent({ blocks: [block] })]);
    file.append([anEvent('note.added', { noteId: 'n1', target: { kind: 'study', id: '' }, text: 'a needle, too' })]);
    expect((await found('needle')).map(([kind]) => kind)).toEqual(['note', 'output']);
    expect((await file.search('needle', { limit: 1 })).hits).toMatchObject([{ kind: 'note', noteId: 'n1' }]);
  });

  it('finds what was said a moment ago, after reopening too', async () => {
    addQuery('first words');
    expect(await found('first words')).toHaveLength(1);
    addQuery('second words', 'q2');
    file.close();
    const result = openStudyFile(join(folder, 'a.peek'));
    if (!result.ok) throw new Error(result.error.words);
    file = result.value;
    expect((await found('words')).map(([, words]) => words)).toEqual(['second |words|', 'first |words|']);
  });
});

describe('a search that has not the time for the whole study', () => {
  beforeEach(() => {
    for (let n = 1; n <= 60; n += 1) addQuery(n === 20 ? 'a => rare_word' : `query ${n}`, `q${n}`);
    while (!file.indexSaid(100)) continue;
  });

  it('names by the index what it has not come to yet, and goes on where it stood until it has seen all', async () => {
    const first = await file.search('rare', { limit: 10, forMs: 0 });
    expect(first).toMatchObject({ hits: [], ahead: [{ queryId: 'q20', match: 'rare' }] });
    const seen: number[] = [];
    let step = await file.search('=>', { limit: 10, forMs: 0 });
    expect(step.ahead).toEqual([]);
    while (step.before !== null) {
      seen.push(step.before);
      step = await file.search('=>', { limit: 10, forMs: 0, before: step.before });
      if (step.hits.length > 0) break;
    }
    expect(step.hits).toMatchObject([{ queryId: 'q20' }]);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  it('names nothing by the index that is not as it is looked for', async () => {
    expect(await file.search('rare-word', { limit: 10, forMs: 0 })).toMatchObject({ ahead: [] });
    expect(await file.search('rare word', { limit: 10, forMs: 0 })).toMatchObject({ ahead: [{ match: 'rare_word' }] });
  });
});
