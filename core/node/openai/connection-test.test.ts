import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startFakeOpenAiServer, status } from '../testing/fake-openai-server.ts';
import type { FakeOpenAiServer, Scripted } from '../testing/fake-openai-server.ts';
import { testConnection } from './connection-test.ts';
import type { ConnectionTestOptions } from './connection-test.ts';
import type { ModelPlace } from './place.ts';

const KEY = 'sk-test-1234567890abcdef';

let server: FakeOpenAiServer;
beforeEach(async () => {
  server = await startFakeOpenAiServer(['owl-2', 'owl-1']);
});
afterEach(() => server.close());

function test(place: Partial<ModelPlace> = {}, options: Partial<ConnectionTestOptions> = {}) {
  return testConnection(
    { label: 'Fake', baseUrl: server.baseUrl, key: KEY, keyVariable: null, hint: null, ...place },
    { wanted: [], signal: new AbortController().signal, ...options },
  );
}

async function wordsFor(scripted: Scripted): Promise<string> {
  server.script([scripted]);
  const { ok, words } = await test();
  expect(ok).toBe(false);
  expect(words).not.toContain(KEY);
  return words;
}

describe('testing a connection', () => {
  it('lists the models, sorted, and finds those that are wanted', async () => {
    const report = await test({}, { wanted: ['owl-1', ''] });
    expect(report).toMatchObject({ ok: true, models: ['owl-1', 'owl-2'] });
    expect(report.words).toMatch(/^Fake \(127\.0\.0\.1:\d+\) answers and has 2 models\.$/);
    expect(server.requests[0]).toMatchObject({ method: 'GET', path: '/v1/models' });
  });

  it('names a wanted model that is not there', async () => {
    const report = await test({}, { wanted: ['owl-1', 'owl-9'] });
    expect(report.ok).toBe(false);
    expect(report.words).toContain('but owl-9 is not among them');
  });

  it('reads the bare list of Together and the empty one of Ollama', async () => {
    server.script([status(200, [{ id: 'a/b' }])]);
    expect((await test()).models).toEqual(['a/b']);
    server.script([status(200, { object: 'list', data: null })]);
    expect((await test()).words).toContain('has no model');
  });

  it('says that nothing listens, with how to start the server', async () => {
    const gone = await startFakeOpenAiServer();
    await gone.close();
    const { words } = await test({ baseUrl: gone.baseUrl, hint: 'Start it with "fake serve".' });
    expect(words).toMatch(/^Nothing listens at Fake \(127.0.0.1:\d+\) \(ECONNREFUSED\). Start it with "fake serve"./);
  });

  it('says that the name cannot be resolved', async () => {
    const { words } = await test({ baseUrl: 'http://no-such-host.invalid/v1' });
    expect(words).toMatch(/name of Fake \(no-such-host\.invalid\) cannot be resolved \((ENOTFOUND|EAI_AGAIN)\)/);
  });

  it('says that the server does not speak TLS', async () => {
    const { words } = await test({ baseUrl: server.baseUrl.replace('http:', 'https:') });
    expect(words).toMatch(/No secure connection .*\(.+\).*write http:\/\//);
  });

  it('says that the connection was closed without an answer', async () => {
    const rude = createServer((socket) => socket.destroy());
    rude.listen(0, '127.0.0.1');
    await once(rude, 'listening');
    const address = rude.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const { words } = await test({ baseUrl: `http://127.0.0.1:${String(port)}/v1` });
    rude.close();
    expect(words).toContain('closed the connection without an answer');
  });

  it('says that the key is wrong, or not allowed', async () => {
    expect(await wordsFor(status(401, `bad key ${KEY}`))).toContain('did not accept the key (401)');
    expect(await wordsFor(status(403, 'country not supported'))).toContain('does not allow this call (403)');
  });

  it('says that the path is wrong, and finds the right one when only /v1 is missing', async () => {
    expect(await wordsFor(status(404, 'no route'))).toContain('knows no such address (404)');
    server.script((seen) =>
      seen.path.startsWith('/v1/')
        ? status(200, { data: [{ id: 'owl-1' }] })
        : { kind: 'raw', status: 404, headers: { 'content-type': 'text/plain' }, chunks: ['404 page not found'] },
    );
    const report = await test({ baseUrl: server.baseUrl.replace('/v1', '') });
    expect(report.words).toMatch(/answers at http:\/\/127\.0\.0\.1:\d+\/v1, not at/);
    expect(report.models).toEqual(['owl-1']);
  });

  it('says that there is a web page, or something else, where the list should be', async () => {
    const page = {
      kind: 'raw',
      headers: { 'content-type': 'text/html' },
      chunks: ['<!doctype html><p>Welcome'],
    } as const;
    expect(await wordsFor(page)).toContain('a web page where a list of models should be');
    expect(await wordsFor(status(200, { error: 'Unexpected endpoint' }))).toContain('something else');
  });

  it('says where a redirect leads and does not follow it', async () => {
    const words = await wordsFor(status(301, '', { location: 'https://elsewhere.example/v1/models?key=1' }));
    expect(words).toContain('redirects to https://elsewhere.example/v1/models (301)');
  });

  it('gives up on silence', async () => {
    server.script([{ kind: 'hang' }]);
    const { words } = await test({}, { timeoutMs: 100 });
    expect(words).toContain('Nothing came from Fake');
  });

  it('can be stopped', async () => {
    server.script([{ kind: 'hang' }]);
    const stop = new AbortController();
    const testing = test({}, { signal: stop.signal });
    await server.received(1);
    stop.abort();
    expect((await testing).words).toBe('Stopped.');
  });
});
