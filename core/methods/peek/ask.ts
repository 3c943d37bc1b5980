// One call of the policy: ask, read, and ask once more naming the fault when the reply cannot be used.

import { readJson } from '#core/lm/index.ts';
import type { ChatMessage, ChatReply, ChatRequest, Json, JsonObject } from '#core/lm/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { PolicyError, PolicyPorts } from '../policy.ts';
import { REASK_LINE } from './prompt-blocks.ts';
import type { ReplyFormat } from './prompts/index.ts';

/** Of an unusable reply the model is shown at most this much again. Ours. */
const REPEATED_CHARS = 8_000;

export interface Question<T> {
  readonly role: 'distiller' | 'cartographer';
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly format: ReplyFormat;
  readonly read: (json: JsonObject | readonly Json[]) => Result<T, { readonly words: string }>;
}

export interface Answered<T> {
  /** The call whose reply was read. */
  readonly callId: string;
  readonly value: T;
  readonly warnings: readonly string[];
}

/**
 * Asks a model for an object of a given form.
 *
 * Returns what was read, with everything that was odd about the reply as warnings.
 * Errors  `cancelled`; `lm` when a call fails; `unreadable` when the second reply is of no use either.
 */
export async function ask<T>(
  question: Question<T>,
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Answered<T>, PolicyError>> {
  const first = await askOnce(question, question.messages, ports, signal);
  if (!first.ok || first.value.read.ok) return unwrap(first, []);
  const { reply, read } = first.value;
  const fault = faultWords(reply, read.error.words);
  const again = [...question.messages, repeated(reply.text), correction(fault)];
  const second = await askOnce(question, again, ports, signal);
  return unwrap(second, [`The first reply could not be used (${fault}); the model was asked again.`]);
}

interface Asked<T> {
  readonly callId: string;
  readonly reply: ChatReply;
  readonly read: Result<{ readonly value: T; readonly warnings: readonly string[] }, { readonly words: string }>;
}

async function askOnce<T>(
  question: Question<T>,
  messages: readonly ChatMessage[],
  ports: PolicyPorts,
  signal: AbortSignal,
): Promise<Result<Asked<T>, PolicyError>> {
  const { role, model, format } = question;
  const request: ChatRequest = { role, model, messages, parameters: {}, jsonSchema: format.jsonSchema };
  const { callId, result } = await ports.call(request, signal);
  if (!result.ok)
    return err(result.error.kind === 'cancelled' ? { kind: 'cancelled' } : { kind: 'lm', error: result.error });
  const reply = result.value;
  const json = readJson(reply.text, format.fields);
  if (!json.ok) return ok({ callId, reply, read: json });
  const read = question.read(json.value.value);
  return ok({ callId, reply, read: read.ok ? ok({ value: read.value, warnings: json.value.warnings }) : read });
}

function unwrap<T>(asked: Result<Asked<T>, PolicyError>, before: readonly string[]): Result<Answered<T>, PolicyError> {
  if (!asked.ok) return asked;
  const { callId, reply, read } = asked.value;
  if (!read.ok) {
    const words = `Neither reply could be used. The last one: ${faultWords(reply, read.error.words)}.`;
    return err({ kind: 'unreadable', words });
  }
  return ok({ callId, value: read.value.value, warnings: [...before, ...read.value.warnings] });
}

function faultWords(reply: ChatReply, words: string): string {
  return reply.finishReason === 'length' ? `${words}; it was cut off at the length limit` : words;
}

function repeated(text: string): ChatMessage {
  const content = text.length > REPEATED_CHARS ? `${text.slice(0, REPEATED_CHARS)}\n[…]` : text;
  return { role: 'assistant', content: content.trim() === '' ? '(empty)' : content };
}

function correction(fault: string): ChatMessage {
  return {
    role: 'user',
    content: `${REASK_LINE} ${fault}.\nReply again, with the one JSON object in the form asked for and nothing else: no fence, no words around it.`,
  };
}
