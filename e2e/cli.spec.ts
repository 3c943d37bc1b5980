// The command line in the real Electron, without a display: the same engine, the same files, the promised output.
import { expect, test } from '@playwright/test';
import { readFile, writeFile, truncate } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { peekFolder, type PeekFolder } from './run-peek.ts';

const messages = [
  ['ham', 'Will you call me when you are home?'],
  ['spam', 'URGENT! Call 0900 now and win a prize'],
  ['ham', 'See you at seven'],
  ['ham', 'Ok, I will call later'],
  ['spam', 'Free entry in our weekly draw, text WIN'],
  ['ham', 'Lunch tomorrow?'],
] as const;
const context = Array.from({ length: 40 }, () => messages)
  .flat()
  .map(([label, text]) => `${label}\t${text}`)
  .join('\n');
const queries = [
  '{"query": "How many messages are spam?", "truth": "80"}',
  '{"query": "Which label is more common?", "truth": "ham"}',
];

interface Summary {
  context: { name: string; chars: number; sha256: string };
  method: string;
  pythonSandboxed: boolean;
  budgetTokens: number;
  frozen: boolean;
  queries: {
    text: string;
    truth: string | null;
    answer: string | null;
    status: string;
    iterations: number;
    versionId: string | null;
  }[];
  versions: {
    id: string;
    parentId: string | null;
    cause: string;
    tokens: number;
    hash: string;
    items: { id: string; content: string; pinned: boolean }[];
  }[];
}

// Each test starts several processes; on a busy machine each of them takes seconds.
test.setTimeout(300_000);

let folder: PeekFolder;
test.beforeEach(async () => {
  folder = await peekFolder();
  await writeFile(folder.file('messages.tsv'), context);
  await writeFile(folder.file('queries.jsonl'), queries.join('\n'));
});
test.afterEach(() => folder.remove());

async function runStudy(...more: string[]): Promise<void> {
  const ended = await folder.run(
    'run',
    '--context',
    'messages.tsv',
    '--queries',
    'queries.jsonl',
    '--model',
    'offline',
    '--study',
    's.peek',
    ...more,
  );
  expect(ended.code, ended.stderr).toBe(0);
}

async function show(): Promise<Summary> {
  const ended = await folder.run('show', 's.peek', '--json');
  expect(ended.code, ended.stderr).toBe(0);
  return JSON.parse(ended.stdout) as Summary;
}

test('runs queries over a text, answers right, keeps the map within budget and shows all of it as one object', async () => {
  await runStudy();
  const summary = await show();
  expect(Object.keys(summary)).toEqual([
    'context',
    'method',
    'pythonSandboxed',
    'budgetTokens',
    'frozen',
    'queries',
    'versions',
  ]);
  expect(summary.context).toEqual({
    name: 'messages.tsv',
    chars: context.length,
    sha256: createHash('sha256').update(context).digest('hex'),
  });
  expect(summary.queries.map(({ status, truth }) => [status, truth])).toEqual([
    ['done', '80'],
    ['done', 'ham'],
  ]);
  expect(summary.queries[0]?.answer).toContain('80');
  expect(summary.queries[1]?.answer).toContain('ham');
  expect(summary.versions[0]).toMatchObject({ id: 'v0', parentId: null, cause: 'created', items: [] });
  expect(summary.versions.length).toBe(3);
  for (const version of summary.versions) expect(version.tokens).toBeLessThanOrEqual(summary.budgetTokens);
  expect(summary.versions.at(-1)?.items.length).toBeGreaterThan(0);
});

test('prints each event as one JSON line and nothing else on stdout', async () => {
  const ended = await folder.run(
    'run',
    '--context',
    'messages.tsv',
    '--query',
    'How many messages are spam?',
    '--study',
    's.peek',
    '--json',
  );
  expect(ended.code).toBe(0);
  const events = ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { seq: number; type: string });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1));
  const types = new Set(events.map(({ type }) => type));
  for (const type of [
    'study.created',
    'query.added',
    'run.started',
    'iteration.finished',
    'distiller.spoke',
    'version.committed',
  ]) {
    expect(types).toContain(type);
  }
});

