// Replaying from the command line: the real program, its Python page and a study file; no model is called.
import { expect, test } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { peekFolder, type PeekFolder } from './run-peek.ts';

interface Replayed {
  equal: boolean;
  firstDifference: { words: string } | null;
  calls: { recorded: number; replayed: number; madeAnew: number; refused: number };
  versions: { versionId: string; recorded: string; rederived: string | null }[];
}

const context = Array.from({ length: 60 }, (_, n) => `${n % 3 === 0 ? 'spam' : 'ham'}\tmessage number ${n}`).join('\n');
const queries = ['{"query": "How many messages are spam?"}', '{"query": "Which label is more common?"}'];

let folder: PeekFolder;
test.beforeEach(async () => {
  folder = await peekFolder();
  await writeFile(folder.file('messages.tsv'), context);
  await writeFile(folder.file('queries.jsonl'), queries.join('\n'));
  const asked = ['--context', 'messages.tsv', '--queries', 'queries.jsonl', '--model', 'offline', '--study', 'a.peek'];
  const ended = await folder.run('run', ...asked);
  expect(ended.code, ended.stderr).toBe(0);
});
test.afterEach(() => folder.remove());

test('a study comes again from its own recording with equal hashes and no call', async () => {
  const edited = await folder.run('pin', 'a.peek', 'cr-00001');
  expect(edited.code, edited.stderr).toBe(0);
  const ended = await folder.run('replay', 'a.peek', '--json');
  expect(ended.code, ended.stderr).toBe(0);
  const result = JSON.parse(ended.stdout) as Replayed;
  expect(result).toMatchObject({ equal: true, firstDifference: null, calls: { madeAnew: 0, refused: 0 } });
  expect(result.calls.replayed).toBe(result.calls.recorded);
  expect(result.versions.length).toBeGreaterThan(2);
  for (const { recorded, rederived } of result.versions) expect(rederived).toBe(recorded);
});

test('under another budget it stops at the first call that was not recorded, or makes it anew by choice', async () => {
  const refused = await folder.run('replay', 'a.peek', '--budget', '300');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is not in the recording');
  const anew = await folder.run(
    'replay',
    'a.peek',
    '--budget',
    '300',
    '--unmatched',
    'call',
    '--out',
    'b.peek',
    '--json',
  );
  expect(anew.code, anew.stderr).toBe(0);
  const result = JSON.parse(anew.stdout) as Replayed;
  expect(result.calls.madeAnew).toBeGreaterThan(0);
  const calls = await folder.run('log', 'b.peek', '--json', '--type', 'call.finished');
  expect(calls.stdout).toContain('"origin":"replayed"');
  expect(calls.stdout).toContain('"origin":"offline"');
});
