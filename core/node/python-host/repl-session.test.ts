import { describe, expect, test } from 'vitest';
import type { PythonJob } from '#core/agents/index.ts';
import { BEHAVIOUR_LIMITS, echoFunctions } from '#core/agents/repl/testing/index.ts';
import { err, ok } from '#core/result.ts';
import { IncomingQueue, type InterpreterLink, type StartInterpreter } from './interpreter-link.ts';
import { openReplSession } from './repl-session.ts';

const never = new AbortController().signal;

function aJob(bytes: PythonJob['context']['bytes']): PythonJob {
  return {
    context: { name: 'data.txt', format: 'text', bytes },
    functions: echoFunctions,
    limits: BEHAVIOUR_LIMITS,
    protocol: 'final',
  };
}

/** A payload of Python's: a header, and its texts one after the other. */
function said(header: object, texts: readonly string[] = []): Uint8Array {
  const json = Buffer.from(JSON.stringify({ ...header, texts: texts.map((text) => Buffer.byteLength(text)) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  return Buffer.concat([length, json, Buffer.from(texts.join(''))]);
}

const fallsOver = (incoming: IncomingQueue) =>
  incoming.push({ kind: 'gone', gone: { kind: 'crashed', words: 'it fell over' } });

/** Interpreters that open any context and do this when a block is to run. `alive` counts those not ended yet. */
function frailPython(onRun = fallsOver) {
  let alive = 0;
  let ended = 0;
  const start: StartInterpreter = () => {
    alive++;
    const incoming = new IncomingQueue();
    let over = false;
    const link: InterpreterLink = {
      next: () => incoming.next(),
      send(payload) {
        const { op } = JSON.parse(Buffer.from(payload).toString()) as { readonly op?: string };
        if (op === 'open') incoming.push({ kind: 'frame', payload: said({ opened: { type: 'str' } }) });
        else if (op === 'run') onRun(incoming);
      },
      takeRawOutput: () => Promise.resolve({ stdout: '', stderr: '' }),
      interrupt: () => Promise.resolve(),
      kill() {
        if (!over) {
          alive--;
          ended++;
        }
        over = true;
        return Promise.resolve();
      },
    };
    return Promise.resolve(ok(link));
  };
  return { start, alive: () => alive, ended: () => ended };
}

test('an interpreter that is lost while it waits for a model fails its block at once, and the model is let go', async () => {
  const asks = said({ ask: { kind: 'llm', model: null } }, ['how many?']);
  const python = frailPython((incoming) => {
    incoming.push({ kind: 'frame', payload: asks });
    setTimeout(fallsOver, 20, incoming);
  });
  const asked: { readonly prompts: readonly string[]; readonly signal: AbortSignal }[] = [];
  const job: PythonJob = {
    ...aJob(() => Promise.resolve(new Uint8Array())),
    functions: {
      ...echoFunctions,
      llmQuery(prompts, _model, signal) {
        asked.push({ prompts, signal });
        return new Promise(() => undefined);
      },
    },
  };
  const opened = await openReplSession('native', python.start, job, never);
  if (!opened.ok) throw new Error(opened.error.words);
  expect(await opened.value.run('llm_query("how many?")', never)).toMatchObject({
    error: { type: 'InterpreterLost', message: 'it fell over' },
    limit: null,
    stateLost: true,
  });
  expect(asked.map(({ prompts, signal }) => [prompts, signal.aborted])).toEqual([[['how many?'], true]]);
});

test('whoever stops a run does not wait for an interpreter that starts, and it is ended when it comes', async () => {
  const python = frailPython();
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  const stop = new AbortController();
  const opening = openReplSession(
    'native',
    (limits, signal) => held.then(() => python.start(limits, signal)),
    aJob(() => Promise.resolve(new Uint8Array())),
    stop.signal,
  );
  stop.abort();
  expect(await opening).toMatchObject({ error: { kind: 'cancelled' } });
  go();
  await expect.poll(python.ended).toBe(1);
  expect(python.alive()).toBe(0);
});

describe('a context that cannot be read', () => {
  const words = 'data.txt could not be read. a.peek is damaged.';

  test('is told in words, and no interpreter is left behind', async () => {
    const python = frailPython();
    const unreadable = aJob(() => Promise.reject(new Error('a.peek is damaged.')));
    expect(await openReplSession('native', python.start, unreadable, never)).toEqual(
      err({ kind: 'context-unreadable', words }),
    );
    expect(python.alive()).toBe(0);
  });

  test('is no news once the run is stopped', async () => {
    const python = frailPython();
    const stop = new AbortController();
    const unreadable = aJob(() => {
      stop.abort();
      return Promise.reject(new Error('a.peek is closed.'));
    });
    expect(await openReplSession('native', python.start, unreadable, stop.signal)).toMatchObject({
      error: { kind: 'cancelled' },
    });
    expect(python.alive()).toBe(0);
  });

  test('fails the block whose interpreter had to be started anew, and the one after it can have it again', async () => {
    const python = frailPython();
    let readable = true;
    const job = aJob(() =>
      readable ? Promise.resolve(new Uint8Array()) : Promise.reject(new Error('a.peek is damaged.')),
    );
    const opened = await openReplSession('native', python.start, job, never);
    if (!opened.ok) throw new Error(opened.error.words);
    const message = async () => (await opened.value.run('x = 1', never)).error?.message;
    expect(await message()).toBe('it fell over');
    readable = false;
    expect(await message()).toBe(`Python could not be started anew: ${words}`);
    expect(python.alive()).toBe(0);
    readable = true;
    expect(await message()).toBe('it fell over');
    expect(python.alive()).toBe(0);
  });
});
