// For tests: runs the agent with a model that answers from a script, and keeps everything that was recorded.

import type { ChatMessage, ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import { type Result, err, ok } from '#core/result.ts';
import type {
  AgentAnswer,
  AgentCall,
  AgentError,
  AgentInput,
  AgentPorts,
  Iteration,
  RecordedReply,
  RlmSettings,
} from '../../agent.ts';
import type { ContextSource, PythonFactory } from '../../python.ts';
import { encodeUtf8 } from '../code-points.ts';
import { readQuery } from '../prompt-blocks.ts';
import { createRlmAgent } from '../rlm-agent.ts';

type Answer = string | Result<string, LmError>;

export interface Script {
  readonly python: PythonFactory;
  /** The root model's replies in order. */
  readonly replies: readonly string[];
  /** Plain sub-calls and child agents' turns. */
  readonly sub?: (request: ChatRequest, signal: AbortSignal) => Answer | Promise<Answer>;
  /** Comes before `replies`: what the root model says; null to go on with `replies`. */
  readonly root?: (request: ChatRequest, signal: AbortSignal) => Answer | null | Promise<Answer | null>;
  readonly settings?: Partial<RlmSettings>;
  readonly context?: string;
  readonly format?: ContextSource['format'];
  readonly query?: string;
  readonly mapText?: string | null;
  readonly signal?: AbortSignal;
  readonly gate?: AgentPorts['gate'];
  readonly iterated?: (iteration: Iteration) => void;
  readonly resumeFrom?: readonly Iteration[];
  readonly recordedReply?: (callId: string) => RecordedReply | null;
}

export interface ScriptedRun {
  readonly result: Result<AgentAnswer, AgentError>;
  readonly iterations: readonly Iteration[];
  readonly calls: readonly (AgentCall & { readonly callId: string; readonly reply: Result<ChatReply, LmError> })[];
  readonly warned: readonly string[];
  /** The messages of each root call. */
  readonly prompts: readonly (readonly ChatMessage[])[];
}

export async function runScript(script: Script): Promise<ScriptedRun> {
  const iterations: Iteration[] = [];
  const calls: ScriptedRun['calls'][number][] = [];
  const warned: string[] = [];
  let rootCalls = 0;
  let clock = 0;
  let nextId =
    1 + Math.max(0, ...(script.resumeFrom ?? []).map((iteration) => Number(iteration.callId.slice(1)) + 1000));

  async function answer(call: AgentCall, signal: AbortSignal): Promise<Answer> {
    if (readQuery(call.request.messages) !== null && call.request.role === 'root') {
      const own = await script.root?.(call.request, signal);
      if (own !== null && own !== undefined) return own;
      return script.replies[rootCalls++] ?? err(anLmError({ kind: 'bad-request', words: 'the script is at its end' }));
    }
    return (await script.sub?.(call.request, signal)) ?? 'ok';
  }

  const ports: AgentPorts = {
    python: script.python,
    async call(call, signal) {
      const callId = `c${nextId++}`;
      const said = await answer(call, signal);
      const reply = typeof said === 'string' ? ok(aReply(said)) : said.ok ? ok(aReply(said.value)) : said;
      calls.push({ ...call, callId, reply });
      return { callId, result: reply };
    },
    iterated(iteration) {
      iterations.push(iteration);
      script.iterated?.(iteration);
      return Promise.resolve();
    },
    gate: script.gate ?? (() => Promise.resolve()),
    warned: (words) => warned.push(words),
    now: () => clock++,
  };
  const result = await createRlmAgent().run(anInput(script), ports, script.signal ?? new AbortController().signal);
  const prompts = calls.filter((call) => call.request.role === 'root').map((call) => call.request.messages);
  return { result, iterations, calls, warned, prompts };
}

export function anInput(script: Omit<Script, 'python' | 'replies'>): AgentInput {
  const context = script.context ?? 'one line of text\n';
  const bytes = encodeUtf8(context);
  return {
    query: script.query ?? 'What is it?',
    mapText: script.mapText ?? null,
    context: {
      name: 'context.txt',
      format: script.format ?? 'text',
      chars: context.length,
      bytes: () => Promise.resolve(bytes),
    },
    settings: someSettings(script.settings ?? {}),
    resumeFrom: script.resumeFrom ?? [],
    recordedReply: script.recordedReply ?? (() => null),
  };
}

export function someSettings(overrides: Partial<RlmSettings>): RlmSettings {
  return {
    protocol: 'final',
    maxIterations: 30,
    maxDepth: 1,
    shownOutputChars: 20_000,
    maxSubcalls: 1_000,
    maxSubcallChars: 500_000,
    maxConcurrentSubcalls: 16,
    limits: { blockTimeoutMs: 60_000, memoryMb: 2_048, outputChars: 10_000_000 },
    models: { root: 'root-model', sub: 'sub-model' },
    systemPrompt: null,
    ...overrides,
  };
}

export function anLmError(overrides: Partial<LmError>): LmError {
  return {
    kind: 'server-error',
    words: 'the server failed',
    status: null,
    attempts: 1,
    latencyMs: 1,
    usage: null,
    partial: null,
    ...overrides,
  };
}

/** What a model call that never ends comes to: an error once the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<Result<string, LmError>> {
  return new Promise((resolve) => {
    const stop = () => resolve(err(anLmError({ kind: 'cancelled', words: 'stopped' })));
    signal.addEventListener('abort', stop, { once: true });
  });
}

function aReply(text: string): ChatReply {
  return {
    text,
    usage: { input: 1, output: 1, cached: 0, reasoning: 0 },
    usageSource: 'counted',
    model: 'scripted',
    finishReason: 'stop',
    latencyMs: 1,
    firstDeltaMs: null,
    attempts: 1,
    costMicroUsd: 0,
    origin: 'offline',
  };
}
