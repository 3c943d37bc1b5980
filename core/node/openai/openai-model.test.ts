import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallProgress, ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import { startFakeOpenAiServer, status, stream } from '../testing/fake-openai-server.ts';
import type { FakeOpenAiServer } from '../testing/fake-openai-server.ts';
import { chatChunk, chatFinish, chatUsage, responsesUsage } from '../testing/scripted-stream.ts';
import { createOpenAiModel } from './openai-model.ts';
import type { OpenAiModelOptions } from './openai-model.ts';

const KEY = 'sk-test-1234567890abcdef';

let server: FakeOpenAiServer;
beforeEach(async () => {
  server = await startFakeOpenAiServer();
});
afterEach(() => server.close());

function aRequest(overrides: Partial<ChatRequest> = {}): ChatRequest {
  return {
    role: 'root',
    model: 'fake-1',
    messages: [
      { role: 'system', content: 'You explore.' },
      { role: 'user', content: 'How many owls?' },
    ],
    parameters: {},
    ...overrides,
  };
}

function aModel(overrides: Partial<OpenAiModelOptions> = {}) {
  const place = { label: 'Fake', baseUrl: server.baseUrl, key: KEY, keyVariable: 'FAKE_API_KEY', hint: null };
  return createOpenAiModel({ place, api: 'chat', ...overrides });
}

interface Asked {
  readonly reply: ChatReply | null;
  readonly error: LmError | null;
  readonly deltas: readonly string[];
  readonly progress: readonly CallProgress[];
}

async function ask(
  model = aModel(),
  request = aRequest(),
  controller = new AbortController(),
  onDelta: (text: string) => void = () => undefined,
): Promise<Asked> {
  const deltas: string[] = [];
  const progress: CallProgress[] = [];
  const result = await model.complete(request, {
    signal: controller.signal,
    onDelta: (text) => {
      deltas.push(text);
      onDelta(text);
    },
    onProgress: (at) => progress.push(at),
  });
  return result.ok
    ? { reply: result.value, error: null, deltas, progress }
    : { reply: null, error: result.error, deltas, progress };
}

