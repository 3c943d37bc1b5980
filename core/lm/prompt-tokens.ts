// Our own count of what a call sends and gets: for providers that report none, for caps, and to hold beside theirs.

import { ok } from '#core/result.ts';
import type { ChatMessage, ChatModel } from './chat-model.ts';

/** Tokens in a text; same text, same answer. */
export type Count = (text: string) => number;

/** Around each message, and before the reply: what OpenAI's chat format adds (their cookbook's figures). */
const TOKENS_PER_MESSAGE = 4;
const TOKENS_BEFORE_REPLY = 3;

export function countPrompt(messages: readonly ChatMessage[], count: Count): number {
  return messages.reduce((sum, { content }) => sum + count(content) + TOKENS_PER_MESSAGE, TOKENS_BEFORE_REPLY);
}

/** A layer that counts what the provider did not; the reply says so. */
export function createCountedModel(inner: ChatModel, count: Count): ChatModel {
  return {
    name: inner.name,
    async complete(request, options) {
      const result = await inner.complete(request, options);
      if (!result.ok || result.value.usage !== null) return result;
      const usage = {
        input: countPrompt(request.messages, count),
        output: count(result.value.text),
        cached: 0,
        reasoning: 0,
      };
      return ok({ ...result.value, usage, usageSource: 'counted' });
    },
  };
}
