// The calls of a study as a cassette: every call.finished event with its whole texts and the hash by which it is found.

import { canonicalRequest } from '#core/lm/index.ts';
import type { CassetteCall, CassetteSource, ChatMessage } from '#core/lm/index.ts';
import type { EventPayload } from '../events.ts';
import type { StudyLog } from '../log.ts';
import type { StoredText } from '../text.ts';

type RecordedCall = EventPayload<'call.finished'>;

/** Read at once; decoding so many takes a few ms. */
const PAGE = 100;

/**
 * Every recorded call but those a person stopped, in order.
 *
 * withMessages  false leaves the prompts out: what was in the context, the map and the queries. The hashes suffice to replay
 */
export function* recordedCalls(
  log: Pick<StudyLog, 'read' | 'text'>,
  hash: (text: string) => string,
  withMessages: boolean,
): Generator<CassetteCall, void, undefined> {
  for (const call of callsInSteps(log, hash, withMessages)) if (call !== null) yield call;
}

/** The same, with null now and then between calls that lie far apart. */
function* callsInSteps(
  log: Pick<StudyLog, 'read' | 'text'>,
  hash: (text: string) => string,
  withMessages: boolean,
): Generator<CassetteCall | null, void, undefined> {
  const whole = (text: StoredText): string => (typeof text === 'string' ? text : log.text(text));
  // Prompts of one run name each other; those of different runs do not.
  let prompts = new Map<string, readonly ChatMessage[]>();
  let runId: string | null = null;
  for (let after = 0; ;) {
    const events = log.read(after, PAGE);
    for (const event of events) {
      if (event.type !== 'call.finished') continue;
      const call = event.payload;
      if (call.runId !== runId) prompts = new Map();
      runId = call.runId;
      const messages = messagesOfCall(call, prompts, whole);
      prompts.set(call.callId, messages);
      if (call.error?.kind === 'cancelled') continue;
      const parameters = withModel(call);
      yield {
        callId: call.callId,
        hash: hash(canonicalRequest({ role: call.role, parameters, messages })),
        role: call.role,
        modelName: call.modelName,
        parameters,
        messages: withMessages ? messages.map(({ role, content }) => ({ role, content })) : null,
        result: resultOf(call, whole),
      };
    }
    const last = events.at(-1);
    if (last === undefined) return;
    after = last.seq;
    yield null;
  }
}

/** The whole study's calls, ready to be written to a file once. A trimmed one holds no prompts, and still replays. */
export function cassetteOf(
  log: Pick<StudyLog, 'read' | 'text'>,
  hash: (text: string) => string,
  trimmed: boolean,
): CassetteSource {
  const [first] = log.read(0, 1);
  const created = first?.type === 'study.created' ? first.payload : null;
  return {
    format: 'peek-cassette',
    version: 1,
    study: { id: created?.studyId ?? '', name: created?.name ?? '', label: created?.label ?? null },
    trimmed,
    calls: callsInSteps(log, hash, !trimmed),
  };
}

function messagesOfCall(
  { prompt }: RecordedCall,
  earlier: ReadonlyMap<string, readonly ChatMessage[]>,
  whole: (text: StoredText) => string,
): readonly ChatMessage[] {
  const kept = prompt.base === null ? [] : (earlier.get(prompt.base) ?? []).slice(0, prompt.keep);
  return [...kept, ...prompt.add.map(({ role, content }) => ({ role, content: whole(content) }))];
}

/** Studies of earlier versions did not record the model that was asked for apart from the one that answered. */
function withModel({ parameters, model }: RecordedCall): RecordedCall['parameters'] {
  return 'model' in parameters ? parameters : { ...parameters, model };
}

function resultOf(call: RecordedCall, whole: (text: StoredText) => string): CassetteCall['result'] {
  const { usage, attempts, error } = call;
  const text = call.reply === null ? null : whole(call.reply);
  if (error !== null) {
    const { kind, words, status } = error;
    return { kind: 'failure', error: kind, words, status, attempts, usage, partial: text };
  }
  const { model, usageSource, latencyMs, firstDeltaMs, costMicroUsd, warnings, deltas } = call;
  return {
    kind: 'reply',
    text: text ?? '',
    model,
    usage,
    usageSource,
    finishReason: finishReasonOf(call.finishReason),
    latencyMs,
    firstDeltaMs,
    attempts,
    costMicroUsd,
    ...(warnings === undefined ? {} : { warnings }),
    ...(deltas === undefined ? {} : { deltas }),
  };
}

const FINISH_REASONS = ['stop', 'length', 'content-filter', 'tool-calls', 'unknown'] as const;

function finishReasonOf(word: string | null): (typeof FINISH_REASONS)[number] {
  return FINISH_REASONS.find((reason) => reason === word) ?? 'unknown';
}
