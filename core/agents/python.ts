// The port to Python. A session is one REPL over one context: variables persist between blocks. The sandboxed page
// (app/sandbox) and native python3 (core/node) both answer it and pass the same tests.

import type { Result } from '#core/result.ts';

export type PythonKind = 'sandbox' | 'native';

/** How a run ends: FINAL(…) and FINAL_VAR(…) (the paper's), or the `answer` dict. */
export type Protocol = 'final' | 'answer';

/**
 * What the REPL calls back into; each answers with text and never throws into Python. A prompt that fails gives text that
 * begins with "Error: ". `signal` is aborted when the block that asked is stopped or its interpreter is gone.
 */
export interface ReplFunctions {
  /** Plain model calls, at once; same order, a failing prompt fails only its own slot. */
  llmQuery(prompts: readonly string[], model: string | null, signal: AbortSignal): Promise<readonly string[]>;
  /** Child agents where depth allows, else as llmQuery. */
  rlmQuery(prompts: readonly string[], model: string | null, signal: AbortSignal): Promise<readonly string[]>;
}

export interface PythonLimits {
  /** Of a block's own work; waiting for sub-calls does not count. */
  readonly blockTimeoutMs: number;
  readonly memoryMb: number;
  /** Code points of each stream kept per block, half of them from its end; the rest is counted, not kept. */
  readonly outputChars: number;
}

export interface ContextSource {
  readonly name: string;
  /** text: a str. json: the parsed value. jsonl: a list with one value a line. */
  readonly format: 'text' | 'json' | 'jsonl';
  /** The whole context as UTF-8 bytes; rejects, in words, where it cannot be read. */
  bytes(): Promise<Uint8Array>;
}

export interface PythonJob {
  readonly context: ContextSource;
  readonly functions: ReplFunctions;
  readonly limits: PythonLimits;
  readonly protocol: Protocol;
}

export interface Variable {
  readonly name: string;
  readonly type: string;
}

/** How a block ended the run: FINAL(…) or FINAL_VAR(…) called in code, or the `answer` dict set to ready. */
export interface BlockFinal {
  readonly text: string;
  readonly source: 'final' | 'final-var' | 'answer-dict';
}

export interface BlockResult {
  readonly stdout: string;
  readonly stderr: string;
  /** Characters the block printed, the ones not kept included. */
  readonly outputChars: number;
  /** The exception that ended the block, or INTERPRETER_LOST. `line` counts from 1 within the block. */
  readonly error: { readonly type: string; readonly message: string; readonly line: number | null } | null;
  /** User variables after the block, in order of creation. */
  readonly variables: readonly Variable[];
  /** The answer, when the block itself ended the run; the empty string counts. */
  readonly final: BlockFinal | null;
  /** What the `answer` dict holds so far, for a run that is ended by a limit; null when empty or under the other protocol. */
  readonly draft: string | null;
  readonly durationMs: number;
  /** The limit that ended the block, if one did. */
  readonly limit: 'time' | 'memory' | 'output' | 'interrupted' | null;
  /** True when the interpreter died before or during this block, so that all variables are gone. */
  readonly stateLost: boolean;
}

/** The `error.type` of a block during which the interpreter was lost: it crashed, or had to be ended by force. */
export const INTERPRETER_LOST = 'InterpreterLost';

export type PythonError = {
  readonly kind:
    'cancelled' | 'unavailable' | 'start-failed' | 'context-unreadable' | 'context-too-large' | 'context-not-json';
  readonly words: string;
};

/** str() of a variable, stripped; or that there is none of that name; or why str() failed, in words. */
export type VariableText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'failed'; readonly words: string };

export interface PythonSession {
  readonly kind: PythonKind;
  /** Runs one block. Never rejects for what the code does; a stop by `signal` gives limit "interrupted". */
  run(code: string, signal: AbortSignal): Promise<BlockResult>;
  variable(name: string, signal: AbortSignal): Promise<VariableText>;
  close(): Promise<void>;
}

export interface PythonFactory {
  readonly kind: PythonKind;
  open(job: PythonJob, signal: AbortSignal): Promise<Result<PythonSession, PythonError>>;
}
