// What the engine's parts share: the log, the state it reduces to, who listens. Events become durable, then part of the
// state, then known to listeners, in that order and in one go.

import type { ChatMessage, ChatReply, LmError } from '#core/lm/index.ts';
import type { CountTokens } from '#core/map/index.ts';
import type { Result } from '#core/result.ts';
import type { EngineListener, EnginePorts, EngineStatus } from '../engine.ts';
import type { Actor, LoggedEvent, NewEvent, Stage, StudyEvent } from '../events.ts';
import { reduceAll } from '../reducer/index.ts';
import type { StudyState } from '../state.ts';
import type { StoredText } from '../text.ts';
import { createTimeline } from '../timeline.ts';
import type { Desk } from './decision.ts';
import { openState } from './open-state.ts';

export interface Session {
  readonly ports: EnginePorts;
  readonly state: StudyState;
  readonly status: EngineStatus;
  commit(events: readonly NewEvent[]): readonly StudyEvent[];
  /** A run's end before its time: stopped by a person, or interrupted because the study is being closed. */
  commitCutOff(runId: string, stage: Stage, partial: StoredText | null): void;
  /** From now on what is cut off is interrupted. */
  beginClosing(): void;
  setStatus(change: Partial<EngineStatus>): void;
  listen(listener: EngineListener): () => void;
  tellDelta(delta: Parameters<NonNullable<EngineListener['delta']>>[0]): void;
  whole(text: StoredText): string;
  desk(actor: Actor): Desk;
  counter(): CountTokens;
}

export type CallResult = { readonly callId: string; readonly result: Result<ChatReply, LmError> };
export type { ChatMessage };

export function openSession(ports: EnginePorts): Session {
  const { log } = ports;
  const timeline = createTimeline(log);
  const listeners = new Set<EngineListener>();
  const opened = openState(log, timeline);
  let { state } = opened;
  let status: EngineStatus = { phase: 'idle', words: '', runId: null, stage: null, queued: 0 };

  let closing = false;
  const untold: { readonly appended: readonly StudyEvent[]; readonly after: StudyState }[] = [];

  function commit(events: readonly NewEvent[]): readonly StudyEvent[] {
    if (events.length === 0) return [];
    const appended = log.append(events);
    state = reduceAll(state, appended);
    opened.grew(state);
    tell(appended);
    return appended;
  }

  /** In the order of the log, even if a listener lets work go on that commits more before the next listener is told. */
  function tell(appended: readonly StudyEvent[]): void {
    untold.push({ appended, after: state });
    if (untold.length > 1) return;
    try {
      for (const { appended: events, after } of untold)
        for (const listener of listeners) listener.events?.(events, after);
    } finally {
      untold.length = 0;
    }
  }

  return {
    ports,
    commit,
    commitCutOff(runId, stage, partial) {
      const payload = { runId, stage, partial };
      commit([{ type: closing ? 'run.interrupted' : 'run.stopped', actor: 'engine', payload }]);
    },
    beginClosing() {
      closing = true;
    },
    get state() {
      return state;
    },
    get status() {
      return status;
    },
    setStatus(change) {
      const next = { ...status, ...change };
      if (sameStatus(status, next)) return;
      status = next;
      for (const listener of listeners) listener.status?.(status);
    },
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    tellDelta(delta) {
      for (const listener of listeners) listener.delta?.(delta);
    },
    whole: (text) => (typeof text === 'string' ? text : log.text(text)),
    counter: () => ports.counter(state.settings.method.tokenizer),
    desk: (actor) => ({
      state,
      actor,
      count: ports.counter(state.settings.method.tokenizer),
      hash: ports.hash,
      time: log.time(),
      ...(ports.readMap === undefined ? {} : { readMap: ports.readMap }),
      operation: (seq) => operationEvents(log.read(seq - 1, 1_000), seq),
      stateAt: (seq) => timeline.at(seq),
    }),
  };
}

function operationEvents(events: readonly LoggedEvent[], seq: number): readonly StudyEvent[] {
  return events.filter((event): event is StudyEvent => {
    return event.type !== 'unknown' && (event.batch ?? event.seq) === seq;
  });
}

function sameStatus(a: EngineStatus, b: EngineStatus): boolean {
  return (
    a.phase === b.phase && a.words === b.words && a.runId === b.runId && a.stage === b.stage && a.queued === b.queued
  );
}
