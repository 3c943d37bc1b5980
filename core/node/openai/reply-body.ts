// Reads the body of a reply: a stream of events as a rule, one JSON object from servers that do not stream. Watches what
// a stream parser hides: bytes that are no UTF-8, a stream that ends without saying so, silence, and sheer size.

import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';
import { APIError } from 'openai';
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
  const body = new BodyText(response.body);
  let isOver = false;
  try {
    const end = await (/\bjson\b/i.test(type) ? readWhole(body, options) : readStream(body, response.headers, options));
    isOver = end.kind === 'read';
    return end;
  } finally {
    body.leave(isOver);
  }
}

async function readStream(body: BodyText, headers: Headers, options: BodyOptions): Promise<BodyEnd> {
  const { reader, onEvent, onText } = options;
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  let chars = 0;
  for (;;) {
    const text = await body.next();
    // Servers leave out the empty line after the last event.
    parser.feed(text ?? '\n\n');
    for (const event of arrived.splice(0)) {
      if (event.data === '[DONE]') return { kind: 'read', damagedUtf8: body.damaged, saidDone: true };
      const data: unknown = JSON.parse(event.data);
      throwReported(event, data, headers);
      onEvent();
      const added = reader.accept(data);
      if (added === '') continue;
      chars += added.length;
      if (chars > MAX_REPLY_CHARS) return { kind: 'too-large' };
      onText(added);
    }
    if (text === null) return { kind: 'read', damagedUtf8: body.damaged, saidDone: false };
  }
}

/** As the SDK has it: an event named error, or one that holds an error, ends the stream with it. */
function throwReported(event: EventSourceMessage, data: unknown, headers: Headers): void {
  const inner = isRecord(data) ? data['error'] : null;
  if (event.event === 'error') throw new APIError(undefined, errorObject(inner ?? data), undefined, headers);
  if (inner) throw new APIError(undefined, errorObject(inner), undefined, headers);
}

function errorObject(said: unknown): object {
  return isRecord(said) ? said : { message: String(said) };
}

async function readWhole(body: BodyText, options: BodyOptions): Promise<BodyEnd> {
  const parts: string[] = [];
  for (let text = await body.next(); text !== null; text = await body.next()) {
    options.onEvent();
    if (body.bytes > MAX_WHOLE_BYTES) return { kind: 'too-large' };
    parts.push(text);
  }
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
  return { kind: 'read', damagedUtf8: body.damaged, saidDone: true };
}

/** How long a connection may take to end a reply that has said that it is over, to be used again (ours). */
const LINGER_MS = 1_000;

/** The body as pieces of text; notices bytes that are no UTF-8. */
class BodyText {
  bytes = 0;
  damaged = false;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** Strict until the first damage. */
  #decoder = new TextDecoder('utf-8', { fatal: true });
  #ended = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** Null at the end. */
  async next(): Promise<string | null> {
    if (this.#ended) return null;
    const { value } = await this.#reader.read();
    if (value !== undefined) {
      this.bytes += value.byteLength;
      return this.#decode(value);
    }
    this.#ended = true;
    const rest = this.#decode();
    return rest === '' ? null : rest;
  }

  /** Lets go of the connection; one whose reply is over may end by itself, so that the next call finds it open. */
  leave(isOver: boolean): void {
    if (this.#ended) return;
    if (!isOver) return this.#cancel();
    const timer = setTimeout(() => this.#cancel(), LINGER_MS);
    void this.#drain().finally(() => clearTimeout(timer));
  }

  async #drain(): Promise<void> {
    try {
      while (!(await this.#reader.read()).done);
    } catch {
      // The reply was whole; how its connection ends is nobody's concern any more.
    }
  }

  #cancel(): void {
    this.#reader.cancel().catch(() => undefined);
  }

  #decode(bytes?: Uint8Array): string {
    const options = { stream: bytes !== undefined };
    try {
      return this.#decoder.decode(bytes, options);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      this.damaged = true;
      this.#decoder = new TextDecoder();
      return this.#decoder.decode(bytes, options);
    }
  }
}
