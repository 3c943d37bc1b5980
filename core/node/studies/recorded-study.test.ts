// A study as a person would make it, recorded against a server over HTTP: the real client, agent, policy, Python and file.
// Only the words of the model come from rules, and the server fails now and then.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { builtInPrices, readCassette, sharedChars, writeCassette } from '#core/lm/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { createMemoryLog, DEFAULT_SETTINGS } from '#core/study/index.ts';
import type { EventPayload, StudySettings } from '#core/study/index.ts';
import { cassetteOf, rederive, replayChanged } from '#core/study/replay/index.ts';
import { openContext } from '../context-file/index.ts';
import { createModelHost } from '../models/index.ts';
import { createNativePython } from '../native-python/index.ts';
import { readQueriesFile } from '../queries-file.ts';
import { hashText } from '../store/index.ts';
import { startFakeOpenAiServer, status, stream } from '../testing/fake-openai-server.ts';
import type { FakeOpenAiServer, Scripted, SeenRequest } from '../testing/fake-openai-server.ts';
import { chatChunk, chatUsage } from '../testing/scripted-stream.ts';
import { tokenCounter } from '../tokenizer/index.ts';
import { createStudies } from './studies.ts';
import type { OpenStudy } from './open-study.ts';

const KEY = 'sk-recorded-1234567890';
const QUERIES = 8;
const demo = join(import.meta.dirname, '../../../fixtures/demo');
const count = tokenCounter('o200k_base');
const signal = new AbortController().signal;

let folder: string;
let server: FakeOpenAiServer;
let study: OpenStudy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peek-recorded-'));
  server = await startFakeOpenAiServer();
  server.script(answer);
  study = await recordStudy();
}, 240_000);

afterAll(async () => {
  await study.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const chatBody = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })),
});

function messagesOf(seen: SeenRequest): readonly ChatMessage[] {
  return chatBody.parse(seen.body).messages;
}

const rules = createOfflineModel({ count });
let requests = 0;

/** Every ninth request is turned away, every thirteenth breaks, one stream is cut; the rest are answered by rule. */
async function answer(seen: SeenRequest): Promise<Scripted> {
  requests += 1;
  if (requests % 9 === 0) return status(429, 'slow down', { 'retry-after-ms': '1' });
  if (requests % 13 === 0) return status(503, 'busy', { 'retry-after-ms': '1' });
  if (requests === 20) return stream([chatChunk({ content: 'I will' })], 'cut');
  const messages = messagesOf(seen);
  const reply = await rules.complete({ role: 'root', model: 'fake', messages, parameters: {} }, { signal });
  if (!reply.ok) throw new Error(reply.error.words);
  const input = messages.reduce((sum, { content }) => sum + count(content), 0);
  return {
    kind: 'text',
    text: reply.value.text,
    pieceChars: 64,
    usage: chatUsage({ input, output: count(reply.value.text) }),
  };
}

function settings(): StudySettings {
  return {
    ...DEFAULT_SETTINGS,
    models: {
      ...DEFAULT_SETTINGS.models,
      provider: 'openai',
      preset: 'custom',
      baseUrl: server.baseUrl,
      root: 'gpt-5-mini',
    },
    agent: { ...DEFAULT_SETTINGS.agent, python: 'native' },
    method: { ...DEFAULT_SETTINGS.method, budgetTokens: 640 },
  };
}

async function recordStudy(): Promise<OpenStudy> {
  const host = createModelHost({
    keyFor: () => Promise.resolve(KEY),
    prices: builtInPrices,
    count,
    standIn: () => rules,
  });
  const python = createNativePython();
  const studies = createStudies({ appVersion: 'test', python: () => python, model: (models) => host.model(models) });
  const context = await openContext(join(demo, 'context.txt'));
  const queries = await readQueriesFile(join(demo, 'queries.jsonl'));
  if (!context.ok || !queries.ok) throw new Error('the demo cannot be read');
  const wanted = {
    name: 'Recorded',
    label: null,
    settings: settings(),
    context: context.value,
    queries: queries.value.queries.slice(0, QUERIES),
    actor: 'user:ann',
  } as const;
  const made = await studies.create(join(folder, 'recorded.peek'), wanted);
  if (!made.ok) throw new Error(made.error.words);
  const opened = made.value;
  // The cut stream fails its run; going on takes it up where it broke.
  for (let tries = 0; tries < 4; tries += 1) await opened.engine.do({ do: 'run.all', untilQueryId: null }, 'user:ann');
  return opened;
}

function calls(): readonly EventPayload<'call.finished'>[] {
  return study.file.read(0).flatMap((event) => (event.type === 'call.finished' ? [event.payload] : []));
}