describe.each(['chat', 'responses'] as const)('an OpenAI-compatible model over the %s API', (api) => {
  it('streams a reply with the usage, model and end the server reports', async () => {
    const usage = { input: 120, output: 30, cached: 100, reasoning: 8 };
    server.script([
      { kind: 'text', text: 'There are 17 owls.', usage: api === 'chat' ? chatUsage(usage) : responsesUsage(usage) },
    ]);
    const { reply, deltas } = await ask(aModel({ api }));
    expect(deltas).toEqual(['There ar', 'e 17 owl', 's.']);
    expect(reply).toMatchObject({
      text: 'There are 17 owls.',
      usage,
      usageSource: 'provider',
      model: 'fake-1-2026-01-01',
      finishReason: 'stop',
      attempts: 1,
      costMicroUsd: null,
      origin: 'live',
    });
    expect(reply?.warnings).toBeUndefined();
    expect(reply?.deltas?.reduce((sum, [, chars]) => sum + chars, 0)).toBe(18);
    expect(reply?.firstDeltaMs).toBeLessThanOrEqual(reply?.latencyMs ?? 0);
  });

  it('sends the messages whole, the key as a header, and only the parameters that were set', async () => {
    server.script([{ kind: 'text', text: 'yes' }]);
    await ask(aModel({ api }));
    const [seen] = server.requests;
    expect(seen?.headers['authorization']).toBe(`Bearer ${KEY}`);
    const messages = [
      { role: 'system', content: 'You explore.' },
      { role: 'user', content: 'How many owls?' },
    ];
    expect(seen?.body).toEqual(
      api === 'chat'
        ? { model: 'fake-1', messages, stream: true, stream_options: { include_usage: true } }
        : { model: 'fake-1', input: messages, stream: true, store: false },
    );
  });

  it('leaves out a parameter the model refuses, says so, and does not offer it to that model again', async () => {
    const refusal = {
      error: {
        message: "'temperature' is not supported with this model.",
        code: 'unsupported_value',
        param: 'temperature',
      },
    };
    server.script([status(400, refusal), { kind: 'text', text: 'one' }, { kind: 'text', text: 'two' }]);
    const model = aModel({ api });
    const request = aRequest({ parameters: { temperature: 0.2 } });
    const { reply } = await ask(model, request);
    expect(reply?.text).toBe('one');
    expect(reply?.attempts).toBe(2);
    expect(reply?.warnings?.join()).toContain('does not take temperature');
    expect((await ask(model, request)).reply?.attempts).toBe(1);
    expect(server.requests.map(({ body }) => JSON.stringify(body).includes('temperature'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('asks for a JSON schema, and without it where that is not offered', async () => {
    server.script([
      status(400, 'response_format / text.format json_schema is not supported'),
      { kind: 'text', text: '{}' },
    ]);
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
    const { reply } = await ask(aModel({ api }), aRequest({ jsonSchema: { name: 'tags', schema } }));
    expect(reply?.text).toBe('{}');
    expect(JSON.stringify(server.requests[0]?.body)).toContain('"strict":true');
    expect(JSON.stringify(server.requests[1]?.body)).not.toContain('strict');
  });

  it('takes a reply that came as one object although a stream was asked for', async () => {
    const body =
      api === 'chat'
        ? { model: 'm', choices: [{ index: 0, message: { content: 'whole' }, finish_reason: 'stop' }], usage: null }
        : {
            model: 'm',
            status: 'completed',
            output: [{ type: 'message', content: [{ type: 'output_text', text: 'whole' }] }],
          };
    server.script([status(200, body)]);
    const { reply, deltas } = await ask(aModel({ api }));
    expect(deltas).toEqual(['whole']);
    expect(reply).toMatchObject({ text: 'whole', usage: null, usageSource: 'none', finishReason: 'stop' });
  });

  it('ends as cancelled, with what had come, when stopped in mid-stream, and closes the connection', async () => {
    const stop = new AbortController();
    server.script((seen) => {
      const events =
        api === 'chat'
          ? [chatChunk({ content: 'There are' })]
          : [{ type: 'response.output_text.delta', delta: 'There are', sequence_number: 0 }];
      return { ...stream(events, 'hang'), seen };
    });
    const { error } = await ask(aModel({ api }), aRequest(), stop, () => stop.abort());
    expect(error).toMatchObject({ kind: 'cancelled', partial: 'There are' });
    await server.abandoned(0);
  });

  it('ends as cancelled when stopped while waiting to try again', async () => {
    const stop = new AbortController();
    server.script([status(429, 'slow down', { 'retry-after': '30' })]);
    const asking = ask(aModel({ api }), aRequest(), stop);
    await server.received(1);
    stop.abort();
    expect((await asking).error).toMatchObject({ kind: 'cancelled', attempts: 1 });
  });

  it('sends nothing when it is already cancelled', async () => {
    const stop = new AbortController();
    stop.abort();
    expect((await ask(aModel({ api }), aRequest(), stop)).error?.kind).toBe('cancelled');
    expect(server.requests).toEqual([]);
  });

  it('tries again after errors that pass, and counts every attempt once', async () => {
    server.script([
      status(500, 'oops'),
      status(503, 'busy', { 'retry-after-ms': '5' }),
      { kind: 'text', text: 'good' },
    ]);
    const { reply, progress } = await ask(aModel({ api }));
    expect(reply).toMatchObject({ text: 'good', attempts: 3 });
    expect(server.requests).toHaveLength(3);
    expect(progress.map(({ kind }) => kind)).toEqual(['attempt', 'backing-off', 'attempt', 'backing-off', 'attempt']);
  });
});

describe('a chat stream', () => {
  it('that stops without an end is cut off, never complete', async () => {
    server.script([
      stream([chatChunk({ content: 'There are' })], 'cut'),
      stream([chatChunk({ content: 'There are' })], 'end'),
    ]);
    for (const end of ['cut', 'end']) {
      expect((await ask()).error, end).toMatchObject({ kind: 'cut-off', partial: 'There are', attempts: 1 });
    }
  });

  it('that says it is done without a reason is complete, with a warning', async () => {
    server.script([stream([chatChunk({ content: 'x' }), '[DONE]'])]);
    const { reply } = await ask();
    expect(reply).toMatchObject({ text: 'x', finishReason: 'unknown' });
    expect(reply?.warnings?.join()).toContain('never said why');
  });

  it('that falls silent ends with the timeout and what had come', async () => {
    server.script([stream([chatChunk({ content: 'There' })], 'hang')]);
    const { error } = await ask(aModel(), aRequest({ parameters: { timeoutMs: 150 } }));
    expect(error).toMatchObject({ kind: 'timeout', partial: 'There' });
    expect(error?.words).toContain('0.2 seconds');
  });

  it('whose usage comes in every chunk counts the last report only', async () => {
    const usage = (output: number) => chatUsage({ input: 5, output });
    server.script([
      stream([
        { ...chatChunk({ content: 'a' }), usage: usage(1) },
        { ...chatChunk({ content: 'b' }), usage: usage(2) },
        { ...chatFinish('stop'), usage: usage(2) },
        '[DONE]',
      ]),
    ]);
    expect((await ask()).reply?.usage).toEqual({ input: 5, output: 2, cached: 0, reasoning: 0 });
  });
});

describe('a responses stream', () => {
  const responses = () => aModel({ api: 'responses' });
  const delta = (text: string, sequence: number) => ({
    type: 'response.output_text.delta',
    delta: text,
    sequence_number: sequence,
  });
  const ended = (response: object, sequence: number) => ({ ...response, sequence_number: sequence });

  it('takes a piece that comes twice once, by its number', async () => {
    const completed = {
      type: 'response.completed',
      response: { status: 'completed', output: [], usage: responsesUsage({ input: 3, output: 2 }) },
    };
    server.script([
      stream([delta('owl ', 0), delta('owl ', 0), delta('owl ', 1), ended(completed, 2), ended(completed, 2)]),
    ]);
    const { reply } = await ask(responses());
    expect(reply).toMatchObject({ text: 'owl owl ', usage: { input: 3, output: 2, cached: 0, reasoning: 0 } });
    expect(reply?.warnings).toEqual(['2 pieces of the stream came twice and were taken once.']);
  });

  it.each([
    ['max_output_tokens', 'x', 'length'],
    ['content_filter', 'x', 'content-filter'],
    ['max_output_tokens', '', 'empty-reply'],
  ])('that is incomplete for %s after %j ends as %s', async (reason, text, end) => {
    server.script([{ kind: 'text', text, finish: reason }]);
    const { reply, error } = await ask(responses());
    expect(reply?.finishReason ?? error?.kind).toBe(end);
  });

  it('that fails ends with the reported error', async () => {
    const failed = (code: string) => ({
      type: 'response.failed',
      response: { status: 'failed', error: { code, message: 'It broke.' } },
    });
    server.script([
      stream([delta('x', 0), ended(failed('server_error'), 1)]),
      stream([ended(failed('rate_limit_exceeded'), 0)]),
    ]);
    expect((await ask(responses())).error).toMatchObject({ kind: 'server-error', partial: 'x' });
    expect((await ask(responses())).error?.kind).toBe('rate-limited');
  });

  it('with an error event, a refusal, or no end is no reply', async () => {
    server.script([
      stream([delta('x', 0), { type: 'error', code: 'server_error', message: 'It broke.', sequence_number: 1 }]),
      stream([
        { type: 'response.refusal.delta', delta: 'I will not.', sequence_number: 0 },
        { type: 'response.completed', response: { status: 'completed', output: [] }, sequence_number: 1 },
      ]),
      stream([delta('x', 0)]),
    ]);
    expect((await ask(responses())).error?.kind).toBe('server-error');
    expect((await ask(responses())).error).toMatchObject({ kind: 'refused', partial: 'I will not.' });
    expect((await ask(responses())).error?.kind).toBe('cut-off');
  });

  it('keeps its input in the order it was given, instructions first', async () => {
    server.script([{ kind: 'text', text: 'x' }]);
    await ask(responses(), aRequest({ parameters: { reasoningEffort: 'high', maxOutputTokens: 9 } }));
    expect(server.requests[0]?.path).toBe('/v1/responses');
    expect(server.requests[0]?.body).toMatchObject({
      reasoning: { effort: 'high' },
      max_output_tokens: 9,
      input: [{ role: 'system' }, { role: 'user' }],
    });
  });
});

describe('a key', () => {
  it('is in no error text, even when the server repeats it', async () => {
    server.script([status(401, `Incorrect API key provided: ${KEY}. Also sk-tes********cdef and Bearer ${KEY}`)]);
    const { error } = await ask();
    expect(error?.kind).toBe('unauthorized');
    expect(error?.words).toContain('FAKE_API_KEY');
    expect(JSON.stringify(error)).not.toMatch(/sk-|1234567890/);
  });

  it('is taken out of a reply that repeats it', async () => {
    server.script([{ kind: 'text', text: `Your key is ${KEY}!` }]);
    const { reply } = await ask();
    expect(reply?.text).toBe('Your key is [key removed]!');
    expect(reply?.warnings?.join()).toContain('taken out');
  });

  it('that cannot be a header is refused without being shown', async () => {
    const place = { label: 'Fake', baseUrl: server.baseUrl, key: 'sk-test\nsecret', keyVariable: null, hint: null };
    const { error } = await ask(createOpenAiModel({ place, api: 'chat' }));
    expect(error?.words).toContain('stray characters');
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(server.requests).toEqual([]);
  });

  it('is not sent where there is none', async () => {
    const place = { label: 'Ollama', baseUrl: server.baseUrl, key: null, keyVariable: null, hint: null };
    server.script([{ kind: 'text', text: 'hi' }]);
    await ask(createOpenAiModel({ place, api: 'chat' }));
    expect(server.requests[0]?.headers['authorization']).toBeUndefined();
  });
});

describe('a call for embeddings', () => {
  const texts = ['one owl', 'two owls'];
  const request = aRequest({
    role: 'embedding',
    model: 'text-embedding-3-small',
    messages: texts.map((content) => ({ role: 'user', content })),
  });
  const answer = (extra: object = {}) => ({
    kind: 'raw' as const,
    chunks: [
      JSON.stringify({
        object: 'list',
        model: 'text-embedding-3-small',
        data: [
          { index: 1, embedding: [0, 1] },
          { index: 0, embedding: [1, 0.12345] },
        ],
        usage: { prompt_tokens: 5, total_tokens: 5 },
        ...extra,
      }),
    ],
  });

  it('sends the texts to /embeddings and gives their vectors in the order of the texts', async () => {
    server.script([answer()]);
    const { reply } = await ask(aModel(), request);
    expect(server.requests[0]).toMatchObject({
      path: '/v1/embeddings',
      body: { model: 'text-embedding-3-small', input: texts, encoding_format: 'float', dimensions: 256 },
    });
    expect(reply).toMatchObject({
      text: '[[1,0.1235],[0,1]]',
      usage: { input: 5, output: 0, cached: 0, reasoning: 0 },
    });
  });

  it('is asked again without dimensions where the model has only its own', async () => {
    server.script([
      status(400, { error: { message: 'This model does not support specifying dimensions.' } }),
      answer(),
    ]);
    const { reply } = await ask(aModel(), request);
    expect(reply?.attempts).toBe(2);
    expect(reply?.warnings?.join()).toContain('does not take a number of dimensions');
    expect(server.requests[1]?.body).not.toHaveProperty('dimensions');
  });

  it('says what is wrong when the answer holds none', async () => {
    server.script([answer({ data: null })]);
    expect((await ask(aModel(), request)).error?.kind).toBe('not-json');
  });
});
