import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ok } from '#core/result.ts';
import type { ChatRequest } from '../chat-model.ts';
import { aReply, aRequest, aScriptedModel } from '../scripted-model.ts';
import { canonicalRequest, recordedRequest } from './canonical-request.ts';
import { readCassette, writeCassette } from './cassette.ts';
import type { Cassette, CassetteCall, CassetteSource } from './cassette.ts';
import { firstDifference } from './first-difference.ts';
import { createReplayedModel } from './replayed-model.ts';
import type { ReplayOptions, ReplayedModel } from './replayed-model.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const signal = new AbortController().signal;

function aCall(request: ChatRequest, text: string, overrides: Partial<CassetteCall> = {}): CassetteCall {
  const { role, parameters, messages } = recordedRequest(request);
  return {
    callId: 'c1',
    hash: hash(canonicalRequest({ role, parameters, messages })),
    role,
    modelName: 'acme-large',
    parameters: { ...parameters },
    messages: messages.map((message) => ({ ...message })),
    result: {
      kind: 'reply',
      text,
      model: 'acme-large-2026',
      usage: { input: 9, output: 3, cached: 0, reasoning: 0 },
      usageSource: 'provider',
      finishReason: 'stop',
      latencyMs: 1_000,
      firstDeltaMs: 200,
      attempts: 1,
      costMicroUsd: 55,
      deltas: [
        [200, 2],
        [700, 1],
      ],
    },
    ...overrides,
  };
}

const asking = (content: string) => aRequest({ messages: [{ role: 'user', content }] });

function replaying(calls: readonly CassetteCall[], overrides: Partial<ReplayOptions> = {}): ReplayedModel {
  return createReplayedModel({ calls, hash, unmatched: 'refuse', ...overrides });
}

async function textOf(model: ReplayedModel, request: ChatRequest): Promise<string> {
  const result = await model.complete(request, { signal });
  return result.ok ? `${result.value.origin}: ${result.value.text}` : `${result.error.kind}: ${result.error.words}`;
}

describe('a replayed model', () => {
  it('gives the recorded reply for the same call, marked as replayed, at no cost', async () => {
    const model = replaying([aCall(asking('a'), 'one')]);
    const result = await model.complete(asking('a'), { signal });
    expect(result.ok && result.value).toMatchObject({
      text: 'one',
      model: 'acme-large-2026',
      origin: 'replayed',
      costMicroUsd: 0,
      usage: { input: 9, output: 3, cached: 0, reasoning: 0 },
      latencyMs: 1_000,
    });
    expect(model.counts).toEqual({ replayed: 1, madeAnew: 0, refused: 0 });
    expect(model.unused).toEqual([]);
  });

  it('gives equal calls their replies in the recorded order, and no reply twice', async () => {
    const model = replaying([aCall(asking('a'), 'one'), aCall(asking('a'), 'two')]);
    expect([await textOf(model, asking('a')), await textOf(model, asking('a'))]).toEqual([
      'replayed: one',
      'replayed: two',
    ]);
    expect(await textOf(model, asking('a'))).toContain('holds no further root call');
  });

  it('finds a call whatever the timeout, and in any order', async () => {
    const model = replaying([aCall(asking('a'), 'one'), aCall(asking('b'), 'two')]);
    expect(await textOf(model, { ...asking('b'), parameters: { timeoutMs: 1 } })).toBe('replayed: two');
    expect(await textOf(model, asking('a'))).toBe('replayed: one');
  });

  it('refuses a call that was not recorded, and says where it first differs from the one that was', async () => {
    const model = replaying([aCall(asking('How many owls are there?'), 'one')]);
    expect(await textOf(model, asking('How many owls were there?'))).toBe(
      'not-recorded: This root call is not in the recording; the next one there is c1: message 1 (user) differs at character 15: it was "How many owls are there?" and is "How many owls were there?". Nothing was asked of any model. To go on, let calls that do not match be made anew.',
    );
    expect(model.counts.refused).toBe(1);
  });

  it('looks up the messages elsewhere when the cassette was trimmed', async () => {
    const call = { ...aCall(asking('abc'), 'one'), messages: null };
    expect(await textOf(replaying([call]), asking('abd'))).toContain('the next one there is c1. Nothing');
    const messagesOf = () => asking('abc').messages;
    expect(await textOf(replaying([call], { messagesOf }), asking('abd'))).toContain('differs at character 3');
  });

  it('makes calls that do not match anew by choice, marked live', async () => {
    const inner = aScriptedModel(() => ok(aReply({ text: 'fresh' })));
    const model = replaying([aCall(asking('a'), 'one')], { unmatched: 'call', inner });
    expect([await textOf(model, asking('a')), await textOf(model, asking('b'))]).toEqual([
      'replayed: one',
      'live: fresh',
    ]);
    expect(model.counts).toEqual({ replayed: 1, madeAnew: 1, refused: 0 });
  });

  it('asks about each such call where that was chosen', async () => {
    const inner = aScriptedModel(() => ok(aReply({ text: 'fresh' })));
    const answers = [true, false];
    const model = replaying([], { unmatched: 'ask', inner, ask: () => Promise.resolve(answers.shift() ?? false) });
    expect(await textOf(model, asking('a'))).toBe('live: fresh');
    expect(await textOf(model, asking('b'))).toContain('not-recorded');
    expect(inner.requests).toHaveLength(1);
  });

  it('replays failures as failures', async () => {
    const result = {
      kind: 'failure',
      error: 'timeout',
      words: 'Nothing came.',
      status: null,
      attempts: 2,
      usage: null,
      partial: 'Th',
    } as const;
    const replayed = await replaying([aCall(asking('a'), '', { result })]).complete(asking('a'), { signal });
    expect(replayed.ok ? null : replayed.error).toMatchObject({
      kind: 'timeout',
      words: 'Nothing came.',
      partial: 'Th',
      origin: 'replayed',
    });
    const later = aCall(asking('a'), '', { result: { ...result, error: 'kind-of-a-later-version' } });
    const unknown = await replaying([later]).complete(asking('a'), { signal });
    expect(unknown.ok ? null : unknown.error.kind).toBe('server-error');
  });

  it('streams at the recorded pace where asked to, and at once otherwise', async () => {
    const played: (string | number)[] = [];
    const wait = (ms: number) => {
      played.push(ms);
      return Promise.resolve();
    };
    const onDelta = (text: string) => played.push(text);
    await replaying([aCall(asking('a'), 'one!')], { wait }).complete(asking('a'), { signal, onDelta });
    expect(played.splice(0)).toEqual([200, 'on', 500, 'e', '!']);
    await replaying([aCall(asking('a'), 'one!')]).complete(asking('a'), { signal, onDelta });
    expect(played).toEqual(['one!']);
  });

  it('can be stopped between two pieces', async () => {
    const stop = new AbortController();
    const wait = () => {
      stop.abort();
      return Promise.resolve();
    };
    const result = await replaying([aCall(asking('a'), 'one')], { wait }).complete(asking('a'), {
      signal: stop.signal,
    });
    expect(result.ok ? null : result.error.kind).toBe('cancelled');
  });
});

