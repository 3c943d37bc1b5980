import { resolve } from 'node:path';
import { breathe, type SearchHit, type SearchResult } from '#core/node/index.ts';
import { CliExit } from '../cli-exit.ts';
import { openToRead, withStudy, type PeekVerb, type Tools } from '../tools.ts';
import type { Paint } from '../terminal.ts';

/** Milliseconds of indexing at a time. */
const INDEX_PASS_MS = 100;

export const search: PeekVerb = {
  name: 'search',
  summary: 'find words in everything that was said: queries, replies, code, output, edits, items, answers',
  details: 'Words in a row, whatever their case; the newest first. Exit code 1 when nothing is found.',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'TEXT', required: true, words: 'what to look for' },
  ],
  options: { limit: { type: 'string', value: 'N', words: 'at most this many hits (default: 100)' } },
  examples: ['peek search logs.peek "record format"', 'peek search logs.peek KeyError --json'],
  async run(input, tools) {
    const path = input.argument('STUDY');
    const text = input.argument('TEXT');
    const limit = input.count('limit', 1) ?? 100;
    const looked = await withStudy(openToRead(path, tools), ({ file }) => file.search(text, limit));
    const { hits, complete } = looked.complete ? looked : await indexAndSearch(path, text, limit, tools);
    for (const hit of hits) {
      if (input.flag('json')) tools.terminal.printJson(hit);
      else tools.terminal.print(hitLine(hit, tools.terminal.paint));
    }
    if (!complete) tools.terminal.say('The latest events are not indexed: the study can only be read here.');
    else if (hits.length === 0) tools.terminal.say('nothing found');
    return hits.length === 0 ? 1 : 0;
  },
};

/** What is new is put into the index first, which needs the study to write. */
async function indexAndSearch(path: string, text: string, limit: number, tools: Tools): Promise<SearchResult> {
  const opened = tools.host.studies.open(resolve(path));
  if (!opened.ok) throw new CliExit(2, opened.error.words);
  return withStudy(opened.value, async ({ file }) => {
    while (!file.readOnly && !file.indexSaid(INDEX_PASS_MS)) await breathe();
    return file.search(text, limit);
  });
}

function hitLine(hit: SearchHit, paint: Paint): string {
  const iteration = hit.iteration === null ? null : `iteration ${hit.iteration}`;
  const place = [hit.runId, iteration, hit.itemId, hit.kind].filter((each) => each !== null).join(' · ');
  return `${place}: ${`${hit.before}${paint('yellow', hit.match)}${hit.after}`.replace(/\s+/g, ' ')}`;
}
