// A server on the loopback that answers every call with the same words after a while and does nothing else, so that what a
// batch takes beyond that while is ours.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { chatEvents, sse } from '#core/node/testing/index.ts';

export interface LateServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function startLateServer(latencyMs: number, words: string): Promise<LateServer> {
  const body = [...sse(chatEvents(words, {}))].join('');
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(body);
    }, latencyMs);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
