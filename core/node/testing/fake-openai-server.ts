// A scripted OpenAI-compatible server on the loopback, for tests and benchmarks: it answers each request with the next
// reply of its script (or what a function says), in the dialect that was asked for, and keeps what it was sent.

import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { listenOnLoopback } from './loopback.ts';
import { chatEvents, responsesEvents, sse } from './scripted-stream.ts';
import type { TextOptions } from './scripted-stream.ts';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
  /** True once the client closed the connection before the reply was over. */
  abandoned: boolean;
}

export type Scripted =
  /** A good reply in the dialect of the request, unless its options say otherwise. */
  | ({ readonly kind: 'text'; readonly text: string } & TextOptions)
  /** An answer as it stands. */
  | {
      readonly kind: 'raw';
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly chunks: Iterable<string | Uint8Array>;
      /** What follows the last chunk: a proper end, a cut connection, or silence. */
      readonly end?: 'end' | 'cut' | 'hang';
    }
  /** Not even headers. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'cut' };

export type Script = readonly Scripted[] | ((request: SeenRequest) => Scripted | Promise<Scripted>);

export interface FakeOpenAiServer {
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Replaces the script; a list that is used up answers 500 with words. */
  script(script: Script): void;
  /** Resolves once `count` requests have come in. */
  received(count: number): Promise<void>;
  /** Resolves once the client has abandoned the request with this index. */
  abandoned(index: number): Promise<void>;
  /** Connections opened so far. */
  connections(): number;
  close(): Promise<void>;
}

export async function startFakeOpenAiServer(
  models: readonly string[] = ['fake-1', 'fake-2'],
): Promise<FakeOpenAiServer> {
  const requests: SeenRequest[] = [];
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const check of waiting) check();
  };
  const until = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  let script: Script = [];
  let next = 0;
  let connections = 0;

  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const seen: SeenRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: parseBody(await readAll(incoming)),
      abandoned: false,
    };
    response.on('close', () => {
      if (!response.writableFinished) seen.abandoned = true;
      changed();
    });
    requests.push(seen);
    changed();
    if (
      seen.method === 'GET' &&
      seen.path.endsWith('/models') &&
      typeof script !== 'function' &&
      next >= script.length
    ) {
      await play(
        {
          kind: 'raw',
          chunks: [JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) })],
        },
        seen,
        response,
      );
      return;
    }
    const scripted = typeof script === 'function' ? await script(seen) : script[next++];
    await play(scripted ?? status(500, 'the script is used up'), seen, response);
  };

  const server: Server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  server.on('connection', () => (connections += 1));
  server.keepAliveTimeout = 60_000;
  const { origin, close } = await listenOnLoopback(server);

  return {
    baseUrl: `${origin}/v1`,
    requests,
    script(replacement) {
      script = replacement;
      next = 0;
    },
    received: (count) => until(() => requests.length >= count),
    abandoned: (index) => until(() => requests[index]?.abandoned === true),
    connections: () => connections,
    close,
  };
}

/** An error answer in the protocol's shape, or a body as it stands. */
export function status(code: number, error: string | object, headers: Readonly<Record<string, string>> = {}): Scripted {
  const body =
    typeof error === 'string' ? { error: { message: error, type: 'error', code: null, param: null } } : error;
  return {
    kind: 'raw',
    status: code,
    headers: { 'content-type': 'application/json', ...headers },
    chunks: [JSON.stringify(body)],
  };
}

/** A stream of these events as they stand. */
export function stream(events: Iterable<unknown>, end: 'end' | 'cut' | 'hang' = 'end'): Scripted {
  return { kind: 'raw', headers: { 'content-type': 'text/event-stream' }, chunks: sse(events), end };
}

async function play(scripted: Scripted, seen: SeenRequest, response: ServerResponse): Promise<void> {
  switch (scripted.kind) {
    case 'hang':
      return;
    case 'cut':
      response.destroy();
      return;
    case 'text': {
      const events = seen.path.endsWith('/responses')
        ? responsesEvents(scripted.text, scripted)
        : chatEvents(scripted.text, scripted);
      await play(stream(events), seen, response);
      return;
    }
    case 'raw': {
      response.writeHead(scripted.status ?? 200, { 'content-type': 'application/json', ...scripted.headers });
      for (const chunk of scripted.chunks) {
        if (response.destroyed) return;
        if (!response.write(chunk)) await roomOrEnd(response);
      }
      if (scripted.end === 'hang') return;
      if (scripted.end === 'cut') {
        // What was written must have left before the connection goes.
        await new Promise((resolve) => response.write('\n', resolve));
        response.destroy();
      } else {
        response.end();
      }
    }
  }
}

async function roomOrEnd(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) if (Buffer.isBuffer(part)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

function parseBody(text: string): unknown {
  if (text === '') return null;
  const parsed: unknown = JSON.parse(text);
  return parsed;
}
