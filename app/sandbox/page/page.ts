// The page that model-written Python runs in: no preload, no Node, no network but its own job's routes. It starts the
// worker that holds the interpreter and passes three things on: an interrupt from the host, the worker's death to the host,
// and the bytes of the context, which it reads into memory of the worker's so that none of them is left to be collected.

/** After which answer the host wants Python interrupted, 0 for not: shared, since a worker busy with Python hears nothing. */
const interrupt = new Int32Array(new SharedArrayBuffer(4));
/** One read of a body; the buffer goes to the engine and comes back with each (ours). */
const READ_BYTES = 512 * 1024;

const worker = new Worker(new URL('./python.worker.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', (event: MessageEvent<string | Errand>) => {
  if (typeof event.data === 'string') reportDeath(event.data);
  else void run(event.data);
});
worker.addEventListener('error', (event) => reportDeath(event.message));
worker.postMessage(interrupt.buffer);

/** The worker sleeps until the first number of `into` is the answer's length, or -1 for none; the bytes follow it. */
interface Errand {
  readonly ask: Uint8Array<ArrayBuffer>;
  readonly into: SharedArrayBuffer;
}

async function run({ ask, into }: Errand): Promise<void> {
  const length = new Int32Array(into, 0, 1);
  const count = await answerInto(ask, new Uint8Array(into, length.byteLength)).catch(() => -1);
  Atomics.store(length, 0, count);
  Atomics.notify(length, 0);
}

async function answerInto(ask: Uint8Array<ArrayBuffer>, room: Uint8Array): Promise<number> {
  const { ok, body } = await fetch('/talk', { method: 'POST', body: ask });
  if (!ok || body === null) return -1;
  const reader = body.getReader({ mode: 'byob' });
  let view = new Uint8Array(READ_BYTES);
  let count = 0;
  for (;;) {
    const { value, done } = await reader.read(view);
    if (done) return count;
    room.set(value, count);
    count += value.length;
    view = new Uint8Array(value.buffer);
  }
}

/** Called by the host through executeJavaScript. `turn` says after how many answers, so that none hits what comes later. */
function interruptPython(turn: number): void {
  Atomics.store(interrupt, 0, turn);
  Atomics.notify(interrupt, 0);
}
Object.assign(globalThis, { interruptPython });

function reportDeath(words: string): void {
  void fetch('/died', { method: 'POST', body: words.slice(0, 1_000) });
}
