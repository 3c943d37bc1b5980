// The agent seam: whoever answers a query. An agent emits what it does as events of the study while it runs, so that a
// crash loses nothing that happened, and returns how it ended.

import type { ChatMessage, ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import type { Result } from '#core/result.ts';
import type { ContextSource, Protocol, PythonFactory, PythonLimits, Variable } from './python.ts';

export interface RlmSettings {
  readonly protocol: Protocol;
  /** Paper: 30. */
  readonly maxIterations: number;
  /** Paper: 1, i.e. plain sub-calls and no child agents. */
  readonly maxDepth: number;
  /** Paper: 20,000 code points of each block's output are shown to the model. */
  readonly shownOutputChars: number;
  readonly maxSubcalls: number;
  readonly maxSubcallChars: number;
  readonly maxConcurrentSubcalls: number;
  readonly limits: PythonLimits;
  readonly models: { readonly root: string; readonly sub: string };
  /** Replaces our system prompt when set. */
  readonly systemPrompt: string | null;
}

/** A block as it ran, texts whole. */
export interface RanBlock {
  readonly code: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputChars: number;
  /** Exactly what the model is shown of this block. */
  readonly shown: string;
  readonly error: { readonly type: string; readonly message: string; readonly line: number | null } | null;
  readonly variables: readonly Variable[];
  readonly durationMs: number;
  readonly limit: 'time' | 'memory' | 'output' | 'interrupted' | null;
  readonly stateLost: boolean;
  /**
   * Sub-calls made by this block, in the order they were asked for; those refused before they reached a model are not
   * among them. A child agent stands here as its first call.
   */
  readonly callIds: readonly string[];
}

export interface Iteration {
  /** Counts from 1. One beyond maxIterations is the last-resort request. */
  readonly number: number;
  /** 0 for the root agent; child agents have their own iterations, counted from 1 again. */
  readonly depth: number;
  /** Null for the root agent; for a child agent the id of its own first call, which names it. */
  readonly parentCallId: string | null;
  /** The call that wrote the reply. */
  readonly callId: string;
  readonly reply: string;
  readonly blocks: readonly RanBlock[];
  /** Why a FINAL in this reply did not end the run, in words; null when there was none or it did. */
  readonly finalRefused: string | null;
  /** What this iteration ended its agent with; null when it went on. The empty string is an answer. */
  readonly answer: string | null;
  readonly elapsedMs: number;
}

/** One model call in its place in the run. The recorder behind it writes the call event and gives the id. */
export interface AgentCall {
  readonly request: ChatRequest;
  /** Iteration and block (from 0) of the agent that asks, be it the root or a child; block is null for its own turns. */
  readonly iteration: number;
  readonly block: number | null;
  /** 0 for the root agent's own calls, 1 for its sub-calls and for a child agent's own calls, and so on. */
  readonly depth: number;
  /**
   * The call this one hangs under: none for the root agent's own calls; the reply whose code asked, for a sub-call and for
   * a child agent's first call; the child agent's first call, for its later ones.
   */
  readonly parentCallId: string | null;
}

/** What became of a recorded call: its reply, or the words of its error. */
export type RecordedReply = Result<string, string>;

export interface AgentPorts {
  readonly python: PythonFactory;
  /** Makes a model call, records it, streams its deltas to whoever watches. */
  call(
    call: AgentCall,
    signal: AbortSignal,
  ): Promise<{ readonly callId: string; readonly result: Result<ChatReply, LmError> }>;
  /** Records a whole iteration; returns once it is safely stored. */
  iterated(iteration: Iteration): Promise<void>;
  /** Resolves at once, or when a pause is lifted; called between iterations. */
  gate(signal: AbortSignal): Promise<void>;
  /** Something odd that people should see now: a difference met on resuming, an interpreter that had to be replaced. */
  warned(words: string): void;
  /** Milliseconds of a steady clock. */
  now(): number;
}

export interface AgentInput {
  readonly query: string;
  /** The exact map text for the system prompt; null when the method puts none there. */
  readonly mapText: string | null;
  readonly context: ContextSource & { readonly chars: number };
  readonly settings: RlmSettings;
  /**
   * Iterations already recorded by a run that was cut off, child agents' included; the root's blocks are executed again
   * before going on.
   */
  readonly resumeFrom: readonly Iteration[];
  /** Recorded sub-call replies for re-executing those blocks; null when the call is not on record. */
  readonly recordedReply: (callId: string) => RecordedReply | null;
}

/** final, final-var, answer: the model ended the run. exhausted: last-resort request. limit: a cap ended it with what there was. */
export type AnswerSource = 'final' | 'final-var' | 'answer-dict' | 'exhausted' | 'limit';

export interface AgentAnswer {
  readonly answer: string;
  readonly source: AnswerSource;
  readonly iterations: number;
  /** Words for people: the limit that ended the run, differences met on resuming, and the like. */
  readonly warnings: readonly string[];
}

export type AgentError =
  | { readonly kind: 'cancelled'; readonly partial: string | null }
  | { readonly kind: 'lm'; readonly error: LmError; readonly partial: string | null }
  | { readonly kind: 'python'; readonly words: string; readonly partial: string | null };

export interface Agent {
  readonly kind: 'rlm' | 'codex';
  run(input: AgentInput, ports: AgentPorts, signal: AbortSignal): Promise<Result<AgentAnswer, AgentError>>;
  /** The messages of the first call, for showing what would be sent. */
  firstMessages(input: AgentInput): readonly ChatMessage[];
}
