// What a person asks a model beside the runs: a verdict on an answer, how near the items of a version are. Each is one call
// on record and one event that says what came of it; nothing of it changes a run or the map.

import { embeddingMessages, nearness, readVectors } from '#core/lm/index.ts';
import type { ChatRequest } from '#core/lm/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { EventPayload } from '../events.ts';
import type { Run, StudyState, Version } from '../state.ts';
import { eventBy } from './decision.ts';
import { createRecorder } from './recorder.ts';
import type { CallResult, Session } from './session.ts';

type Refusal = { readonly words: string };

/** Judging this run, checked: the run has an answer, its query a ground truth. */
export function judgeable(state: StudyState, runId: string): Result<Run, Refusal> {
  const run = state.runs.get(runId);
  if (run === undefined) return err({ words: `This study has no run ${runId}.` });
  if (run.answer === null) return err({ words: `${runId} has no answer that could be judged.` });
  const truth = state.queries.find(({ id }) => id === run.queryId)?.truth ?? null;
  if (truth === null) return err({ words: `${run.queryId} has no ground truth to judge ${runId} by.` });
  return ok(run);
}

/** True when the next one may be asked; false when it was stopped or the model cannot be asked at all. */
export async function judgeAnswer(session: Session, run: Run, signal: AbortSignal): Promise<boolean> {
  const { judge } = session.ports;
  const { models } = session.state.settings;
  const query = session.state.queries.find(({ id }) => id === run.queryId);
  if (judge === undefined || query === undefined || run.answer === null) return false;
  const messages = judge.messages({
    query: session.whole(query.text),
    truth: query.truth ?? '',
    answer: session.whole(run.answer.answer),
  });
  const model = models.judge ?? models.root;
  session.setStatus({ words: `the judge reads the answer of ${run.id}` });
  const { callId, result } = await ask(
    session,
    run.id,
    { role: 'judge', model, messages, parameters: {}, jsonSchema: judge.jsonSchema },
    signal,
  );
  if (!result.ok && result.error.kind === 'cancelled') return false;
  const read = result.ok ? judge.read(result.value.text) : err({ words: result.error.words });
  const payload: EventPayload<'answer.judged'> = {
    runId: run.id,
    callId,
    modelName: model,
    score: read.ok ? read.value.score : null,
    reason: read.ok ? read.value.reason : read.error.words,
  };
  session.commit([eventBy('engine', 'answer.judged', payload)]);
  return result.ok;
}

/** Measuring this version, checked: it has items to compare, and a model that can. */
export function measurable(state: StudyState, versionId: string): Result<Version, Refusal> {
  const { provider, embedding } = state.settings.models;
  const version = state.versions.get(versionId);
  if (version === undefined) return err({ words: `This study has no version ${versionId}.` });
  if (version.map.items.length < 2) return err({ words: `${versionId} has no two items to compare.` });
  if (provider === 'manual') return err({ words: 'A person cannot type vectors. Choose another provider to measure.' });
  if (provider === 'openai' && embedding === null) {
    return err({ words: 'No embedding model is set. Set one in the model settings, such as text-embedding-3-small.' });
  }
  return ok(version);
}

/** Pairs kept on record, nearest first. A number of ours: more than anybody looks at. */
const MOST_PAIRS = 50;

export async function measureItems(session: Session, version: Version, signal: AbortSignal): Promise<void> {
  const { models } = session.state.settings;
  const { items } = version.map;
  const model = models.embedding ?? models.root;
  session.setStatus({ words: `the items of ${version.id} are measured` });
  const messages = embeddingMessages(items.map(({ content }) => content));
  const { callId, result } = await ask(session, null, { role: 'embedding', model, messages, parameters: {} }, signal);
  if (!result.ok && result.error.kind === 'cancelled') return;
  const read = result.ok ? readVectors(result.value.text, items.length) : err({ words: result.error.words });
  const payload: EventPayload<'items.measured'> = {
    versionId: version.id,
    callId,
    modelName: model,
    items: items.length,
    pairs: read.ok
      ? nearest(
          items.map(({ id }) => id),
          read.value,
        )
      : [],
    words: read.ok ? null : read.error.words,
  };
  session.commit([eventBy('engine', 'items.measured', payload)]);
}

function nearest(
  ids: readonly string[],
  vectors: readonly (readonly number[])[],
): EventPayload<'items.measured'>['pairs'] {
  const pairs: EventPayload<'items.measured'>['pairs'] = [];
  for (const [at, a] of ids.entries()) {
    for (const [other, b] of ids.entries()) {
      if (other <= at) continue;
      const near = nearness(vectors[at] ?? [], vectors[other] ?? []);
      pairs.push({ a, b, nearness: Math.round(near * 10_000) / 10_000 });
    }
  }
  return pairs.sort((one, two) => two.nearness - one.nearness).slice(0, MOST_PAIRS);
}

/** A recorder of its own for each, so that its prompt is on record whole; the study's caps alone hold. */
function ask(session: Session, runId: string | null, request: ChatRequest, signal: AbortSignal): Promise<CallResult> {
  const place = { runId, stage: 'aside', iteration: null, block: null, depth: 0, parentCallId: null } as const;
  return createRecorder(session, null, session.ports.now()).call(place, request, signal);
}
