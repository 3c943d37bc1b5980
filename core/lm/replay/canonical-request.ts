// What makes two calls the same call: role, model asked for, parameters that shape the reply, and every message to the
// letter. How long one is willing to wait is no part of it.

import type { ChatMessage, ChatRequest, Role } from '../chat-model.ts';
import { recordParameters } from '../parameters.ts';
import type { RecordedParameters } from '../parameters.ts';

export interface RecordedRequest {
  readonly role: Role;
  /** As recordParameters gives them, the model among them. */
  readonly parameters: RecordedParameters;
  readonly messages: readonly ChatMessage[];
}

export function recordedRequest(request: ChatRequest): RecordedRequest {
  return { role: request.role, parameters: recordParameters(request), messages: request.messages };
}

/** One text for one call; equal texts, equal calls. */
export function canonicalRequest({ role, parameters, messages }: RecordedRequest): string {
  const shaping = Object.entries(parameters)
    .filter(([name]) => name !== 'timeoutMs')
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([role, shaping, messages.map(({ role: speaker, content }) => [speaker, content])]);
}
