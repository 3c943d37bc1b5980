// What a model call costs on top of a bare fetch of the same stream, and a thousand calls at 64 in flight. The server runs
// in a process of its own, so that its work is not ours.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { builtInPrices, createCappedModel, createCapMeter, createEstimator } from '#core/lm/index.ts';
import type { ChatModel, ChatRequest } from '#core/lm/index.ts';
import { createModelHost, createOpenAiModel } from '#core/node/index.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import { msFigure } from './figure.ts';
import type { Bench, Figure } from './figure.ts';

const REPLY_PIECES = 200;
const ROUNDS = 10;
const CALLS_A_ROUND = 30;
const MANY_CALLS = 1_000;
const AT_ONCE = 64;
/** Ours: a call takes seconds at a provider, so this much more cannot be felt. */
const PROMISED_OVERHEAD_MS = 5;

export const modelCalls: Bench = {
  name: 'models',
  run: async () => {
    const server = await startServer();
    try {
      const bare = (): Promise<void> => bareCall(server.baseUrl);
      const place = { label: 'Bench', baseUrl: server.baseUrl, key: 'bench-key-1234', keyVariable: null, hint: null };
      const client = createOpenAiModel({ place, api: 'chat' });
      const layered = layeredModel(server.baseUrl);
      return [...(await sequential(bare, client, layered)), ...(await manyAtOnce(bare, layered))];
    } finally {
      server.stop();
    }
  },
};

/** In turns, so that a slow moment hits all alike. Processor time counts, since other work may share the machine. */
async function sequential(
  bare: () => Promise<void>,
  client: ChatModel,
  layered: ChatModel,
): Promise<readonly Figure[]> {
  const works = { bare, client: () => ask(client), layered: () => ask(layered) };
  const cpuMs = { bare: 0, client: 0, layered: 0 };
  const wallMs: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of ['bare', 'client', 'layered'] as const) {
      const took = await spent(async () => {
        for (let call = 0; call < CALLS_A_ROUND; call += 1) await works[name]();
      });
      // The first round warms up the connection and the compiler.
      if (round < 0) continue;
      cpuMs[name] += took.cpuMs / (ROUNDS * CALLS_A_ROUND);
      if (name === 'layered') wallMs.push(took.wallMs / CALLS_A_ROUND);
    }
  }
  const limit = PROMISED_OVERHEAD_MS;
  return [
    msFigure(`bare fetch of ${REPLY_PIECES} pieces, processor`, cpuMs.bare),
    msFigure('client, on top of it, processor', cpuMs.client - cpuMs.bare, limit),
    msFigure('all layers, on top of it, processor', cpuMs.layered - cpuMs.bare, limit),
    msFigure('such a call, best round by the clock', Math.min(...wallMs)),
  ];
}

async function manyAtOnce(bare: () => Promise<void>, layered: ChatModel): Promise<readonly Figure[]> {
  const plain = await spent(() => pool(MANY_CALLS, AT_ONCE, bare));
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  // All thousand are asked for at once; the limiter holds them to 64.
  const through = await spent(async () => {
    await Promise.all(
      Array.from({ length: MANY_CALLS }, async () => {
        await ask(layered);
        peak = Math.max(peak, process.memoryUsage().heapUsed);
      }),
    );
  });
  return [
    msFigure(`${MANY_CALLS} bare fetches, ${AT_ONCE} in flight`, plain.wallMs),
    msFigure(`${MANY_CALLS} calls, ${AT_ONCE} in flight, all layers`, through.wallMs),
    msFigure(
      'a call of these on top of a fetch, processor',
      (through.cpuMs - plain.cpuMs) / MANY_CALLS,
      PROMISED_OVERHEAD_MS,
    ),
    { name: 'most memory above the start', value: Math.round((peak - before) / 1_000_000), unit: 'MB', limit: null },
  ];
}

function layeredModel(baseUrl: string): ChatModel {
  const count = (text: string): number => Math.ceil(text.length / 4);
  const host = createModelHost({
    keyFor: () => Promise.resolve('bench-key-1234'),
    prices: builtInPrices,
    count,
    standIn: () => {
      throw new Error('not in this bench');
    },
  });
  const settings = {
    ...DEFAULT_SETTINGS.models,
    provider: 'openai',
    preset: 'custom',
    baseUrl,
    maxConcurrent: AT_ONCE,
  } as const;
  const caps = { microUsd: 1_000_000_000, tokens: 1_000_000_000, calls: 1_000_000, minutes: 60 };
  const meter = createCapMeter({ scope: 'study', caps, elapsedMs: () => 0 });
  const estimator = createEstimator({ count, prices: builtInPrices(), preset: 'openai' });
  return createCappedModel(host.model(settings), { meters: () => [meter], estimator });
}

const request: ChatRequest = {
  role: 'sub',
  model: 'gpt-5-mini',
  messages: [{ role: 'user', content: 'How many owls are there? '.repeat(100) }],
  parameters: {},
};

async function ask(model: ChatModel): Promise<void> {
  const result = await model.complete(request, { signal: new AbortController().signal, onDelta: () => undefined });
  if (!result.ok) throw new Error(result.error.words);
  if (result.value.text.length !== REPLY_PIECES * 8) throw new Error('the reply is not whole');
}

async function bareCall(baseUrl: string): Promise<void> {
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer bench-key-1234' },
    body: JSON.stringify({
      model: request.model,
      messages: request.messages,
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  const text = await response.text();
  if (!text.includes('[DONE]')) throw new Error('the stream is not whole');
}

async function pool(total: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next++ < total) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function spent(work: () => Promise<void>): Promise<{ readonly wallMs: number; readonly cpuMs: number }> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - started, cpuMs: (user + system) / 1_000 };
}

async function startServer(): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const child = fork(fileURLToPath(new URL('models-server.ts', import.meta.url)), [String(REPLY_PIECES)], {
    execArgv: ['--import', 'tsx'],
  });
  const [baseUrl] = (await once(child, 'message')) as readonly unknown[];
  if (typeof baseUrl !== 'string') throw new Error('the server did not start');
  return { baseUrl, stop: () => void child.kill() };
}
