// A run from its start to its end: calls, iterations, the answer, and every way in which it can stop short.

import type { EventOf, EventPayload, Stage } from '../events.ts';
import type { CallSummary, IterationRecord, Run, RunStatus } from '../state.ts';
import { changeRun, warn } from './draft.ts';
import type { Draft } from './draft.ts';
import { foldOldRuns } from './fold.ts';
import { changeQuery } from './queries.ts';
import { addCall, NO_TOTALS } from './totals.ts';

type RunEvent = EventOf<
  | 'run.started'
  | 'call.finished'
  | 'iteration.finished'
  | 'run.answered'
  | 'run.failed'
  | 'run.stopped'
  | 'run.interrupted'
  | 'run.resumed'
  | 'run.completed'
  | 'run.abandoned'
  | 'answer.judged'
>;

export function evolveRuns(draft: Draft, event: RunEvent): void {
  const { seq, at } = event;
  switch (event.type) {
    case 'run.started':
      return start(draft, event);
    case 'call.finished':
      return call(draft, event);
    case 'iteration.finished':
      if (draft.state.runs.has(event.payload.runId)) draft.state.iterationCount += 1;
      return changeRun(draft, seq, event.payload.runId, (run) => ({
        iterationCount: run.iterationCount + 1,
        ...(run.folded ? {} : { iterations: draft.grown(run.iterations, iteration(run, event)) }),
      }));
    case 'run.answered':
      return changeRun(draft, seq, event.payload.runId, (run) => ({
        answer: event.payload,
        answeredSeq: seq,
        stage: run.evolves ? 'distiller' : 'commit',
        status: run.evolves ? 'updating' : run.status,
      }));
    case 'answer.judged':
      // What is asked later about a run is no part of it: it stays where it was in time.
      return changeRun(draft, seq, event.payload.runId, ({ lastSeq }) => ({ judged: event.payload, lastSeq }));
    case 'run.failed': {
      const { runId, stage, kind, words, partial } = event.payload;
      return end(draft, event, runId, 'failed', { stage, partial, failure: { stage, kind, words } });
    }
    case 'run.stopped': {
      const { runId, stage, partial } = event.payload;
      return end(draft, event, runId, 'stopped', { stage, partial });
    }
    case 'run.interrupted': {
      const { runId, stage, partial = null } = event.payload;
      return end(draft, event, runId, 'interrupted', { stage, partial });
    }
    case 'run.resumed': {
      const { runId, stage } = event.payload;
      changeRun(draft, seq, runId, (run) => ({
        // Only an open gate waits for a person; a run may also go on at the gate to find that nobody is asked.
        status: stage === 'review' && run.review !== 'open' ? 'updating' : statusAt(stage),
        stage,
        failure: null,
        partial: null,
        endedAt: null,
      }));
      if (draft.state.runs.has(runId)) draft.state.activeRunId = runId;
      return;
    }
    case 'run.completed':
      return end(draft, event, event.payload.runId, 'done', { stage: 'commit', versionId: event.payload.versionId });
    case 'run.abandoned':
      return changeRun(draft, seq, event.payload.runId, (run) => {
        if (draft.state.activeRunId === run.id) draft.state.activeRunId = null;
        return { abandoned: true, status: run.endedAt === null ? 'stopped' : run.status, endedAt: run.endedAt ?? at };
      });
  }
}

function start(draft: Draft, event: EventOf<'run.started'>): void {
  const { seq, payload } = event;
  if (draft.state.runs.has(payload.runId)) {
    warn(draft, seq, `event ${seq}`, `Run ${payload.runId} was started before; the first one stands.`);
    return;
  }
  draft.runs().set(payload.runId, newRun(event));
  draft.state.detailedRunIds = [...draft.state.detailedRunIds, payload.runId];
  // A run without one item is a side look: the query's own run stays the one that counts.
  if (payload.withoutItem === null) {
    changeQuery(draft, seq, payload.queryId, (query) => ({ runIds: [...query.runIds, payload.runId] }));
  }
  draft.state.activeRunId = payload.runId;
  foldOldRuns(draft);
}

function newRun({ seq, at, payload }: EventOf<'run.started'>): Run {
  return {
    id: payload.runId,
    queryId: payload.queryId,
    branch: payload.branch,
    baseVersionId: payload.versionId,
    mapText: payload.mapText,
    mapTokens: payload.mapTokens,
    evolves: payload.evolves,
    withoutItem: payload.withoutItem,
    python: payload.python ?? null,
    status: 'running',
    stage: 'agent',
    startedAt: at,
    endedAt: null,
    iterations: [],
    calls: [],
    answer: null,
    judged: null,
    distilled: null,
    proposed: null,
    decisions: [],
    applied: null,
    eviction: null,
    skipped: null,
    failure: null,
    partial: null,
    versionId: null,
    totals: NO_TOTALS,
    abandoned: false,
    review: null,
    firstSeq: seq,
    lastSeq: seq,
    answeredSeq: null,
    distilledSeq: null,
    proposedSeq: null,
    tags: [],
    iterationCount: 0,
    callCount: 0,
    folded: false,
    kept: null,
  };
}

function call(draft: Draft, { seq, payload }: EventOf<'call.finished'>): void {
  draft.state.totals = addCall(draft.state.totals, payload);
  const number = Number(/\d+$/.exec(payload.callId)?.[0] ?? 0);
  const { lastNumbers } = draft.state;
  if (number > lastNumbers.call) draft.state.lastNumbers = { ...lastNumbers, call: number };
  const { runId } = payload;
  if (payload.stage === 'aside') draft.state.asides = addCall(draft.state.asides, payload);
  if (payload.role === 'distiller' || payload.role === 'cartographer')
    draft.state.policyMicroUsd += payload.costMicroUsd ?? 0;
  if (runId === null) return;
  changeRun(draft, seq, runId, (run) => {
    const calls = run.folded ? {} : { calls: draft.grown(run.calls, summary(payload, seq)) };
    // What is asked later about a run is no part of what it took.
    if (payload.stage === 'aside') return { ...calls, lastSeq: run.lastSeq };
    return { ...calls, totals: addCall(run.totals, payload), callCount: run.callCount + 1 };
  });
}

/** The reply is its call's: what the log tells twice stands in memory once. */
function iteration(run: Run, { seq, at, payload }: EventOf<'iteration.finished'>): IterationRecord {
  const { callId, reply } = run.calls.at(-1) ?? payload;
  const isSame = callId === payload.callId && reply === payload.reply;
  return { ...payload, ...(isSame ? { callId, reply } : {}), seq, at };
}

function summary(payload: EventPayload<'call.finished'>, seq: number): CallSummary {
  const { prompt: _prompt, parameters: _parameters, ...rest } = payload;
  return { ...rest, seq };
}

function end(draft: Draft, event: RunEvent, runId: string, status: RunStatus, change: Partial<Run>): void {
  changeRun(draft, event.seq, runId, () => ({ ...change, status, endedAt: event.at }));
  if (draft.state.activeRunId === runId) draft.state.activeRunId = null;
}

function statusAt(stage: Stage): RunStatus {
  if (stage === 'agent') return 'running';
  return stage === 'review' ? 'review' : 'updating';
}