test('the same texts and queries give the same maps', async () => {
  await runStudy();
  const first = await show();
  await folder.run('run', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--study', 't.peek');
  const second = JSON.parse((await folder.run('show', 't.peek', '--json')).stdout) as Summary;
  expect(second.versions.map(({ hash }) => hash)).toEqual(first.versions.map(({ hash }) => hash));
});

test('steers the map: pin, edit, freeze, step, rollback, branch, undo', async () => {
  await runStudy('--until', '1');
  const item = (await show()).versions.at(-1)?.items[0];
  expect(item).toBeDefined();
  const id = item?.id ?? '';
  expect((await folder.run('pin', 's.peek', id)).code).toBe(0);
  expect((await folder.run('edit', 's.peek', id, 'Edited by hand.', '--reason', 'a test')).code).toBe(0);
  expect((await folder.run('freeze', 's.peek')).code).toBe(0);
  const frozen = await show();
  expect(frozen.frozen).toBe(true);
  expect(frozen.versions.at(-1)?.items.find((each) => each.id === id)).toMatchObject({
    content: 'Edited by hand.',
    pinned: true,
  });
  expect((await folder.run('step', 's.peek')).code).toBe(0);
  const stepped = await show();
  expect(stepped.queries[1]?.status).toBe('done');
  expect(stepped.versions.length).toBe(frozen.versions.length);
  expect((await folder.run('branch', 's.peek', 'early', '--at', 'v0')).code).toBe(0);
  expect((await folder.run('branch', 's.peek', '--switch', 'main')).code).toBe(0);
  expect((await folder.run('rollback', 's.peek', 'v0')).code).toBe(0);
  const branches = JSON.parse((await folder.run('branch', 's.peek', '--json')).stdout) as {
    name: string;
    head: string;
  }[];
  expect(branches.find(({ name }) => name === 'main')?.head).toBe('v0');
  expect((await folder.run('edit', 's.peek', '--undo')).code).toBe(0);
  const after = JSON.parse((await folder.run('branch', 's.peek', '--json')).stdout) as { name: string; head: string }[];
  expect(after.find(({ name }) => name === 'main')?.head).toBe(frozen.versions.at(-1)?.id);
});

test('holds edits for review, shows them, and goes on once they are decided', async () => {
  await runStudy('--review-edits');
  const waiting = await show();
  expect(waiting.queries[0]?.status).toBe('review');
  const pending = JSON.parse((await folder.run('review', 's.peek', '--json')).stdout) as {
    edits: { editId: string }[];
  };
  expect(pending.edits.length).toBeGreaterThan(0);
  const first = pending.edits[0]?.editId ?? '';
  expect((await folder.run('review', 's.peek', '--refuse', first, '--accept', 'all')).code).toBe(0);
  expect((await show()).queries[0]?.status).toBe('done');
});

test('Ctrl+C stops cleanly, and the run goes on later', async () => {
  const ended = await folder.start(
    ['run', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--study', 's.peek', '--json'],
    (line, child) => {
      if (line.includes('"type":"run.started"')) child.kill('SIGINT');
    },
  );
  expect(ended.code).toBe(130);
  const stopped = await show();
  expect(['stopped', 'done']).toContain(stopped.queries[0]?.status);
  expect((await folder.run('run', 's.peek')).code).toBe(0);
  expect((await show()).queries.map(({ status }) => status)).toEqual(['done', 'done']);
});

test('a study that was killed in the middle of a run opens as interrupted and goes on', async () => {
  const args = ['run', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--study', 's.peek', '--json'];
  await folder.start(args, (line) => {
    // The process that writes the study says in it who it is; only that one is ended.
    if (line.includes('"type":"iteration.finished"')) folder.killWriter('s.peek');
  });
  expect((await show()).queries[0]?.status).toBe('running');
  expect((await folder.run('run', 's.peek')).code).toBe(0);
  expect((await show()).queries.map(({ status }) => status)).toEqual(['done', 'done']);
  const events = (await folder.run('log', 's.peek', '--json')).stdout.trimEnd().split('\n');
  expect(events.some((line) => line.includes('"type":"run.interrupted"'))).toBe(true);
});

const badInputs: readonly (readonly [
  string,
  (folder: PeekFolder) => readonly string[] | Promise<readonly string[]>,
  RegExp,
])[] = [
  [
    'a missing context',
    () => ['run', '--context', 'nowhere.txt', '--query', 'x', '--study', 's.peek'],
    /no file .*nowhere\.txt/,
  ],
  [
    'an empty context',
    async (at) => {
      await writeFile(at.file('empty.txt'), '');
      return ['run', '--context', 'empty.txt', '--query', 'x', '--study', 's.peek'];
    },
    /empty\.txt is empty/,
  ],
  [
    'a binary context',
    async (at) => {
      await writeFile(at.file('picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
      return ['run', '--context', 'picture.png', '--query', 'x', '--study', 's.peek'];
    },
    /PNG image/,
  ],
  [
    'a queries file with a broken line',
    async (at) => {
      await writeFile(at.file('broken.jsonl'), '{"query": "one"}\n{"query": "two"\n');
      return ['run', '--context', 'messages.tsv', '--queries', 'broken.jsonl', '--study', 's.peek'];
    },
    /line 2 is not valid JSON/,
  ],
  ['a study that is not there', () => ['show', 'nothing.peek'], /nothing\.peek/],
  [
    'a file that is no study',
    async (at) => {
      await writeFile(at.file('fake.peek'), 'hello '.repeat(50));
      return ['show', 'fake.peek'];
    },
    /not a Peek study/,
  ],
  ['an unknown verb', () => ['fly'], /no verb "fly"/],
  ['an unknown option', () => ['run', '--fast'], /--fast/],
  ['no queries', () => ['run', '--context', 'messages.tsv', '--study', 's.peek'], /no queries/],
];
for (const [title, prepare, words] of badInputs) {
  test(`${title}: exit code 2, a clear message, nothing on stdout`, async () => {
    const ended = await folder.run(...(await prepare(folder)));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(words);
    expect(ended.stdout).toBe('');
  });
}

test('a study that was cut off is named as such', async () => {
  await runStudy();
  const whole = await readFile(folder.file('s.peek'));
  await truncate(folder.file('s.peek'), Math.floor(whole.length / 2));
  const ended = await folder.run('show', 's.peek');
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/cut off|damaged/);
});

test('a study is never made over another', async () => {
  await runStudy();
  const before = await readFile(folder.file('s.peek'));
  const ended = await folder.run('run', '--context', 'messages.tsv', '--query', 'x', '--study', 's.peek');
  expect(ended.code).toBe(2);
  expect(ended.stderr).toContain('already there');
  expect((await readFile(folder.file('s.peek'))).equals(before)).toBe(true);
});

test('a server that is not there fails the run with words, and the run can be resumed', async () => {
  const ended = await folder.run(
    ...['run', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--study', 's.peek'],
    ...['--model', 'm', '--base-url', 'http://127.0.0.1:18999/v1', '--timeout-seconds', '5'],
  );
  expect(ended.code).toBe(1);
  expect(ended.stdout + ended.stderr).toMatch(/127\.0\.0\.1:18999/);
  expect((await folder.run('run', 's.peek', '--model', 'offline')).code).toBe(0);
  expect((await show()).queries.map(({ status }) => status)).toEqual(['done', 'done']);
});

test('looks, checks and exports without a model: diff, log, search, verify, what-if, export, import, doctor', async () => {
  await runStudy();
  const json = async (...args: string[]): Promise<unknown> => JSON.parse((await folder.run(...args)).stdout);
  expect(await json('diff', 's.peek', 'v0', 'v1', '--json')).toMatchObject({ removed: [], changed: [] });
  expect(
    (await folder.run('log', 's.peek', '--json', '--type', 'run.completed')).stdout.trim().split('\n').length,
  ).toBe(2);
  const found = await folder.run('search', 's.peek', 'messages', '--json');
  expect([found.code, JSON.parse(found.stdout.split('\n').at(-2) ?? '')]).toMatchObject([0, { kind: 'query' }]);
  expect((await folder.run('search', 's.peek', 'unheardof')).code).toBe(1);
  expect(await json('verify', 's.peek', '--json')).toMatchObject({ versions: 3, differences: [] });
  expect(await json('doctor', 's.peek', '--json')).toMatchObject({ name: 'file', ok: true });
  const tighter = (await json('what-if', 's.peek', '--budget', '150', '--json')) as { rows: { tokens: number }[] };
  for (const { tokens } of tighter.rows) expect(tokens).toBeLessThanOrEqual(150);
  expect((await folder.run('export', 's.peek', '--format', 'json', '--out', 'map.json')).code).toBe(0);
  expect(await folder.run('export', 's.peek', '--out', './s.peek')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot take the place of its own study'),
  });
  const prompt = await folder.run('export', 's.peek', '--format', 'prompt');
  expect(prompt.stdout.startsWith('## CONTEXT ROADMAP')).toBe(true);
  const spans = async () => (await folder.run('export', 's.peek', '--format', 'otel')).stdout;
  const written = await spans();
  expect(await spans()).toBe(written);
  expect(JSON.parse(written)).toMatchObject({
    resourceSpans: [{ scopeSpans: [{ scope: { name: 'peek' }, spans: expect.any(Array) as unknown[] }] }],
  });
  expect(written).toContain('"name":"create_memory"');
  await folder.run('new', 'other.peek', '--context', 'messages.tsv', '--query', 'x');
  expect(await json('import', 'other.peek', 'map.json', '--json')).toMatchObject({ warnings: [] });
  expect((await folder.run('export', 'other.peek', '--format', 'markdown')).stdout).toContain('Context map of other');
});

test('makes a study of a log of the RLM library, says what is odd in it, and refuses one in the place of a study', async () => {
  const log = join(import.meta.dirname, '..', 'fixtures', 'rlm-log', 'owls.jsonl');
  const made = await folder.run('import', 'owls.peek', log);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/owls\.peek: 3 queries, 2 answered\n$/)]);
  expect(made.stderr).toContain('line 8: It is not JSON');
  expect((await folder.run('show', 'owls.peek')).stdout).toContain('Where were jays seen?');
  expect(JSON.parse((await folder.run('verify', 'owls.peek', '--json')).stdout)).toMatchObject({ differences: [] });
  expect(await folder.run('import', 'owls.peek', log)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('owls.peek is already there'),
  });
  expect(await folder.run('import', log, 'owls.peek')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The study comes first'),
  });
});

