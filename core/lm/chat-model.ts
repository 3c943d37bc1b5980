// The port to language models. Everything that asks a model goes through ChatModel; layers (retry, price, record and
// replay, concurrency limit) wrap one ChatModel in another.

import type { Result } from '#core/result.ts';

/** On whose account a call is counted (DESIGN rule 16). */
export type Role = 'root' | 'sub' | 'distiller' | 'cartographer' | 'reflector' | 'curator' | 'embedding' | 'judge';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface ModelParameters {
  readonly temperature?: number;
  readonly seed?: number;
  readonly maxOutputTokens?: number;
  readonly reasoningEffort?: 'minimal' | 'low' | 'medium' | 'high';
  readonly timeoutMs?: number;
}

export interface ChatRequest {
  readonly role: Role;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly parameters: ModelParameters;
  /** Asks for a JSON reply of this shape where the provider offers that; others ignore it. */
  readonly jsonSchema?: { readonly name: string; readonly schema: object };
}

/** Tokens of one call. `cached` is a part of `input`, `reasoning` a part of `output`; neither is added to anything. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  readonly reasoning: number;
}

/** Where a reply came from. `offline` is the rule-based stand-in; `replayed` is a recorded reply; `manual` was typed by a person. */
export type ReplyOrigin = 'live' | 'replayed' | 'offline' | 'manual';

export interface ChatReply {
  readonly text: string;
  /** Null when the provider gave none and nothing could be counted. */
  readonly usage: Usage | null;
  readonly usageSource: 'provider' | 'counted' | 'none';
  readonly model: string;
  readonly finishReason: 'stop' | 'length' | 'content-filter' | 'tool-calls' | 'unknown';
  readonly latencyMs: number;
  readonly firstDeltaMs: number | null;
  readonly attempts: number;
  /** Whole micro-dollars; null when the model has no price. */
  readonly costMicroUsd: number | null;
  readonly origin: ReplyOrigin;
  /** Oddities that were mended or passed over, in words: a parameter the model does not take, wrong usage, damaged UTF-8. */
  readonly warnings?: readonly string[];
  /** When the text came: [milliseconds since the call began, characters], pieces close together taken as one. */
  readonly deltas?: readonly DeltaTime[];
}

export type DeltaTime = readonly [ms: number, chars: number];

export type LmErrorKind =
  | 'cancelled'
  | 'no-key'
  | 'unauthorized'
  | 'forbidden'
  | 'model-not-found'
  | 'wrong-path'
  | 'rate-limited'
  | 'no-credit'
  | 'too-long'
  | 'refused'
  | 'content-filter'
  | 'bad-request'
  | 'server-error'
  | 'timeout'
  | 'unreachable'
  | 'tls'
  | 'not-json'
  | 'empty-reply'
  | 'cut-off'
  | 'reply-too-large'
  | 'not-recorded'
  | 'cap-reached';

export interface LmError {
  readonly kind: LmErrorKind;
  /** What happened, where and what to do; never holds a key. */
  readonly words: string;
  readonly status: number | null;
  readonly attempts: number;
  readonly latencyMs: number;
  /** Usage that was paid for although the call failed. */
  readonly usage: Usage | null;
  /** Whatever text had arrived. */
  readonly partial: string | null;
  /** What that usage cost, in whole micro-dollars; absent or null when it has no price. */
  readonly costMicroUsd?: number | null;
  /** Set on a failure that does not come from the model itself but from a recording. */
  readonly origin?: 'replayed';
}

/**
 * How a call is getting on before its first words. queued: it waits for a place, behind `ahead` others. attempt: a
 * request is being sent. backing-off: attempt failed in a way that is tried again, after waitMs where the server named it.
 */
export type CallProgress =
  | { readonly kind: 'queued'; readonly ahead: number }
  | { readonly kind: 'attempt'; readonly attempt: number }
  | { readonly kind: 'backing-off'; readonly attempt: number; readonly waitMs: number | null; readonly words: string };

export interface CallOptions {
  readonly signal: AbortSignal;
  /** The id under which the call will be recorded, for whoever must be told of it before it is over. */
  readonly callId?: string;
  readonly onDelta?: (text: string) => void;
  readonly onProgress?: (progress: CallProgress) => void;
}

export interface ChatModel {
  /** Shown to people, e.g. "gpt-5-mini" or "offline (rule-based, no LM)". */
  readonly name: string;
  complete(request: ChatRequest, options: CallOptions): Promise<Result<ChatReply, LmError>>;
}
