// Any OpenAI-compatible server as a ChatModel. Retries are the SDK's alone; what is added here: optional parameters a
// model refuses are left out and remembered, silence in mid-stream ends the call, a cancelled or cut reply never looks
// complete, and no key gets into any text.

import { APIError } from 'openai';
import type { CallOptions, ChatModel, ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import { redact, removeKeys } from '#core/lm/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { createAttempts } from './attempts.ts';
import { createChatWire } from './chat-wire.ts';
import type { OutputLimitField } from './chat-wire.ts';
import { ClientPool } from './client.ts';
import { DeltaTimes } from './delta-times.ts';
import { createEmbeddingsWire } from './embeddings-wire.ts';
import { explain, explainNotJson, explainReported, explainSilence } from './failure.ts';
import type { Explained } from './failure.ts';
import { httpFetch } from './http-fetch.ts';
import { placeWords } from './place.ts';
import type { ModelPlace } from './place.ts';
import { createRamp } from './ramp.ts';
import { readBody } from './reply-body.ts';
import type { BodyEnd } from './reply-body.ts';
import { createResponsesWire } from './responses-wire.ts';
import type { OptionalField, ReadReply, ReplyReader, Wire } from './wire.ts';

/** Tries after the first one. A number of ours: the SDK's 2 is little for a rate limit shared by many sub-calls. */
const RETRIES = 4;
const DEFAULT_TIMEOUT_MS = 300_000;

export interface OpenAiModelOptions {
  readonly place: ModelPlace;
  readonly api: 'chat' | 'responses';
  /** Shown to people; the place's label where absent. */
  readonly name?: string;
  readonly outputLimitField?: OutputLimitField;
  readonly fetch?: typeof globalThis.fetch;
  readonly retries?: number;
}

export function createOpenAiModel(options: OpenAiModelOptions): ChatModel {
  const { place } = options;
  const chat =
    options.api === 'chat' ? createChatWire(options.outputLimitField ?? 'max_tokens') : createResponsesWire();
  const embeddings = createEmbeddingsWire();
  const clients = new ClientPool(place, options.retries ?? RETRIES);
  const refusedByModel = new Map<string, Set<string>>();
  const ramp = createRamp();

  return {
    name: options.name ?? place.label,
    async complete(request, callOptions) {
      const refused = refusedByModel.get(request.model) ?? new Set<string>();
      refusedByModel.set(request.model, refused);
      const call = new Call(request, callOptions, {
        place,
        wire: request.role === 'embedding' ? embeddings : chat,
        clients,
        refused,
        fetch: options.fetch ?? httpFetch,
      });
      return ramp.begin(callOptions.signal, () => call.run());
    },
  };
}

interface CallPorts {
  readonly place: ModelPlace;
  readonly wire: Wire;
  readonly clients: ClientPool;
  readonly refused: Set<string>;
  readonly fetch: typeof globalThis.fetch;
}

/** One call from the first request to the result. */
class Call {
  readonly #request: ChatRequest;
  readonly #options: CallOptions;
  readonly #ports: CallPorts;
  readonly #keys: readonly string[];
  readonly #timeoutMs: number;
  readonly #startedMs = performance.now();
  readonly #controller = new AbortController();
  readonly #parts: string[] = [];
  readonly #deltas = new DeltaTimes();
  readonly #warnings: string[] = [];
  #firstDeltaMs: number | null = null;
  #silent = false;
  #attempts = 0;

  constructor(request: ChatRequest, options: CallOptions, ports: CallPorts) {
    this.#request = request;
    this.#options = options;
    this.#ports = ports;
    this.#keys = ports.place.key === null ? [] : [ports.place.key];
    this.#timeoutMs = request.parameters.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  }

  async run(): Promise<Result<ChatReply, LmError>> {
    const { signal } = this.#options;
    if (signal.aborted) return this.#cancelled(null);
    const cancel = (): void => this.#controller.abort(signal.reason);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await this.#ask();
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  async #ask(): Promise<Result<ChatReply, LmError>> {
    for (;;) {
      const body = this.#ports.wire.body(this.#request, this.#ports.refused);
      const reader = this.#ports.wire.createReader();
      let end: BodyEnd;
      try {
        const response = await this.#send(body);
        end = await this.#read(response, reader);
      } catch (error) {
        const field = this.#parts.length === 0 ? refusedField(error, body, this.#ports.wire.optional) : null;
        if (field === null) return this.#thrown(error, reader.end());
        this.#ports.refused.add(field.field);
        this.#warnings.push(
          `${this.#request.model} at ${placeWords(this.#ports.place)} does not take ${field.words}; asked without it.`,
        );
        continue;
      }
      return this.#ended(end, reader.end());
    }
  }

  async #send(body: Readonly<Record<string, unknown>>): Promise<Response> {
    const attempts = createAttempts({
      timeoutMs: this.#timeoutMs,
      fetch: this.#ports.fetch,
      onProgress: (progress) => this.#options.onProgress?.(progress),
      giveUp: () => this.#giveUp(),
    });
    try {
      return await this.#ports.clients.lend(attempts, (client) =>
        client.post(this.#ports.wire.path, { body, stream: true, signal: this.#controller.signal }).asResponse(),
      );
    } finally {
      this.#attempts += attempts.count();
    }
  }

  async #read(response: Response, reader: ReplyReader): Promise<BodyEnd> {
    const timer = setTimeout(() => this.#giveUp(), this.#timeoutMs);
    try {
      const end = await readBody(response, {
        reader,
        onEvent: () => void timer.refresh(),
        onText: (text) => this.#take(text),
      });
      // Whatever ended the reading early leaves the connection to nobody.
      if (end.kind !== 'read') this.#controller.abort();
      return end;
    } finally {
      clearTimeout(timer);
    }
  }

  #take(text: string): void {
    const ms = this.#elapsedMs();
    this.#firstDeltaMs ??= ms;
    this.#deltas.add(ms, text.length);
    this.#parts.push(text);
    this.#options.onDelta?.(text);
  }

  #giveUp(): void {
    this.#silent = true;
    this.#controller.abort();
  }

  /** The body came to an end; whether the reply did is another matter. */
  #ended(end: BodyEnd, read: ReadReply): Result<ChatReply, LmError> {
    const { place } = this.#ports;
    // An aborted stream ends without throwing.
    if (this.#options.signal.aborted) return this.#cancelled(read);
    if (this.#silent) return this.#failed(explainSilence(place, this.#timeoutMs), read);
    if (end.kind === 'not-json') return this.#failed(explainNotJson(place, end.what), read);
    if (end.kind === 'too-large') {
      const words = `The reply from ${placeWords(place)} went past 10 million characters and was cut there. Run this step again, or try another model.`;
      return this.#failed({ kind: 'reply-too-large', words, status: null }, read);
    }
    if (read.failure !== null) {
      return this.#failed(explainReported(read.failure.code, read.failure.message, place, this.#request.model), read);
    }
    if (read.understood === 0) return this.#failed(explainNotJson(place, 'nothing in it is a piece of a reply'), read);
    if (read.finishReason === null && !end.saidDone) return this.#failed(this.#cutOff(), read);
    const fault = contentFault(read, this.#text(), place, this.#request.model);
    if (fault !== null) return this.#failed(fault, read);
    return ok(this.#reply(read, end.damagedUtf8));
  }

  #reply(read: ReadReply, damagedUtf8: boolean): ChatReply {
    const warnings = [...this.#warnings, ...read.usage.warnings, ...read.warnings];
    if (damagedUtf8) warnings.push('The reply held bytes that are no UTF-8; each is shown as �.');
    if (read.finishReason === null) warnings.push('The server never said why the reply ended.');
    if (read.calledTools) warnings.push('The model also called a tool that nobody offered; the call was passed over.');
    const raw = this.#text();
    const text = removeKeys(raw, this.#keys);
    if (text !== raw) warnings.push('The reply repeated the key; it was taken out.');
    return {
      text,
      usage: read.usage.usage,
      usageSource: read.usage.usage === null ? 'none' : 'provider',
      model: read.model ?? this.#request.model,
      finishReason: read.finishReason ?? 'unknown',
      latencyMs: this.#elapsedMs(),
      firstDeltaMs: this.#firstDeltaMs,
      attempts: this.#attempts,
      costMicroUsd: null,
      origin: 'live',
      ...(warnings.length > 0 ? { warnings: warnings.map((words) => redact(words, this.#keys)) } : {}),
      deltas: this.#deltas.all(),
    };
  }

  #thrown(error: unknown, read: ReadReply): Result<ChatReply, LmError> {
    const { place } = this.#ports;
    if (this.#options.signal.aborted) return this.#cancelled(read);
    if (this.#silent) return this.#failed(explainSilence(place, this.#timeoutMs), read);
    // A connection that breaks after the first piece cut the reply; before it, there was none.
    if (read.understood > 0 && !(error instanceof APIError)) {
      return this.#failed(error instanceof SyntaxError ? this.#damaged() : this.#cutOff(), read);
    }
    return this.#failed(explain(error, place, this.#request.model, this.#timeoutMs), read);
  }

  #cutOff(): Explained {
    const words = `The reply from ${placeWords(this.#ports.place)} broke off in the middle. What had come is kept; run this step again.`;
    return { kind: 'cut-off', words, status: null };
  }

  #damaged(): Explained {
    const words = `The reply from ${placeWords(this.#ports.place)} is damaged: a piece of its stream is no JSON. What had come is kept; run this step again. If it happens again, the server or a proxy before it is at fault.`;
    return { kind: 'not-json', words, status: null };
  }

  #cancelled(read: ReadReply | null): Result<ChatReply, LmError> {
    return this.#failed({ kind: 'cancelled', words: 'Stopped.', status: null }, read);
  }

  #failed(explained: Explained, read: ReadReply | null): Result<ChatReply, LmError> {
    const partial = this.#text() || (read?.refusal ?? '');
    return err({
      kind: explained.kind,
      words: redact(explained.words, this.#keys),
      status: explained.status,
      attempts: this.#attempts,
      latencyMs: this.#elapsedMs(),
      usage: read?.usage.usage ?? null,
      partial: partial === '' ? null : removeKeys(partial, this.#keys),
    });
  }

  #text(): string {
    return this.#parts.join('');
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }
}

/** A reply that came whole and still is none. */
function contentFault(read: ReadReply, text: string, place: ModelPlace, model: string): Explained | null {
  const fault = (kind: Explained['kind'], words: string): Explained => ({ kind, words, status: null });
  if (read.finishReason === 'content-filter') {
    return fault(
      'content-filter',
      `The content filter of ${placeWords(place)} cut this reply. Change the query, or skip it.`,
    );
  }
  if (text !== '') return null;
  if (read.refusal !== '') {
    return fault(
      'refused',
      `${model} refuses to answer: "${read.refusal.slice(0, 300)}". Change the query, or try another model.`,
    );
  }
  if (read.calledTools) {
    return fault(
      'empty-reply',
      `${model} called a tool that nobody offered, and wrote nothing. Run this step again, or try another model.`,
    );
  }
  if (read.finishReason === 'length') {
    return fault(
      'empty-reply',
      `${model} used up its output tokens before the first word, thinking. Lower the reasoning effort in the model settings, or try another model.`,
    );
  }
  return fault(
    'empty-reply',
    `${placeWords(place)} sent a reply without any text. Run this step again, or try another model.`,
  );
}

/** The optional field that a 400 complains of, if the call can be made without it. */
function refusedField(
  error: unknown,
  body: Readonly<Record<string, unknown>>,
  optional: readonly OptionalField[],
): OptionalField | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const sent = optional.filter(({ field }) => field in body);
  const parameter = error.param?.split('.')[0];
  return sent.find(({ field }) => field === parameter) ?? sent.find(({ named }) => named.test(error.message)) ?? null;
}
