// The page that model-written Python runs in: no preload, no Node, no network but its own job's routes. It starts the
// worker that holds the interpreter and passes two things on: an interrupt from the host, the worker's death to the host.

/** The worker writes here what the host may read: shared, since the worker itself is busy with Python. */
const interrupt = new Int32Array(new SharedArrayBuffer(4));
const SIGINT = 2;

const worker = new Worker(new URL('./python.worker.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', (event: MessageEvent<unknown>) => reportDeath(String(event.data)));
worker.addEventListener('error', (event) => reportDeath(event.message));
worker.postMessage(interrupt.buffer);

/** Called by the host through executeJavaScript. */
function interruptPython(): void {
  Atomics.store(interrupt, 0, SIGINT);
  Atomics.notify(interrupt, 0);
}
Object.assign(globalThis, { interruptPython });

function reportDeath(words: string): void {
  void fetch('/died', { method: 'POST', body: words.slice(0, 1_000) });
}
