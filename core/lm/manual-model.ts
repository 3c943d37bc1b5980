// The manual model: a person reads the prompt and types or pastes the reply, from a chat window elsewhere or out of their
// own head. It is a model like any other to everything around it, and named as what it is.

import { err, ok } from '#core/result.ts';
import type { ChatModel, ChatRequest, LmError } from './chat-model.ts';

export const MANUAL_NAME = 'manual (typed by a person)';

export interface ManualQuestion {
  readonly callId: string;
  readonly request: ChatRequest;
}

/** Shows the question and waits. Null: the person declined. Must come back once the signal fires. */
export type AskManual = (question: ManualQuestion, signal: AbortSignal) => Promise<string | null>;

/** now: milliseconds of a steady clock. */
export function createManualModel(ask: AskManual, now: () => number): ChatModel {
  let asked = 0;
  return {
    name: MANUAL_NAME,
    async complete(request, options) {
      const started = now();
      const failed = (kind: LmError['kind'], words: string) =>
        err({ kind, words, status: null, attempts: 1, latencyMs: now() - started, usage: null, partial: null });
      const isStopped = (): boolean => options.signal.aborted;
      if (isStopped()) return failed('cancelled', 'Stopped.');
      asked += 1;
      options.onProgress?.({ kind: 'attempt', attempt: 1 });
      const text = await ask({ callId: options.callId ?? `manual-${String(asked)}`, request }, options.signal);
      if (isStopped()) return failed('cancelled', 'Stopped while waiting for the typed reply.');
      if (text === null)
        return failed('refused', 'The reply was declined by hand. Run this step again to be asked again.');
      if (text.trim() === '')
        return failed('empty-reply', 'The typed reply was empty. Run this step again to be asked again.');
      options.onDelta?.(text);
      const latencyMs = now() - started;
      return ok({
        text,
        usage: null,
        usageSource: 'none',
        model: request.model,
        finishReason: 'stop',
        latencyMs,
        firstDeltaMs: latencyMs,
        attempts: 1,
        costMicroUsd: 0,
        origin: 'manual',
      });
    },
  };
}
