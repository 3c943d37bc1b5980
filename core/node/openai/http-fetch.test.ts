import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { httpFetch } from './http-fetch.ts';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  let connections = 0;
  const server = createServer(answer).on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close: () => (server.closeAllConnections(), server.close()) });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${String(address.port)}/`, connections: () => connections, server };
}

describe('fetch over kept connections', () => {
  it('sends the method, the headers and the body, and gives back status, headers and text', async () => {
    const { url } = await serve((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        response.writeHead(418, { 'x-one': ['a', 'b'] });
        response.end(`${String(request.method)} ${String(request.headers['x-mark'])} ${body}`);
      });
    });
    const response = await httpFetch(url, { method: 'POST', headers: { 'x-mark': 'm' }, body: 'héllo' });
    expect([response.status, response.headers.get('x-one'), await response.text()]).toEqual([
      418,
      'a, b',
      'POST m héllo',
    ]);
  });

  it('uses a connection again', async () => {
    const { url, connections } = await serve((_, response) => void response.end('ok'));
    for (let call = 0; call < 5; call++) await (await httpFetch(url)).text();
    expect(connections()).toBe(1);
  });

  it('makes the call again when a kept connection is closed as it is used', async () => {
    let calls = 0;
    const { url } = await serve((request, response) => {
      calls += 1;
      if (calls === 2) request.socket.destroy();
      else response.end(String(calls));
    });
    expect(await (await httpFetch(url)).text()).toBe('1');
    expect(await (await httpFetch(url)).text()).toBe('3');
  });

  it('unpacks what a server packs unasked', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('packed'));
    });
    expect(await (await httpFetch(url)).text()).toBe('packed');
  });

  it('does not follow a redirect', async () => {
    const { url } = await serve((_, response) => void response.writeHead(302, { location: '/other' }).end());
    const response = await httpFetch(url);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/other']);
  });

  it('ends with the reason of its signal, before the answer and in it', async () => {
    const { url } = await serve((request, response) => {
      if (request.url === '/body') response.write('begun');
    });
    const reason = new Error('enough');
    const stop = new AbortController();
    const silent = httpFetch(url, { signal: stop.signal });
    const begun = await httpFetch(`${url}body`, { signal: stop.signal });
    stop.abort(reason);
    await expect(silent).rejects.toBe(reason);
    await expect(begun.text()).rejects.toBe(reason);
    await expect(httpFetch(url, { signal: stop.signal })).rejects.toBe(reason);
  });

  it('says that the answer broke off', async () => {
    const { url } = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    });
    await expect((await httpFetch(url)).text()).rejects.toThrow('terminated');
  });

  it('fails as fetch does when nobody listens', async () => {
    const { url, server } = await serve(() => undefined);
    server.close();
    await expect(httpFetch(url)).rejects.toMatchObject({
      message: 'fetch failed',
      cause: { code: 'ECONNREFUSED' },
    });
  });

  it('lets go of the connection when the body is not wanted', async () => {
    let closed: (() => void) | null = null;
    const whenClosed = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await serve((_, response) => {
      response.on('close', () => closed?.());
      response.write('begun');
    });
    await (await httpFetch(url)).body?.cancel();
    await whenClosed;
  });
});
