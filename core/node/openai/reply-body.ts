// Reads the body of a reply: a stream of events as a rule, one JSON object from servers that do not stream. Watches what
// a stream parser hides: bytes that are no UTF-8, a stream that ends without saying so, silence, and sheer size.

import { APIError } from 'openai';
import type OpenAI from 'openai';
import { Stream } from 'openai/streaming';
import { isRecord } from './wire.ts';
import type { ReplyReader } from './wire.ts';

/** Longer replies are no model's. The same limit as for replies typed by hand. */
export const MAX_REPLY_CHARS = 10_000_000;
/** Of a reply that is one JSON object, escapes and envelope included. */
const MAX_WHOLE_BYTES = 64_000_000;

export type BodyEnd =
  | { readonly kind: 'read'; readonly damagedUtf8: boolean; readonly saidDone: boolean }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'not-json'; readonly what: string };

export interface BodyOptions {
  readonly client: OpenAI;
  readonly reader: ReplyReader;
  /** Called for each event, text or not: the server is alive. */
  readonly onEvent: () => void;
  readonly onText: (text: string) => void;
}

/** Throws what the connection throws: an abort, a reset, a stream's own error. */
export async function readBody(response: Response, options: BodyOptions): Promise<BodyEnd> {
  const type = response.headers.get('content-type') ?? '';
  if (/\bhtml\b/i.test(type)) {
    await response.body?.cancel();
    return { kind: 'not-json', what: 'a web page' };
  }
  if (response.body === null) return { kind: 'not-json', what: 'an empty answer' };
  const watch = new ByteWatch();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({ transform: (bytes, to) => watch.pass(bytes, to) }),
  );
  return /\bjson\b/i.test(type) ? readWhole(body, watch, options) : readStream(response, body, watch, options);
}

async function readStream(
  response: Response,
  body: ReadableStream<Uint8Array>,
  watch: ByteWatch,
  options: BodyOptions,
): Promise<BodyEnd> {
  const { reader, onEvent, onText, client } = options;
  const watched = new Response(body, { headers: response.headers });
  let chars = 0;
  for await (const event of Stream.fromSSEResponse<unknown>(watched, new AbortController(), client)) {
    onEvent();
    const text = reader.accept(event);
    if (text === '') continue;
    chars += text.length;
    if (chars > MAX_REPLY_CHARS) return { kind: 'too-large' };
    onText(text);
  }
  return { kind: 'read', damagedUtf8: watch.damaged, saidDone: watch.saidDone };
}

async function readWhole(body: ReadableStream<Uint8Array>, watch: ByteWatch, options: BodyOptions): Promise<BodyEnd> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const bytes of body) {
    options.onEvent();
    if (watch.bytes > MAX_WHOLE_BYTES) return { kind: 'too-large' };
    parts.push(decoder.decode(bytes, { stream: true }));
  }
  parts.push(decoder.decode());
  let json: unknown;
  try {
    json = JSON.parse(parts.join(''));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: 'not-json', what: 'text that only claims to be JSON' };
  }
  if (isRecord(json) && isRecord(json['error'])) throw new APIError(undefined, json['error'], undefined, undefined);
  const text = options.reader.acceptWhole(json);
  if (text.length > MAX_REPLY_CHARS) return { kind: 'too-large' };
  if (text !== '') options.onText(text);
  return { kind: 'read', damagedUtf8: watch.damaged, saidDone: true };
}

const DONE_TAIL_CHARS = 40;

/** Looks at the bytes as they pass. */
class ByteWatch {
  bytes = 0;
  damaged = false;
  readonly #strict = new TextDecoder('utf-8', { fatal: true });
  readonly #lenient = new TextDecoder();
  #tail = '';

  get saidDone(): boolean {
    return this.#tail.includes('[DONE]');
  }

  pass(bytes: Uint8Array, to: TransformStreamDefaultController<Uint8Array>): void {
    this.bytes += bytes.byteLength;
    this.#check(bytes);
    to.enqueue(bytes);
  }

  #check(bytes: Uint8Array): void {
    this.#tail = (this.#tail + this.#decode(bytes)).slice(-DONE_TAIL_CHARS);
  }

  #decode(bytes: Uint8Array): string {
    if (this.damaged) return this.#lenient.decode(bytes);
    try {
      return this.#strict.decode(bytes, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.damaged = true;
      return this.#lenient.decode(bytes);
    }
  }
}
