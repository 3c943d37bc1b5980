// The offline model: a deterministic, rule-based stand-in behind the port of language models, so that the whole loop can
// be watched and tested without a key. A reply is a pure function of the request's messages. It is no language model and
// says so in its name; nothing it yields is a result of the method. What it can and cannot do: docs/offline-model.md.

import type { CountTokens } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { ChatModel, ChatReply, ChatRequest, LmError, Usage } from '#core/lm/chat-model.ts';
import { replyTo } from './reply.ts';
import { piecesOf } from './stream.ts';

export const OFFLINE_NAME = 'offline (rule-based, no LM)';

export interface StandInPorts {
  /** Counts usage; without it usage is unknown. */
  readonly count?: CountTokens;
  /** Called before each piece is given out, so that a desktop can slow the stream down to be watchable. */
  readonly pace?: (piece: string, signal: AbortSignal) => Promise<void>;
  /** Milliseconds of a steady clock; without it latency is 0. */
  readonly now?: () => number;
}

export function createOfflineModel(ports: StandInPorts = {}): ChatModel {
  return createStandIn(OFFLINE_NAME, replyTo, ports);
}

/** A model whose reply is computed from the request alone. */
export function createStandIn(name: string, reply: (request: ChatRequest) => string, ports: StandInPorts): ChatModel {
  return {
    name,
    async complete(request, { signal, onDelta }) {
      const now = ports.now ?? (() => 0);
      const start = now();
      const text = reply(request);
      let given = '';
      let firstDeltaMs: number | null = null;
      for (const piece of piecesOf(text)) {
        if (ports.pace !== undefined) await ports.pace(piece, signal);
        if (signal.aborted) return err(cancelled(given, now() - start));
        firstDeltaMs ??= now() - start;
        given += piece;
        onDelta?.(piece);
      }
      await Promise.resolve();
      if (signal.aborted) return err(cancelled(given, now() - start));
      return ok(finished(name, text, countUsage(request, text, ports.count), now() - start, firstDeltaMs));
    },
  };
}

function finished(
  model: string,
  text: string,
  usage: Usage | null,
  latencyMs: number,
  firstDeltaMs: number | null,
): ChatReply {
  return {
    text,
    usage,
    usageSource: usage === null ? 'none' : 'counted',
    model,
    finishReason: 'stop',
    latencyMs,
    firstDeltaMs,
    attempts: 1,
    costMicroUsd: 0,
    origin: 'offline',
  };
}

function countUsage(request: ChatRequest, text: string, count: CountTokens | undefined): Usage | null {
  if (count === undefined) return null;
  const input = request.messages.reduce((sum, message) => sum + count(message.content), 0);
  return { input, output: count(text), cached: 0, reasoning: 0 };
}

function cancelled(partial: string, latencyMs: number): LmError {
  return {
    kind: 'cancelled',
    words: 'Stopped before the reply was complete.',
    status: null,
    attempts: 1,
    latencyMs,
    usage: null,
    partial: partial === '' ? null : partial,
  };
}
