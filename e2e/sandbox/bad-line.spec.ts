// What is said out of order on the way from the worker to the page and from the page to the host, by JavaScript that got
// hold of it: the page dies, its block fails in words, the next one goes on in a new page, and the host is unharmed. What
// Python itself can say on the line is among the behaviours of every Python.

import { expect, test } from '@playwright/test';
import { type LaunchedSandbox, launchSandbox } from './launch-sandbox.ts';

let sandbox: LaunchedSandbox;
let beside: number;
/** Jobs to say things in, by how their sub-calls are answered; each goes on in a new page after every case. */
let jobs: { readonly echo: number; readonly never: number };

test.beforeAll(async () => {
  sandbox = await launchSandbox();
  beside = await sandbox.open({ context: 'beside' });
  jobs = {
    echo: await sandbox.open({ context: 'mine' }),
    never: await sandbox.open({ context: 'mine', answers: 'never' }),
  };
});

test.afterAll(async () => {
  expect(await sandbox.run(beside, 'print(context)')).toMatchObject({ stdout: 'beside\n', stateLost: false });
  await sandbox.close();
});

/** Keeps the worker and the line of a page whose Python speaks from now on. */
const HOLD = `{
  globalThis.line = globalThis.worker = undefined;
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...said) {
    globalThis.line = this;
    return postMessage.apply(this, said);
  };
  const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  Object.defineProperty(MessageEvent.prototype, 'data', {
    get() {
      if (this.currentTarget instanceof Worker) globalThis.worker = this.currentTarget;
      return get.call(this);
    },
  });
  undefined;
}`;

/** A frame in its place: no raw outputs, and a message that asks for nothing. */
const FRAME = `(() => {
  const header = new TextEncoder().encode('{"need": [0, 0], "texts": []}');
  return new Uint8Array([...new Array(11).fill(0), header.length, ...header]);
})()`;

/** Has every page keep its line from now on; that of the next job has said by then that it is ready, and says no more. */
async function holdLines(): Promise<void> {
  await sandbox.app.evaluate(() => sandboxHost.warmUp());
  await sandbox.app.evaluate(async ({ webContents }, script) => {
    const pages = webContents.getAllWebContents().filter((page) => page.getURL().startsWith('app://py/'));
    await Promise.all(pages.map((page) => page.executeJavaScript(script)));
  }, HOLD);
}

/** In the page that has spoken since. Nothing is waited for: a page that dies of it does not answer. */
async function say(code: string): Promise<void> {
  const script = `if (globalThis.line) {
    const tell = (data) => worker.dispatchEvent(new MessageEvent('message', { data }));
    ${code};
  }
  undefined`;
  await sandbox.app.evaluate(({ webContents }, said) => {
    for (const page of webContents.getAllWebContents())
      if (page.getURL().startsWith('app://py/')) page.executeJavaScript(said).catch(() => undefined);
  }, script);
}

/** Long enough for what was said to have come across, or for a block to have begun. */
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

const cannotBeTaken = /^its page stopped: it said what cannot be taken$/;
const noMessage = /^it said something that is not part of the protocol$/;
const outOfTurn = /^its page stopped: it spoke out of turn$/;

interface Case {
  readonly name: string;
  readonly says: string;
  readonly words: RegExp;
  /** True where a sub-call is under way, so that the answer is still owed. */
  readonly asking?: boolean;
}

