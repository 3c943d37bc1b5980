import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInPrices } from '#core/lm/index.ts';
import type { ChatModel, ChatRequest } from '#core/lm/index.ts';
import { ok } from '#core/result.ts';
import { DEFAULT_SETTINGS } from '#core/study/index.ts';
import type { ModelSettings } from '#core/study/index.ts';
import { startFakeOpenAiServer, status } from '../testing/fake-openai-server.ts';
import type { FakeOpenAiServer } from '../testing/fake-openai-server.ts';
import { chatUsage } from '../testing/scripted-stream.ts';
import { createModelHost } from './model-host.ts';
import type { ModelHostOptions } from './model-host.ts';

let server: FakeOpenAiServer;
beforeEach(async () => {
  server = await startFakeOpenAiServer();
});
afterEach(() => server.close());

const signal = new AbortController().signal;

function settingsOf(overrides: Partial<ModelSettings> = {}): ModelSettings {
  return {
    ...DEFAULT_SETTINGS.models,
    provider: 'openai',
    preset: 'custom',
    baseUrl: server.baseUrl,
    root: 'fake-1',
    ...overrides,
  };
}

function aHost(overrides: Partial<ModelHostOptions> = {}) {
  return createModelHost({
    keyFor: () => Promise.resolve(null),
    prices: builtInPrices,
    count: (text) => text.length,
    standIn: (provider) => standIn(provider),
    ...overrides,
  });
}

function standIn(name: string): ChatModel {
  return {
    name,
    complete: (request) =>
      Promise.resolve(
        ok({
          text: name,
          usage: null,
          usageSource: 'none',
          model: request.model,
          finishReason: 'stop',
          latencyMs: 0,
          firstDeltaMs: null,
          attempts: 1,
          costMicroUsd: 0,
          origin: 'offline',
        }),
      ),
  };
}

function aRequest(overrides: Partial<ChatRequest> = {}): ChatRequest {
  return {
    role: 'root',
    model: 'gpt-5-mini',
    messages: [{ role: 'user', content: 'owls?' }],
    parameters: {},
    ...overrides,
  };
}

describe('a model host', () => {
  it('lays count and price around the client', async () => {
    server.script([
      { kind: 'text', text: 'hoot', usage: null },
      { kind: 'text', text: 'hoot', usage: chatUsage({ input: 1_000, output: 100 }) },
    ]);
    const model = aHost().model(settingsOf());
    const counted = await model.complete(aRequest(), { signal });
    expect(counted.ok && counted.value).toMatchObject({
      usage: { input: 12, output: 4 },
      usageSource: 'counted',
      costMicroUsd: 11,
    });
    const reported = await model.complete(aRequest(), { signal });
    expect(reported.ok && reported.value).toMatchObject({ usageSource: 'provider', costMicroUsd: 450 });
  });

  it('keeps a provider’s limit over all its models and studies', async () => {
    let inside = 0;
    let peak = 0;
    server.script(async () => {
      inside += 1;
      peak = Math.max(peak, inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
      return { kind: 'text', text: 'x' };
    });
    const host = aHost();
    const models = [
      host.model(settingsOf({ maxConcurrent: 3 })),
      host.model(settingsOf({ maxConcurrent: 3, root: 'other' })),
    ];
    const calls = Array.from({ length: 15 }, () =>
      models.map((model) => model.complete(aRequest({ role: 'sub' }), { signal })),
    ).flat();
    const replies = await Promise.all(calls);
    expect(replies.every((reply) => reply.ok)).toBe(true);
    expect(peak).toBeLessThanOrEqual(3);
    expect(host.limiter(settingsOf())?.state.running).toBe(0);
  });

  it('remembers over runs what a model refuses', async () => {
    const refusal = { error: { message: 'no temperature here', param: 'temperature' } };
    server.script((seen) =>
      JSON.stringify(seen.body).includes('temperature') ? status(400, refusal) : { kind: 'text', text: 'x' },
    );
    const host = aHost();
    const request = aRequest({ parameters: { temperature: 1 } });
    for (let run = 0; run < 2; run += 1) await host.model(settingsOf()).complete(request, { signal });
    expect(server.requests).toHaveLength(3);
  });

  it('takes a new key at the next call', async () => {
    let key = 'key-number-one';
    server.script(() => ({ kind: 'text', text: 'x' }));
    const model = aHost({ keyFor: () => Promise.resolve(key) }).model(settingsOf());
    await model.complete(aRequest(), { signal });
    key = 'key-number-two';
    await model.complete(aRequest(), { signal });
    expect(server.requests.map(({ headers }) => headers['authorization'])).toEqual([
      'Bearer key-number-one',
      'Bearer key-number-two',
    ]);
  });

  it('asks for a key by the name of its host, and sends a provider’s key nowhere else', async () => {
    const asked: string[] = [];
    const host = aHost({
      keyFor: (name) => {
        asked.push(name);
        return Promise.resolve(name === 'openai' ? 'sk-the-real-one' : null);
      },
    });
    const result = await host.model(settingsOf({ preset: 'openai' })).complete(aRequest(), { signal });
    expect(asked).toEqual([`host:${new URL(server.baseUrl).origin}`]);
    expect(result.ok ? null : result.error).toMatchObject({ kind: 'no-key', attempts: 0 });
    expect(result.ok ? '' : result.error.words).toContain('is not OpenAI, so the key for OpenAI is not sent there');
    expect(server.requests).toEqual([]);
  });

  it('says where to set a key that is missing, before any call', async () => {
    const result = await aHost()
      .model(settingsOf({ preset: 'openai', baseUrl: null }))
      .complete(aRequest(), { signal });
    expect(result.ok ? '' : result.error.words).toBe(
      'No key for OpenAI is set. Set one in the model settings, or OPENAI_API_KEY in the environment.',
    );
  });

  it.each([null, '', 'nonsense', 'file:///etc/passwd', 'ftp://host/v1'])(
    'refuses the base URL %j in words',
    async (baseUrl) => {
      const result = await aHost().model(settingsOf({ baseUrl })).complete(aRequest(), { signal });
      expect(result.ok ? '' : result.error.words).toContain('missing or no http address');
      expect(await aHost().test(settingsOf({ baseUrl }))).toMatchObject({ ok: false, models: [] });
    },
  );

  it('gives the stand-ins and the manual model by name', async () => {
    const host = aHost({ askManual: () => Promise.resolve('typed') });
    const textOf = async (model: ChatModel) => {
      const result = await model.complete(aRequest(), { signal });
      return result.ok ? result.value.text : result.error.words;
    };
    expect(await textOf(host.model(settingsOf({ provider: 'offline' })))).toBe('offline');
    expect(await textOf(host.model(settingsOf({ provider: 'adversarial' })))).toBe('adversarial');
    const manual = settingsOf({ provider: 'manual' });
    expect(await textOf(host.model(manual))).toBe('typed');
    expect(await textOf(host.model(manual, { askManual: () => Promise.resolve('of this study') }))).toBe(
      'of this study',
    );
    expect(await textOf(aHost().model(manual))).toContain('declined');
  });
});
