// The engine's contract: it runs the paper's Algorithm 1 over a study's log, stage by stage, and answers every command.
// The implementation is engine/; the desktop, the command line and the tests all hold this interface.

import type { Agent, ContextSource, PythonFactory, PythonKind } from '#core/agents/index.ts';
import type { ChatMessage, ChatModel, ChatRequest, PriceList } from '#core/lm/index.ts';
import type { CountTokens, TokenizerName } from '#core/map/index.ts';
import type { Policy } from '#core/methods/index.ts';
import type { Result } from '#core/result.ts';
import type { Command, CommandError } from './commands.ts';
import type { Actor, LoggedEvent, Stage } from './events.ts';
import type { ImportedMap } from './imported-map.ts';
import type { StudyLog } from './log.ts';
import type { MethodSettings, ModelSettings } from './settings.ts';
import type { StudyState } from './state.ts';

export interface EnginePorts {
  readonly log: StudyLog;
  readonly context: ContextSource & { readonly chars: number };
  readonly agent: Agent;
  python(kind: PythonKind): PythonFactory;
  model(settings: ModelSettings): ChatModel;
  policy(settings: MethodSettings): Policy;
  counter(tokenizer: TokenizerName): CountTokens;
  /** SHA-256 of the UTF-8 text, hex. */
  readonly hash: (text: string) => string;
  /** Milliseconds of a steady clock. */
  readonly now: () => number;
  /** 0…1 against the ground truth. */
  score(answer: string, truth: string): number;
  /** How a model is asked for a verdict on an answer, and its reply read; absent where none can be asked. */
  readonly judge?: AnswerJudge;
  /** Reads a map from a file's text, whatever its format; absent where maps cannot be imported. */
  readonly readMap?: (json: string) => Result<ImportedMap, { readonly words: string }>;
  /** For what a call may cost before it is made; the built-in list when absent. */
  readonly prices?: PriceList;
}

export interface AnswerJudge {
  messages(input: { readonly query: string; readonly truth: string; readonly answer: string }): readonly ChatMessage[];
  readonly jsonSchema: NonNullable<ChatRequest['jsonSchema']>;
  read(reply: string): Result<{ readonly score: number; readonly reason: string }, { readonly words: string }>;
}

export interface EngineStatus {
  readonly phase: 'idle' | 'running' | 'paused' | 'stopping' | 'review' | 'manual';
  readonly words: string;
  readonly runId: string | null;
  readonly stage: Stage | null;
  readonly queued: number;
}

export interface EngineListener {
  /** After the events are durable and reduced into `state`. */
  events?(events: readonly LoggedEvent[], state: StudyState): void;
  status?(status: EngineStatus): void;
  delta?(delta: {
    readonly runId: string;
    readonly callId: string;
    readonly stage: 'agent' | 'distiller' | 'cartographer';
    readonly iteration: number | null;
    readonly depth: number;
    readonly text: string;
  }): void;
}

export interface Engine {
  readonly state: StudyState;
  readonly status: EngineStatus;
  listen(listener: EngineListener): () => void;
  /**
   * Decides and carries out a command. Run commands resolve when the run, stage or series is over (or waits for review);
   * a second run command meanwhile is refused as busy. Hand edits while an update is being applied are queued.
   */
  do(command: Command, actor: Actor): Promise<Result<{ readonly seq: number }, CommandError>>;
  /** Stops what runs, marks it, closes the log. */
  close(): Promise<void>;
}
