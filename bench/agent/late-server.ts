// A server on the loopback that answers every call with the same words after a while and does nothing else, so that what a
// batch takes beyond that while is ours.

import { createServer } from 'node:http';
import { chatEvents, listenOnLoopback, type OnLoopback, sse } from '#core/node/testing/index.ts';

export function startLateServer(latencyMs: number, words: string): Promise<OnLoopback> {
  const body = [...sse(chatEvents(words))].join('');
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(body);
    }, latencyMs);
  });
  server.keepAliveTimeout = 60_000;
  return listenOnLoopback(server);
}
