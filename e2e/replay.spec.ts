// Replaying from the command line: the real program, its Python page and a study file; no model is called.
import { expect, test } from '@playwright/test';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startModelServer } from './model-server.ts';
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
/** One that was run once; each test has a copy. */
let original: PeekFolder;
test.beforeAll(async () => {
  original = await peekFolder();
  await writeFile(original.file('messages.tsv'), context);
  await writeFile(original.file('queries.jsonl'), queries.join('\n'));
  const asked = ['--context', 'messages.tsv', '--queries', 'queries.jsonl', '--model', 'offline', '--study', 'a.peek'];
  const ended = await original.run('run', ...asked);
  expect(ended.code, ended.stderr).toBe(0);
});
test.afterAll(() => original.remove());
test.beforeEach(async () => {
  folder = await peekFolder();
  for (const name of ['messages.tsv', 'a.peek']) await copyFile(original.file(name), folder.file(name));
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

interface Changed {
  calls: { replayed: number; madeAnew: number; refused: number };
  firstUnmatched: { role: string; why: string; recordedCallId: string | null } | null;
  stopped: string | null;
}

test('where asked about, a call is made anew for a y on stdin and refused for anything else', async () => {
  const ask = ['replay', 'a.peek', '--budget', '300', '--unmatched', 'ask', '--json'];
  const yes = await folder.runWith('y\n'.repeat(40), ...ask);
  expect(yes.code, yes.stderr).toBe(0);
  expect(yes.stderr).toContain('Make this call anew? [y/N]');
  const made = JSON.parse(yes.stdout) as Changed;
  expect(made.calls).toMatchObject({ refused: 0 });
  expect(made.calls.madeAnew).toBeGreaterThan(1);
  const one = await folder.runWith('y\nn\n', ...ask);
  expect(one.code, one.stderr).toBe(1);
  const refused = JSON.parse(one.stdout) as Changed;
  expect(refused.calls).toMatchObject({ madeAnew: 1, refused: 1 });
  expect(refused.firstUnmatched?.why).toContain(`the next one there is ${refused.firstUnmatched?.recordedCallId}`);
  const nobody = await folder.run(...ask);
  expect(nobody.code).toBe(1);
});

test('a trimmed cassette holds no word of the context and replays the study', async () => {
  const written = await folder.run('export', 'a.peek', '--format', 'cassette', '--trimmed', '--out', 'a.cassette.json');
  expect(written.code, written.stderr).toBe(0);
  const text = await readFile(folder.file('a.cassette.json'), 'utf8');
  expect(text).not.toContain('message number 17');
  const again = await folder.run('replay', 'a.peek', '--cassette', 'a.cassette.json', '--json');
  expect(again.code, again.stderr).toBe(0);
  expect(JSON.parse(again.stdout)).toMatchObject({ equal: true, calls: { madeAnew: 0, refused: 0 } });
  const cassette = JSON.parse(text) as { calls: unknown[] };
  await writeFile(folder.file('short.json'), JSON.stringify({ ...cassette, calls: cassette.calls.slice(0, 1) }));
  const short = await folder.run('replay', 'a.peek', '--cassette', 'short.json', '--json');
  expect(short.code).toBe(1);
  expect((JSON.parse(short.stdout) as Replayed).firstDifference?.words).toContain('holds no further');
});

test('under another prompt the first call that differs is named, with the place and exit code 1', async () => {
  const changed = await folder.run('replay', 'a.peek', '--settings', 'missing.json');
  expect(changed.code).toBe(2);
  await writeFile(folder.file('prompt.json'), JSON.stringify({ method: { prompts: { distiller: 'Say nothing.' } } }));
  const prompted = await folder.run('replay', 'a.peek', '--settings', 'prompt.json', '--json');
  expect(prompted.code).toBe(1);
  const result = JSON.parse(prompted.stdout) as Changed;
  expect(result.firstUnmatched).toMatchObject({ role: 'distiller' });
  expect(result.firstUnmatched?.why).toContain('message 1 (system) differs at character 1');
});

test('the demo that opens first comes again from its own recording, whole', async () => {
  const demo = join(import.meta.dirname, '..', 'fixtures', 'hand-played', 'hand-played.peek');
  const ended = await folder.run('replay', demo, '--json');
  expect(ended.code, ended.stderr).toBe(0);
  const result = JSON.parse(ended.stdout) as Replayed;
  expect(result).toMatchObject({ equal: true, calls: { recorded: 49, replayed: 49, madeAnew: 0, refused: 0 } });
});

test('eight queries that a server answered over HTTP come again with equal hashes once the server is gone', async () => {
  const asked = [
    'How many messages are there?',
    'How many messages are spam?',
    'How many messages are ham?',
    'Which label is more common?',
    'Which label is least common?',
    'How many ham messages mention the word "number"?',
    'List the labels.',
    'Are there more spam or ham messages?',
  ];
  await writeFile(folder.file('eight.txt'), asked.join('\n'));
  const server = await startModelServer();
  try {
    const remote = ['--model', 'gpt-5-mini', '--base-url', server.baseUrl];
    const ended = await folder.run(
      ...['run', '--context', 'messages.tsv', '--queries', 'eight.txt', '--study', 'remote.peek', ...remote],
    );
    expect(ended.code, ended.stderr).toBe(0);
  } finally {
    await server.close();
  }
  const recorded = await folder.run('log', 'remote.peek', '--json', '--type', 'run.completed');
  expect(recorded.stdout.trim().split('\n')).toHaveLength(asked.length);
  const again = await folder.run('replay', 'remote.peek', '--json');
  expect(again.code, again.stderr).toBe(0);
  const result = JSON.parse(again.stdout) as Replayed;
  expect(result).toMatchObject({ equal: true, firstDifference: null, calls: { madeAnew: 0, refused: 0 } });
  expect(result.calls.replayed).toBe(result.calls.recorded);
  for (const { recorded: before, rederived } of result.versions) expect(rederived).toBe(before);
});

test('answers are judged and items measured beside the runs, and that comes again in a replay', async () => {
  const judged = await folder.run('judge', 'b.peek');
  expect(judged.code).toBe(2);
  await folder.run('add', 'a.peek', 'How many messages are there?', '--truth', '60');
  const stepped = await folder.run('step', 'a.peek');
  expect(stepped.code, stepped.stderr).toBe(0);
  const verdicts = await folder.run('judge', 'a.peek', '--json');
  expect(verdicts.code, verdicts.stderr).toBe(0);
  expect(verdicts.stdout).toContain('By rule');
  const near = await folder.run('near', 'a.peek');
  expect(near.code, near.stderr).toBe(0);
  expect(near.stdout).toMatch(/^0\.\d\d {2}\w\w-\d{5}/);
  const shown = await folder.run('show', 'a.peek', '--json');
  expect(shown.stdout).toMatch(/"judged":\s*\{/);
  const again = await folder.run('replay', 'a.peek', '--json');
  expect(again.code, again.stderr).toBe(0);
});