describe('a study of eight queries, recorded over HTTP against a server that fails now and then', () => {
  it('is answered to the end', () => {
    const { queries, runs } = study.engine.state;
    expect(queries.map(({ runIds }) => runs.get(runIds.at(-1) ?? '')?.status)).toEqual(
      Array.from({ length: QUERIES }, () => 'done'),
    );
  });

  it('has every request on record exactly once, retries counted in their calls', () => {
    const recorded = calls();
    expect(new Set(recorded.map(({ callId }) => callId)).size).toBe(recorded.length);
    expect(recorded.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(server.requests.length);
    expect(recorded.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(2);
    const failed = recorded.filter(({ error }) => error !== null);
    expect(failed.map(({ error, reply }) => [error?.kind, reply])).toEqual([['cut-off', 'I will']]);
  });

  it('counts money once: the total is the sum of its calls, in whole micro-dollars', () => {
    const sum = calls().reduce((total, { costMicroUsd }) => total + (costMicroUsd ?? 0), 0);
    expect(Number.isInteger(sum) && sum > 0).toBe(true);
    expect(study.engine.state.totals.costMicroUsd).toBe(sum);
    expect(study.engine.state.totals.unpriced).toEqual([]);
  });

  it('counts each prompt as the provider does, but for its wrapping', () => {
    for (const { usage, ourInputTokens, prompt } of calls()) {
      if (usage === null || ourInputTokens === null) continue;
      const messages = prompt.keep + prompt.add.length;
      expect(ourInputTokens - usage.input).toBe(3 + 4 * messages);
    }
  });

  it('holds the key nowhere', () => {
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
    expect(JSON.stringify(study.file.read(0))).not.toContain(KEY);
    expect(readFileSync(study.path).includes(KEY)).toBe(false);
  });

  it('is replayed with equal hashes and without a single request', async () => {
    const before = server.requests.length;
    const fresh = createMemoryLog({ hash: hashText, at: () => new Date(0).toISOString() });
    const result = await rederive(study.file, fresh, study.ports, { signal });
    expect(result.firstDifference).toBeNull();
    expect(result.equal).toBe(true);
    expect(result.calls).toEqual({ recorded: calls().length, replayed: calls().length, madeAnew: 0, refused: 0 });
    expect(result.versions.length).toBeGreaterThan(QUERIES / 2);
    expect(server.requests.length).toBe(before);
  }, 120_000);

  it('is replayed under another budget: what matches from the recording, the rest made anew, each marked', async () => {
    const before = server.requests.length;
    const fresh = createMemoryLog({ hash: hashText, at: () => new Date(0).toISOString() });
    const changed = settings();
    const result = await replayChanged(study.file, fresh, study.ports, {
      settings: { ...changed, method: { ...changed.method, budgetTokens: 300 } },
      name: 'Smaller',
      appVersion: 'test',
      unmatched: 'call',
      model: (models) => study.ports.model(models),
      signal,
    });
    const origins = fresh.read(0).flatMap((event) => (event.type === 'call.finished' ? [event.payload] : []));
    expect(result.stopped).toBeNull();
    expect(result.calls.replayed).toBeGreaterThan(0);
    expect(result.calls.madeAnew).toBeGreaterThan(0);
    expect(origins.filter(({ origin }) => origin === 'replayed')).toHaveLength(result.calls.replayed);
    const anew = origins.filter(({ origin }) => origin === 'live');
    expect(anew.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(server.requests.length - before);
    for (const { replayed } of result.queries) expect(replayed?.tokens).toBeLessThanOrEqual(300);
  }, 120_000);

  it('stops at the first call that was not recorded when those are refused', async () => {
    const before = server.requests.length;
    const fresh = createMemoryLog({ hash: hashText, at: () => new Date(0).toISOString() });
    const changed = settings();
    const result = await replayChanged(study.file, fresh, study.ports, {
      settings: { ...changed, method: { ...changed.method, budgetTokens: 300 } },
      name: 'Smaller',
      appVersion: 'test',
      unmatched: 'refuse',
      model: (models) => study.ports.model(models),
      signal,
    });
    expect(result.stopped).toMatch(/not in the recording.*differs at character/);
    expect(result.calls.refused).toBe(1);
    expect(server.requests.length).toBe(before);
  }, 60_000);

  it('can be kept as a trimmed cassette, without a word of the context', () => {
    const json = [...writeCassette(cassetteOf(study.file, hashText, true))].join('');
    const read = readCassette(json);
    expect(read.ok && read.value.calls).toHaveLength(calls().length);
    expect(read.ok && read.value.calls.every(({ messages }) => messages === null)).toBe(true);
  });
});

describe('prompts, for the sake of providers’ prefix caches', () => {
  const byRun = (role: string) => {
    const runs = new Map<string, EventPayload<'call.finished'>[]>();
    for (const call of calls()) {
      if (call.role !== role || call.runId === null) continue;
      runs.set(call.runId, [...(runs.get(call.runId) ?? []), call]);
    }
    return [...runs.values()].map((own) => own.map(({ callId }) => study.messagesOf(callId) ?? []));
  };
  const textOf = (messages: readonly ChatMessage[]): string =>
    messages.map(({ role, content }) => `${role}\n${content}`).join('\n');

  it('of one run only ever grow at the end', () => {
    for (const prompts of byRun('root')) {
      prompts.slice(1).forEach((prompt, place) => {
        const former = prompts[place] ?? [];
        expect(prompt.slice(0, former.length)).toEqual(former);
      });
    }
  });

  it('of different runs share their instructions up to the map', () => {
    const firsts = byRun('root').map(([prompt = []]) => textOf(prompt));
    for (const [place, prompt] of firsts.slice(1).entries()) {
      const former = firsts[place] ?? '';
      const system = former.indexOf('\nuser\n');
      expect(sharedChars(former, prompt) / system).toBeGreaterThan(0.5);
    }
  });

  it.each(['distiller', 'cartographer'])('of the %s begin with the same instructions', (role) => {
    const systems = new Set(byRun(role).flatMap((prompts) => prompts.map(([first]) => first?.content)));
    expect(systems.size).toBe(1);
  });

  it('could be read from a cache for the greater part', () => {
    let whole = 0;
    let shared = 0;
    for (const role of ['root', 'distiller', 'cartographer']) {
      const prompts = byRun(role).flat().map(textOf);
      prompts.slice(1).forEach((prompt, place) => {
        whole += prompt.length;
        shared += sharedChars(prompts[place] ?? '', prompt);
      });
    }
    expect(shared / whole).toBeGreaterThan(0.5);
  });
});