const CASES: readonly Case[] = [
  { name: 'a number on the line', says: 'line.postMessage(42)', words: cannotBeTaken },
  { name: 'nothing on the line', says: 'line.postMessage(null)', words: cannotBeTaken },
  { name: 'an object on the line', says: 'line.postMessage({ length: 100 })', words: cannotBeTaken },
  { name: 'numbers that are no bytes', says: 'line.postMessage(new Int32Array(100))', words: cannotBeTaken },
  { name: 'a buffer instead of bytes', says: 'line.postMessage(new ArrayBuffer(100))', words: cannotBeTaken },
  {
    name: 'a port along with bytes',
    says: `line.postMessage(${FRAME}.slice(0, 7), [new MessageChannel().port1])`,
    words: cannotBeTaken,
  },
  { name: 'fewer bytes than a frame has', says: 'line.postMessage(new Uint8Array(7))', words: cannotBeTaken },
  {
    name: 'more bytes than a frame may have',
    says: 'line.postMessage(new Uint8Array(140_000_000))',
    words: cannotBeTaken,
  },
  {
    name: 'last words as long as a book',
    says: 'line.postMessage("x".repeat(50_000_000))',
    words: /^its page stopped: x{1000}$/,
  },
  { name: 'an empty frame', says: 'line.postMessage(new Uint8Array(8))', words: noMessage },
  { name: 'a frame that is no message', says: 'line.postMessage(new Uint8Array(100))', words: noMessage },
  {
    name: 'raw outputs longer than what was said',
    says: 'line.postMessage(new Uint8Array(8).fill(255))',
    words: noMessage,
  },
  { name: 'a frame while an answer is owed', says: `line.postMessage(${FRAME})`, words: outOfTurn, asking: true },
  { name: 'a number from the worker', says: 'tell(42)', words: cannotBeTaken },
  { name: 'an object from the worker', says: 'tell({ fetch: 10 })', words: cannotBeTaken },
  {
    name: 'more bytes from the worker than a frame may have',
    says: 'tell(new Uint8Array(140_000_000))',
    words: cannotBeTaken,
  },
  { name: 'a frame from the worker while an answer is owed', says: `tell(${FRAME})`, words: outOfTurn, asking: true },
  {
    name: 'an error of the worker',
    says: 'worker.dispatchEvent(new ErrorEvent("error", { message: "it broke" }))',
    words: /^its page stopped: it broke$/,
  },
];

for (const { name, says, words, asking = false } of CASES) {
  test(`the page dies of it and nothing else: ${name}`, async () => {
    const job = asking ? jobs.never : jobs.echo;
    await holdLines();
    await sandbox.run(job, 'x = 1');
    const running = sandbox.run(job, asking ? 'llm_query("x")' : 'import time\ntime.sleep(20)');
    await aMoment();
    await say(says);
    const result = await running;
    expect(result).toMatchObject({ error: { type: 'InterpreterLost' }, limit: null, stateLost: true });
    expect(result.error?.message).toMatch(words);
    expect(result.wallMs).toBeLessThan(10_000);
    expect(await sandbox.run(job, 'print(context)')).toMatchObject({
      stdout: 'mine\n',
      stateLost: true,
      variables: [],
    });
  });
}

test('a page that speaks while nothing is asked of it fails the next block', async () => {
  const job = jobs.echo;
  await holdLines();
  await sandbox.run(job, 'x = 1');
  await say(`line.postMessage(${FRAME})`);
  await aMoment();
  const result = await sandbox.run(job, 'print(x)');
  expect(result).toMatchObject({ stdout: '', error: { type: 'InterpreterLost' }, stateLost: true });
  expect(result.error?.message).toMatch(/spoke out of turn/);
  expect(await sandbox.run(job, 'print(context)')).toMatchObject({ stdout: 'mine\n', stateLost: true });
  expect(await sandbox.run(job, 'print(1)')).toMatchObject({ stdout: '1\n', stateLost: false });
});

test('a page that lets go of its line is ended when the block’s time is over', async () => {
  const job = await sandbox.open({ context: 'mine', limits: { blockTimeoutMs: 1_000 } });
  await holdLines();
  await sandbox.run(job, 'x = 1');
  const running = sandbox.run(job, 'import time\ntime.sleep(20)');
  await aMoment();
  await say('line.close()');
  expect(await running).toMatchObject({ error: { type: 'InterpreterLost' }, limit: 'time', stateLost: true });
  expect(await sandbox.run(job, 'print(context)')).toMatchObject({ stdout: 'mine\n', stateLost: true });
  await sandbox.closeJob(job);
});

test('a page whose process outgrows its limit is ended, and the next block says so', async () => {
  const job = await sandbox.open({ context: 'mine', limits: { memoryMb: 128 } });
  await holdLines();
  await sandbox.run(job, 'x = 1');
  const running = sandbox.run(job, 'import time\ntime.sleep(20)');
  // Memory of the page's own, which the interpreter's limit does not see.
  await say('globalThis.hoard = Array.from({ length: 12 }, () => new Uint8Array(100_000_000).fill(1))');
  expect(await running).toMatchObject({
    error: { type: 'InterpreterLost', message: 'it took more memory than its limit' },
    limit: 'memory',
    stateLost: true,
  });
  expect(await sandbox.run(job, 'print(context)')).toMatchObject({ stdout: 'mine\n', stateLost: true });
  await sandbox.closeJob(job);
});
