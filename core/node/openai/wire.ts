// What the dialects of the OpenAI protocol have in common: a body to post and a reader that turns what comes back into one
// reply. Readers never throw: whatever a server sends is data.

import { readUsage } from '#core/lm/index.ts';
import type { ChatReply, ChatRequest, ReadUsage } from '#core/lm/index.ts';

export interface Wire {
  readonly path: string;
  /** The JSON to post, without the optional fields this model is known to refuse. */
  body(request: ChatRequest, refused: ReadonlySet<string>): Readonly<Record<string, unknown>>;
  /** Fields that a server may refuse and a call can do without, and how its complaint names them. */
  readonly optional: readonly OptionalField[];
  createReader(): ReplyReader;
}

export interface OptionalField {
  readonly field: string;
  readonly named: RegExp;
  /** For people: "temperature". */
  readonly words: string;
}

export interface ReplyReader {
  /** Takes one event of the stream; returns the text it adds. */
  accept(event: unknown): string;
  /** Takes a reply that came as one JSON object although a stream was asked for; returns its text. */
  acceptWhole(reply: unknown): string;
  end(): ReadReply;
}

export interface ReadReply {
  readonly refusal: string;
  readonly usage: ReadUsage;
  /** Null when the server never said that the reply was over. */
  readonly finishReason: ChatReply['finishReason'] | null;
  readonly calledTools: boolean;
  readonly model: string | null;
  /** Events that were understood; 0 means that this was no reply at all. */
  readonly understood: number;
  readonly warnings: readonly string[];
  /** An error that the server reported as a part of the reply. */
  readonly failure: { readonly code: string | null; readonly message: string } | null;
}

/** The fields of a body that have a value and that this model is not known to refuse. */
export function fieldsOf(
  fields: Readonly<Record<string, unknown>>,
  refused: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== undefined && !refused.has(field)),
  );
}

/** What a reader has gathered so far; each dialect fills it from its own events. */
export class Gathered {
  refusal = '';
  finish: string | null = null;
  calledTools = false;
  understood = 0;
  failure: ReadReply['failure'] = null;
  #usage: unknown = null;
  #model: string | null = null;

  /** Model and usage, where an event or a reply names them. Each report replaces the one before: they are running totals. */
  note(from: Readonly<Record<string, unknown>>): void {
    if (typeof from['model'] === 'string') this.#model = from['model'];
    if (from['usage'] !== undefined && from['usage'] !== null) this.#usage = from['usage'];
  }

  read(warnings: readonly string[]): ReadReply {
    const { refusal, finish, calledTools, understood, failure } = this;
    return {
      refusal,
      usage: readUsage(this.#usage),
      finishReason: finish === null ? null : finishReasonOf(finish),
      calledTools,
      model: this.#model,
      understood,
      warnings,
      failure,
    };
  }
}

function finishReasonOf(word: string): ChatReply['finishReason'] {
  switch (word) {
    case 'stop':
    case 'eos':
    case 'end_turn':
    case 'completed':
      return 'stop';
    case 'length':
    case 'max_tokens':
    case 'max_output_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    case 'tool_calls':
    case 'function_call':
      return 'tool-calls';
    default:
      return 'unknown';
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A piece this long that comes twice in a row is worth a word; shorter ones repeat in ordinary text. A number of ours. */
const SUSPICIOUS_REPEAT_CHARS = 16;

/**
 * Notices pieces of a stream that a proxy delivered twice. A piece with the same mark as the one before is the same piece
 * and is dropped; without marks a repetition may be what the model wrote, so it is kept and said.
 */
export class RepeatWatch {
  #lastText = '';
  #lastMark: string | null = null;
  #dropped = 0;
  #suspicious = 0;

  /** True when the piece is to be dropped. `mark` is whatever tells two pieces apart, null if nothing does. */
  isRepeat(text: string, mark: string | null): boolean {
    const sameText = text !== '' && text === this.#lastText;
    const sameMark = mark !== null && mark === this.#lastMark;
    this.#lastText = text;
    this.#lastMark = mark;
    if (sameText && sameMark) {
      this.#dropped += 1;
      return true;
    }
    if (sameText && mark === null && text.length >= SUSPICIOUS_REPEAT_CHARS) this.#suspicious += 1;
    return false;
  }

  warnings(): readonly string[] {
    const warnings: string[] = [];
    if (this.#dropped > 0) warnings.push(repeatWords(this.#dropped));
    if (this.#suspicious > 0) {
      const pieces = this.#suspicious === 1 ? 'A long piece' : `${String(this.#suspicious)} long pieces`;
      warnings.push(`${pieces} of the stream came twice in a row and stayed; the text may be doubled there.`);
    }
    return warnings;
  }
}

export function repeatWords(pieces: number): string {
  return pieces === 1
    ? 'A piece of the stream came twice and was taken once.'
    : `${String(pieces)} pieces of the stream came twice and were taken once.`;
}
