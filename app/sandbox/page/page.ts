// The page that model-written Python runs in: no Node, no network but its own files and long answers, one line to the host.
// It starts the worker that holds the interpreter and stands between the two: what Python says goes to the host, what the
// host answers into memory that the sleeping worker shares.

import { AnswerMemory } from './answer-memory.ts';

/** Longest message passed on: the longest frame of Python's and the raw output that may come along (ours). */
const MAX_SAID_BYTES = 132_000_000;

/** One read of a long answer; the buffer goes to the engine and comes back with each, so that none is left over (ours). */
const READ_BYTES = 512 * 1024;

const memory = new AnswerMemory();
let askedHost = false;

// The line comes as soon as this script has run; the interpreter takes longer to start.
const line = new Promise<MessagePort>((resolve) => {
  addEventListener('message', ({ ports: [port] }) => port && resolve(port), { once: true });
});
void line.then((port) => {
  port.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    // Also what is too long to be held: a worker that is not woken would wait until its time is over.
    hear(data).catch((error: unknown) => die(String(error)));
  });
  port.start();
});

const worker = new Worker(new URL('./python.worker.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (typeof data === 'string') die(data);
  else if (!(data instanceof Uint8Array) || data.length > MAX_SAID_BYTES) die('it said what cannot be taken');
  else if (askedHost) die('it spoke out of turn');
  else {
    askedHost = true;
    void line.then((port) => port.postMessage(data));
  }
});
worker.addEventListener('error', ({ message }) => die(message));
worker.postMessage(memory.buffer);

/** What the host says: its answer, how long the one is that is to be fetched, or after how many it wants an interrupt. */
type Said = Uint8Array | { readonly fetch: number } | { readonly interrupt: number };

async function hear(said: Said): Promise<void> {
  if ('interrupt' in said) {
    memory.interrupt(said.interrupt);
    return;
  }
  if ('fetch' in said) await fetchInto(memory.room(said.fetch));
  else memory.room(said.length).set(said);
  askedHost = false;
  memory.wake('fetch' in said ? said.fetch : said.length);
}

async function fetchInto(room: Uint8Array): Promise<void> {
  const { ok, status, body } = await fetch('/answer');
  if (!ok || body === null) throw new Error(`there was no answer (${status})`);
  const reader = body.getReader({ mode: 'byob' });
  let view = new Uint8Array(READ_BYTES);
  let count = 0;
  for (;;) {
    const { value, done } = await reader.read(view);
    if (done) break;
    room.set(value, count);
    count += value.length;
    view = new Uint8Array(value.buffer);
  }
  if (count !== room.length) throw new Error('the answer was cut off');
}

function die(words: string): void {
  worker.terminate();
  void line.then((port) => port.postMessage(words.slice(0, 1_000)));
}