test('notes on anything, leave-one-out on a side branch with its cost shown first, previews that change nothing', async () => {
  await runStudy();
  const { versions } = await show();
  const id = versions.find(({ items }) => items.length > 0)?.items[0]?.id ?? '';
  expect((await folder.run('note', 's.peek', id, 'check this one')).code).toBe(0);
  expect((await folder.run('note', 's.peek', 'r1/1', 'it looked at the head first')).code).toBe(0);
  expect((await folder.run('note', 's.peek', '2', 'asked twice?')).stdout).toContain('query q2');
  expect((await folder.run('note', 's.peek', 'v1', '')).code).toBe(1);
  expect((await folder.run('note', 's.peek', '--remove', 'n3')).code).toBe(0);
  const notes = (await folder.run('note', 's.peek', '--json')).stdout.trim().split('\n');
  expect(notes.map((line) => (JSON.parse(line) as { target: { id: string } }).target.id)).toEqual([id, 'r1/1']);
  const exported = JSON.parse((await folder.run('export', 's.peek')).stdout) as { notes: { text: string }[] };
  expect(exported.notes.map(({ text }) => text)).toEqual(['check this one', 'it looked at the head first']);

  const preview = await folder.run('rollback', 's.peek', 'v0', '--preview');
  expect([preview.code, preview.stderr]).toEqual([0, expect.stringContaining('nothing was changed')]);
  const before = (await folder.run('branch', 's.peek', '--json')).stdout;
  const plan = await folder.run('leave-one-out', 's.peek', id, '--plan');
  expect([plan.code, plan.stdout]).toEqual([
    0,
    expect.stringMatching(/As recorded it takes \d+ model calls, \d+ tokens, \$/),
  ]);
  const done = await folder.run('leave-one-out', 's.peek', id, '--query', '2');
  expect([done.code, done.stdout]).toEqual([
    0,
    expect.stringMatching(/q2 {2}with .*\n {4}without .*iterations · \d+ tokens/),
  ]);
  const after = (await folder.run('branch', 's.peek', '--json')).stdout.trim().split('\n');
  expect(after.join('\n')).toContain(`without-${id}`);
  expect(after.length).toBeGreaterThanOrEqual(before.trim().split('\n').length);
  expect((await folder.run('verify', 's.peek')).code).toBe(0);
});

test('ends quietly, with the study brought to rest, when nobody reads on', async () => {
  const args = ['run', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--study', 's.peek'];
  const ended = await folder.start(args, (_line, child) => child.stdout?.destroy());
  expect(ended.code).toBe(141);
  expect(ended.stderr).not.toContain('EPIPE');
  expect((await show()).queries[0]?.status).toBe('stopped');
});

test('UTF-16 and Latin-1 contexts are read as text', async () => {
  await writeFile(folder.file('wide.txt'), Buffer.from(`\ufeff${context}`, 'utf16le'));
  expect((await folder.run('new', 'wide.peek', '--context', 'wide.txt')).code).toBe(0);
  await writeFile(folder.file('latin.txt'), Buffer.from('caf\u00e9\n'.repeat(50), 'latin1'));
  const latin = await folder.run('new', 'latin.peek', '--context', 'latin.txt');
  expect(latin.code).toBe(0);
  expect(latin.stderr).toContain('ISO-8859-1');
});