const written = (cassette: CassetteSource) => [...writeCassette(cassette)].join('');

describe('a cassette', () => {
  const cassette: Cassette = {
    format: 'peek-cassette',
    version: 1,
    study: { id: 's1', name: 'Owls', label: null },
    trimmed: false,
    calls: [aCall(asking('a secret prompt'), 'one')],
  };

  it('comes back from its file as it was', () => {
    expect(readCassette(written(cassette))).toEqual({ ok: true, value: cassette });
  });

  it('still replays when trimmed, and then holds no word of any prompt', async () => {
    const json = written({
      ...cassette,
      trimmed: true,
      calls: cassette.calls.map((call) => ({ ...call, messages: null })),
    });
    expect(json).not.toContain('secret');
    const read = readCassette(json);
    expect(await textOf(replaying(read.ok ? read.value.calls : []), asking('a secret prompt'))).toBe('replayed: one');
  });

  it.each([
    ['no JSON', '{', 'no JSON'],
    ['another file', '{"format":"x"}', 'wrong at format'],
    ['a damaged call', written(cassette).replace('"latencyMs":1000', '"latencyMs":"long"'), 'calls.0.result.latencyMs'],
  ])('that is %s is refused with its place', (_, json, words) => {
    const read = readCassette(json);
    expect(read.ok ? '' : read.error.words).toContain(words);
  });
});

describe('the same call', () => {
  const someRequest = fc.record({
    role: fc.constantFrom('root' as const, 'sub' as const),
    model: fc.constantFrom('a', 'b'),
    messages: fc.array(
      fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string() }),
      { maxLength: 3 },
    ),
    parameters: fc.record({ seed: fc.nat(2), temperature: fc.constantFrom(0, 1) }, { requiredKeys: [] }),
  });

  it('has one canonical text, and a difference in words exactly when the texts differ', () => {
    fc.assert(
      fc.property(someRequest, someRequest, (a, b) => {
        const same = canonicalRequest(recordedRequest(a)) === canonicalRequest(recordedRequest(b));
        return same === (firstDifference(recordedRequest(a), recordedRequest(b)) === null);
      }),
    );
  });
});
