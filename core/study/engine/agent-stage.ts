// The agent stage: the query goes to the agent with the map's exact text; everything it does becomes an event as it happens;
// a run that was cut off is gone on with from what is on record.

import type { AgentInput, Iteration, RanBlock } from '#core/agents/index.ts';
import { err, ok } from '#core/result.ts';
import type { EventPayload, NewEvent } from '../events.ts';
import type { IterationRecord, Run } from '../state.ts';
import { rlmSettings } from './policy-settings.ts';
import { placeWords } from './recorder.ts';
import type { Recorder } from './recorder.ts';
import type { Session } from './session.ts';

export interface StageContext {
  readonly session: Session;
  readonly recorder: Recorder;
  readonly signal: AbortSignal;
  readonly gate: (signal: AbortSignal) => Promise<void>;
}

/** How a stage ended; `over` means that its run ended with it, by an event that is on record. */
export type StageEnd = 'done' | 'over' | 'waits';

export async function runAgentStage(context: StageContext, run: Run): Promise<StageEnd> {
  const { session, recorder, signal, gate } = context;
  const { ports } = session;
  const started = ports.now();
  const emit = (event: NewEvent) => session.commit([event]);
  const input = agentInput(session, run);
  session.setStatus({
    words: placeWords(session, { stage: 'agent', iteration: input.resumeFrom.length + 1, depth: 0 }),
  });
  const result = await ports.agent.run(
    input,
    {
      python: ports.python(session.state.settings.agent.python),
      call: (call, callSignal) => {
        const { iteration, block, depth, parentCallId } = call;
        const place = { runId: run.id, stage: 'agent', iteration, block, depth, parentCallId } as const;
        return recorder.call(place, call.request, callSignal);
      },
      iterated: (iteration) => {
        emit({ type: 'iteration.finished', actor: 'engine', payload: recordIteration(session, run.id, iteration) });
        if (iteration.depth === 0) {
          const place = { stage: 'agent', iteration: iteration.number + 1, depth: 0 } as const;
          session.setStatus({ words: placeWords(session, place) });
        }
        return Promise.resolve();
      },
      gate,
      warned: (words) => {
        emit({ type: 'warning.raised', actor: 'engine', payload: { place: run.id, words } });
      },
      now: () => ports.now(),
    },
    signal,
  );
  const keep = (text: string | null) => (text === null ? null : ports.log.keep(text));
  if (result.ok) {
    const { answer, source, iterations, warnings } = result.value;
    const truth = session.state.queries.find((query) => query.id === run.queryId)?.truth ?? null;
    emit({
      type: 'run.answered',
      actor: 'engine',
      payload: {
        runId: run.id,
        answer: ports.log.keep(answer),
        source,
        iterations,
        score: truth === null ? null : ports.score(answer, truth),
        warnings: [...warnings],
        elapsedMs: ports.now() - started,
      },
    });
    return 'done';
  }
  const { error } = result;
  const partial = keep(error.partial);
  switch (error.kind) {
    case 'cancelled':
      session.commitCutOff(run.id, 'agent', partial);
      return 'over';
    case 'lm':
    case 'python': {
      const kind = error.kind === 'lm' ? error.error.kind : 'python';
      const words = error.kind === 'lm' ? error.error.words : error.words;
      emit({ type: 'run.failed', actor: 'engine', payload: { runId: run.id, stage: 'agent', kind, words, partial } });
      return 'over';
    }
  }
}

/** What the agent is given for a run, including what a run that was cut off had done. */
export function agentInput(session: Session, run: Run): AgentInput {
  const query = session.state.queries.find((each) => each.id === run.queryId);
  const replies = new Map(run.calls.map((call) => [call.callId, call]));
  return {
    query: query === undefined ? '' : session.whole(query.text),
    mapText: run.mapText === null ? null : session.whole(run.mapText),
    context: session.ports.context,
    settings: rlmSettings(session.state.settings),
    resumeFrom: run.iterations.map((record) => wholeIteration(session, record)),
    recordedReply: (callId) => {
      const call = replies.get(callId);
      if (call === undefined) return null;
      if (call.error !== null) return err(call.error.words);
      return call.reply === null ? null : ok(session.whole(call.reply));
    },
  };
}

function recordIteration(session: Session, runId: string, iteration: Iteration): EventPayload<'iteration.finished'> {
  const keep = (text: string) => session.ports.log.keep(text);
  const { number, depth, parentCallId, callId, reply, finalRefused, answer, elapsedMs } = iteration;
  return {
    runId,
    number,
    depth,
    parentCallId,
    callId,
    reply: keep(reply),
    blocks: iteration.blocks.map((block) => ({
      ...block,
      code: keep(block.code),
      stdout: keep(block.stdout),
      stderr: keep(block.stderr),
      shown: keep(block.shown),
      variables: [...block.variables],
      callIds: [...block.callIds],
    })),
    finalRefused,
    answer: answer === null ? null : keep(answer),
    elapsedMs,
  };
}

function wholeIteration(session: Session, record: IterationRecord): Iteration {
  const { number, depth, parentCallId, callId, finalRefused, elapsedMs } = record;
  return {
    number,
    depth,
    parentCallId,
    callId,
    reply: session.whole(record.reply),
    blocks: record.blocks.map((block): RanBlock => ({
      ...block,
      code: session.whole(block.code),
      stdout: session.whole(block.stdout),
      stderr: session.whole(block.stderr),
      shown: session.whole(block.shown),
    })),
    finalRefused,
    answer: record.answer === null ? null : session.whole(record.answer),
    elapsedMs,
  };
}
