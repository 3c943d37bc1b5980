// Every model call goes through here: parameters filled in, caps asked, deltas passed on, and the whole call put on record,
// failed ones too, before whoever asked hears of it.

import {
  builtInPrices,
  countPrompt,
  createCapMeter,
  createCappedModel,
  createEstimator,
  fillRequest,
  recordParameters,
} from '#core/lm/index.ts';
import type { CallProgress, CapMeter, ChatModel, ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import type { Result } from '#core/result.ts';
import type { EventPayload, NewEvent, Stage } from '../events.ts';
import { createPromptChain } from '../prompt-chain.ts';
import type { RunTotals } from '../state.ts';
import type { CallResult, Session } from './session.ts';

/** Prompts longer than this are not counted a second time by us: it would hold up the program. Characters; ours. */
const COUNTED_PROMPT_CHARS = 1_000_000;

export interface CallPlace {
  /** Null for a call that belongs to no run. */
  readonly runId: string | null;
  readonly stage: Extract<Stage, 'agent' | 'distiller' | 'cartographer'> | 'aside';
  readonly iteration: number | null;
  readonly block: number | null;
  readonly depth: number;
  readonly parentCallId: string | null;
}

export interface Recorder {
  call(place: CallPlace, request: ChatRequest, signal: AbortSignal): Promise<CallResult>;
}

/** For one run: the run's own caps are counted from what it has spent so far. For no run, the study's caps alone hold. */
export function createRecorder(session: Session, runId: string | null, startedMs: number): Recorder {
  const { ports } = session;
  const chain = createPromptChain((text) => ports.log.keep(text));
  const model = cappedModel(session, runId, startedMs);
  let given = session.state.lastNumbers.call;

  return {
    async call(place, request, signal) {
      given = Math.max(given, session.state.lastNumbers.call) + 1;
      const callId = `c${given}`;
      const filled = fillRequest(request, session.state.settings.models);
      const started = ports.now();
      const result = await model.complete(filled, {
        signal,
        callId,
        onDelta: (text) => {
          const { runId: of, stage: during, iteration, depth: deep } = place;
          if (of === null || during === 'aside') return;
          session.tellDelta({ runId: of, callId, stage: during, iteration, depth: deep, text });
        },
        onProgress: (progress) => session.setStatus({ words: progressWords(session, place, progress) }),
      });
      const { parentCallId, depth, stage } = place;
      const prompt = chain.record(`${stage} ${depth} ${parentCallId ?? ''}`, callId, filled.messages);
      const payload: EventPayload<'call.finished'> = {
        callId,
        ...place,
        role: filled.role,
        modelName: model.name,
        parameters: { ...recordParameters(filled) },
        prompt,
        ourInputTokens: ourCount(session, filled),
        ...outcome(session, result, filled.model, ports.now() - started),
      };
      const event: NewEvent = { type: 'call.finished', actor: 'engine', payload };
      session.commit([event]);
      return { callId, result };
    },
  };
}

type Outcome = Pick<
  EventPayload<'call.finished'>,
  | 'model'
  | 'reply'
  | 'usage'
  | 'usageSource'
  | 'finishReason'
  | 'latencyMs'
  | 'firstDeltaMs'
  | 'attempts'
  | 'costMicroUsd'
  | 'origin'
  | 'warnings'
  | 'deltas'
  | 'error'
>;

function outcome(session: Session, result: Result<ChatReply, LmError>, model: string, elapsedMs: number): Outcome {
  const keep = (text: string) => session.ports.log.keep(text);
  if (result.ok) {
    const reply = result.value;
    return {
      model: reply.model,
      reply: keep(reply.text),
      usage: reply.usage,
      usageSource: reply.usageSource,
      finishReason: reply.finishReason,
      latencyMs: reply.latencyMs,
      firstDeltaMs: reply.firstDeltaMs,
      attempts: reply.attempts,
      costMicroUsd: reply.costMicroUsd,
      origin: reply.origin,
      ...(reply.warnings === undefined || reply.warnings.length === 0 ? {} : { warnings: [...reply.warnings] }),
      ...(reply.deltas === undefined
        ? {}
        : { deltas: reply.deltas.map(([ms, chars]): [number, number] => [ms, chars]) }),
      error: null,
    };
  }
  const { kind, words, status, attempts, usage, partial, costMicroUsd } = result.error;
  return {
    model,
    reply: partial === null ? null : keep(partial),
    usage,
    usageSource: usage === null ? 'none' : 'provider',
    finishReason: null,
    latencyMs: elapsedMs,
    firstDeltaMs: null,
    attempts,
    costMicroUsd: costMicroUsd ?? null,
    origin: result.error.origin ?? originOf(session),
    error: { kind, words, status },
  };
}

function originOf(session: Session): 'live' | 'offline' | 'manual' {
  const { provider } = session.state.settings.models;
  switch (provider) {
    case 'openai':
      return 'live';
    case 'manual':
      return 'manual';
    case 'offline':
    case 'adversarial':
      return 'offline';
  }
}

function ourCount(session: Session, request: ChatRequest): number | null {
  const chars = request.messages.reduce((sum, message) => sum + message.content.length, 0);
  return chars > COUNTED_PROMPT_CHARS ? null : countPrompt(request.messages, session.counter());
}

function cappedModel(session: Session, runId: string | null, startedMs: number): ChatModel {
  const { ports, state } = session;
  const { models, studyCaps, runCaps, method } = state.settings;
  const inner = ports.model(models);
  const elapsedMs = (): number => ports.now() - startedMs;
  const onWarning = ({ words }: { readonly words: string }): void => {
    session.commit([{ type: 'warning.raised', actor: 'engine', payload: { place: runId ?? 'an aside', words } }]);
  };
  const run = runId === null ? undefined : state.runs.get(runId);
  const meters: CapMeter[] = [
    createCapMeter({
      scope: 'study',
      caps: studyCaps,
      spent: spentOf(state.totals),
      elapsedMs: () => workedMs(session) + elapsedMs(),
      onWarning,
    }),
    createCapMeter({
      scope: 'run',
      caps: runCaps,
      ...(run === undefined ? {} : { spent: spentOf(run.totals) }),
      elapsedMs,
      onWarning,
    }),
  ];
  const estimator = createEstimator({
    count: ports.counter(method.tokenizer),
    prices: ports.prices ?? builtInPrices(),
    preset: models.preset,
    free: models.provider !== 'openai',
  });
  return createCappedModel(inner, { meters: () => meters, estimator });
}

function spentOf(totals: RunTotals) {
  return {
    microUsd: totals.costMicroUsd,
    tokens: totals.inputTokens + totals.outputTokens,
    calls: totals.calls,
  };
}

/** Time that answered runs took; what counts against the study's cap in minutes. */
function workedMs(session: Session): number {
  let sum = 0;
  for (const run of session.state.runs.values()) sum += run.answer?.elapsedMs ?? 0;
  return sum;
}

function progressWords(session: Session, place: CallPlace, progress: CallProgress): string {
  const where = placeWords(session, place);
  switch (progress.kind) {
    case 'queued':
      return progress.ahead === 0 ? `${where}, next in the queue` : `${where}, behind ${progress.ahead} other calls`;
    case 'attempt':
      return progress.attempt <= 1 ? where : `${where}, attempt ${progress.attempt}`;
    case 'backing-off':
      return `${where}: ${progress.words}`;
  }
}

export function placeWords(session: Session, place: Pick<CallPlace, 'stage' | 'iteration' | 'depth'>): string {
  switch (place.stage) {
    case 'agent':
      return place.depth > 0
        ? `sub-calls of iteration ${place.iteration ?? 1}`
        : `iteration ${place.iteration ?? 1} of at most ${session.state.settings.agent.maxIterations}`;
    case 'distiller':
      return 'the Distiller reads the trajectory';
    case 'cartographer':
      return 'the Cartographer proposes edits';
    case 'aside':
      return session.status.words;
  }
}
