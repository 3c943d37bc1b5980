// fetch for model calls over node:http, behind the same signature: a run may make thousands of small calls, and Node's own
// fetch takes some five times the processor time for each. Connections are kept; nothing is cached, no redirect is
// followed, no cookie kept. What fails, fails as fetch does: the signal's reason, or a TypeError with the cause.

import http from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** A connection the server has not used for this long may be gone without a word (ours). */
const IDLE_MS = 4_000;

const plain = new http.Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' });
const secure = new https.Agent({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' });

/** Takes what the SDK sends: a text as body, or none. */
export async function httpFetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input);
  const body = init.body ?? '';
  if (typeof body !== 'string') throw new TypeError('a body that is no text is not taken');
  const signal = init.signal ?? null;
  for (;;) {
    signal?.throwIfAborted();
    const request = open(url, init, body);
    const stop = (): void => void request.destroy();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      return responseOf(await answerTo(request), signal, stop);
    } catch (error) {
      signal?.removeEventListener('abort', stop);
      signal?.throwIfAborted();
      // A kept connection that the server closed in the same moment: the request never arrived, and is made once more on
      // a connection of its own.
      if (request.reusedSocket && isReset(error)) continue;
      throw new TypeError('fetch failed', { cause: error });
    }
  }
}

function open(url: URL, init: RequestInit, body: string): ClientRequest {
  const isSecure = url.protocol === 'https:';
  if (!isSecure && url.protocol !== 'http:') throw new TypeError(`no calls are made over ${url.protocol}`);
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  const given = init.headers instanceof Headers ? init.headers : new Headers(init.headers);
  given.forEach((value, name) => (headers[name] = value));
  if (body !== '') headers['content-length'] = String(Buffer.byteLength(body));
  const request = (isSecure ? https : http).request(url, {
    method: init.method ?? 'GET',
    headers,
    agent: isSecure ? secure : plain,
  });
  // The agent's time-out is for idle connections only: how long an answer may take is the caller's to say.
  request.setTimeout(0);
  request.end(body);
  return request;
}

function answerTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Also listens to what comes after the answer began, which the body tells.
    request.on('error', reject);
  });
}

function responseOf(message: IncomingMessage, signal: AbortSignal | null, stop: () => void): Response {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < message.rawHeaders.length; at += 2) {
    headers.push([message.rawHeaders[at] ?? '', message.rawHeaders[at + 1] ?? '']);
  }
  const status = message.statusCode ?? 0;
  const hasBody = status !== 204 && status !== 205 && status !== 304;
  if (!hasBody) message.resume();
  message.once('close', () => signal?.removeEventListener('abort', stop));
  return new Response(hasBody ? streamOf(message, signal) : null, {
    status,
    statusText: message.statusMessage ?? '',
    headers,
  });
}

/** The body as a web stream that holds the connection back while nobody reads. */
function streamOf(message: IncomingMessage, signal: AbortSignal | null): ReadableStream<Uint8Array> {
  const source = decoded(message);
  let over = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const fail = (error: unknown): void => {
        if (over) return;
        over = true;
        controller.error(signal?.aborted === true ? signal.reason : new TypeError('terminated', { cause: error }));
      };
      source.on('data', (bytes: Uint8Array) => {
        if (over) return;
        controller.enqueue(bytes);
        if ((controller.desiredSize ?? 0) <= 0) source.pause();
      });
      source.once('end', () => {
        if (over) return;
        over = true;
        controller.close();
      });
      source.once('error', fail);
      if (source !== message) message.once('error', fail);
      source.once('close', () => {
        // An Error notes where it was made, which is dear for one that most answers have no use for.
        if (!over) fail(new Error('the connection was closed before the answer was over'));
      });
      source.pause();
    },
    pull: () => void source.resume(),
    cancel() {
      over = true;
      message.destroy();
    },
  });
}

function decoded(message: IncomingMessage): Readable {
  switch (message.headers['content-encoding']?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return message.pipe(createGunzip());
    case 'deflate':
      return message.pipe(createInflate());
    case 'br':
      return message.pipe(createBrotliDecompress());
    default:
      return message;
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
