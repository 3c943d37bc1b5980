// A model for tests of the layers around it: answers each call with what a function gives.

import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { CallOptions, ChatModel, ChatReply, ChatRequest, LmError } from './chat-model.ts';

export type Answer = (
  request: ChatRequest,
  options: CallOptions,
) => Result<ChatReply, LmError> | Promise<Result<ChatReply, LmError>>;

export function aScriptedModel(
  answer: Answer = () => ok(aReply()),
): ChatModel & { readonly requests: readonly ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    name: 'scripted',
    requests,
    async complete(request, options) {
      requests.push(request);
      return answer(request, options);
    },
  };
}

export function aRequest(overrides: Partial<ChatRequest> = {}): ChatRequest {
  return {
    role: 'root',
    model: 'acme-large',
    messages: [{ role: 'user', content: 'How many owls?' }],
    parameters: {},
    ...overrides,
  };
}

export function aReply(overrides: Partial<ChatReply> = {}): ChatReply {
  return {
    text: '17',
    usage: { input: 100, output: 10, cached: 0, reasoning: 0 },
    usageSource: 'provider',
    model: 'acme-large',
    finishReason: 'stop',
    latencyMs: 5,
    firstDeltaMs: 2,
    attempts: 1,
    costMicroUsd: null,
    origin: 'live',
    ...overrides,
  };
}

export function anError(overrides: Partial<LmError> = {}): LmError {
  return {
    kind: 'server-error',
    words: 'The server failed.',
    status: 500,
    attempts: 3,
    latencyMs: 9,
    usage: null,
    partial: null,
    ...overrides,
  };
}
