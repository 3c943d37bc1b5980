// A running interpreter as the host sees it: frames go in and out, it can be interrupted and ended. The sandboxed page and
// the native child process are two of these; repl-session.ts does the rest for both.

import type { PythonError, PythonLimits } from '#core/agents/index.ts';
import type { Result } from '#core/result.ts';

/** Why an interpreter is gone. */
export interface Gone {
  readonly kind: 'crashed' | 'memory' | 'ended';
  readonly words: string;
}

export type Incoming =
  { readonly kind: 'frame'; readonly payload: Uint8Array } | { readonly kind: 'gone'; readonly gone: Gone };

export interface RawOutput {
  readonly stdout: string;
  readonly stderr: string;
}

export interface InterpreterLink {
  /** The next frame from Python, or that there will be none. */
  next(): Promise<Incoming>;
  /** Answers the last frame. */
  send(payload: Uint8Array): void;
  /** What was written to descriptors 1 and 2 past Python's own streams since the last call. */
  takeRawOutput(): Promise<RawOutput>;
  /** Raises KeyboardInterrupt in what runs; resolves once it can no longer hit what runs afterwards. */
  interrupt(): Promise<void>;
  /** Ends the interpreter and all it started, at once. */
  kill(): Promise<void>;
}

/** Gives an interpreter that has said that it is ready. */
export type StartInterpreter = (
  limits: PythonLimits,
  signal: AbortSignal,
) => Promise<Result<InterpreterLink, PythonError>>;

/** Hands what comes in to whoever asks for it, in order; after the end it only tells of the end. */
export class IncomingQueue {
  private readonly arrived: Incoming[] = [];
  private readonly waiting: ((incoming: Incoming) => void)[] = [];
  private end: Incoming | null = null;

  push(incoming: Incoming): void {
    if (this.end !== null) return;
    if (incoming.kind === 'gone') this.end = incoming;
    const next = this.waiting.shift();
    if (next) next(incoming);
    else this.arrived.push(incoming);
    if (this.end !== null) for (const rest of this.waiting.splice(0)) rest(this.end);
  }

  next(): Promise<Incoming> {
    const incoming = this.arrived.shift() ?? this.end;
    return incoming === null ? new Promise((resolve) => this.waiting.push(resolve)) : Promise.resolve(incoming);
  }
}
