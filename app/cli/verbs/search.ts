import type { SearchHit } from '#core/study/index.ts';
import { openToRead, withStudy, type PeekVerb } from '../tools.ts';
import type { Paint } from '../terminal.ts';

export const search: PeekVerb = {
  name: 'search',
  summary: 'find words in everything that was said: queries, replies, code, output, edits, items, answers',
  details:
    'The text as it stands, parts of words and signs too, whatever its case; the newest first. Exit code 1 when nothing is found.',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'TEXT', required: true, words: 'what to look for' },
  ],
  options: { limit: { type: 'string', value: 'N', words: 'at most this many hits (default: 100)' } },
  examples: ['peek search logs.peek "record format"', 'peek search logs.peek KeyError --json'],
  async run(input, tools) {
    const text = input.argument('TEXT');
    const limit = input.count('limit', 1) ?? 100;
    const { hits } = await withStudy(openToRead(input.argument('STUDY'), tools), ({ file }) =>
      file.search(text, { limit }),
    );
    for (const hit of hits) {
      if (input.flag('json')) tools.terminal.printJson(hit);
      else tools.terminal.print(hitLine(hit, tools.terminal.paint));
    }
    if (hits.length === 0) tools.terminal.say('nothing found');
    return hits.length === 0 ? 1 : 0;
  },
};

function hitLine(hit: SearchHit, paint: Paint): string {
  const iteration = hit.iteration === null ? null : `iteration ${hit.iteration}`;
  const place = [hit.runId ?? hit.queryId ?? hit.noteId, iteration, hit.callId, hit.itemId, hit.kind];
  const words = place.filter((each) => each !== null).join(' · ');
  return `${words}: ${`${hit.before}${paint('yellow', hit.match)}${hit.after}`.replace(/\s+/g, ' ')}`;
}
