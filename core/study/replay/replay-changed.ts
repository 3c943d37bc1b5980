// Replays a study under other settings or prompts: the same queries in the same order, calls that match a recorded one
// answered from the recording, others refused, asked about or made anew by choice. What people did to the map is left out:
// it belongs to the map as it was. This is no check of the study but an experiment; each call is marked with its origin.

import { createReplayedModel } from '#core/lm/index.ts';
import type { ChatModel, ReplayCounts, ReplayOptions } from '#core/lm/index.ts';
import { createEngine, createStudy } from '../engine/index.ts';
import type { EngineListener } from '../engine.ts';
import type { StudyLog } from '../log.ts';
import { emptyState, reduceAll } from '../reducer/index.ts';
import type { StudySettings } from '../settings.ts';
import type { Run, StudyState } from '../state.ts';
import { callMessages } from './call-messages.ts';
import { batchesOf } from './copied-events.ts';
import { keptOpen } from './kept-open.ts';
import { recordedCalls } from './recorded-calls.ts';
import type { RederivePorts } from './rederive.ts';

export interface ReplayChangedOptions extends Pick<ReplayOptions, 'unmatched' | 'ask'> {
  readonly settings: StudySettings;
  readonly name: string;
  readonly appVersion: string;
  /** Makes calls anew where that was chosen. */
  readonly model: (settings: StudySettings['models']) => ChatModel;
  readonly signal: AbortSignal;
  readonly listener?: EngineListener;
}

export interface ReplayedQuery {
  readonly queryId: string;
  readonly recorded: QueryOutcome | null;
  readonly replayed: QueryOutcome | null;
}

export interface QueryOutcome {
  readonly status: Run['status'];
  readonly score: number | null;
  readonly iterations: number;
  readonly versionId: string;
  readonly hash: string;
  readonly tokens: number;
}

export interface ReplayedStudy {
  readonly calls: ReplayCounts & { readonly recorded: number };
  readonly queries: readonly ReplayedQuery[];
  /** Things people did to the recorded map that are not in the replay. */
  readonly leftOut: number;
  /** Why it ended before the last query; null when it did not. */
  readonly stopped: string | null;
}

/** fresh  an empty log (with the context already in it where it is a file); it is filled and left open */
export async function replayChanged(
  recorded: StudyLog,
  fresh: StudyLog,
  ports: RederivePorts,
  options: ReplayChangedOptions,
): Promise<ReplayedStudy> {
  const { settings, unmatched, ask, signal } = options;
  const before = stateOf(recorded);
  if (before.context === null) throw new Error('the recorded study says nothing of its context');
  createStudy(
    fresh,
    {
      studyId: `${before.studyId}-replay`,
      name: options.name,
      label: before.label,
      appVersion: options.appVersion,
      settings: { ...settings, reviewEdits: false },
      context: before.context,
      queries: before.queries
        .filter(({ removed }) => !removed)
        .map(({ text, truth }) => ({ text: typeof text === 'string' ? text : recorded.text(text), truth })),
    },
    { actor: 'engine', count: ports.counter(settings.method.tokenizer), hash: ports.hash },
  );
  const calls = recordedCalls(recorded, ports.hash, false);
  const model = createReplayedModel({
    calls,
    hash: ports.hash,
    unmatched,
    inner: options.model(settings.models),
    messagesOf: (callId) => callMessages(recorded, callId),
    ...(ask === undefined ? {} : { ask }),
  });
  const engine = createEngine({ ...ports, log: keptOpen(fresh), model: () => model });
  const unlisten = options.listener === undefined ? undefined : engine.listen(options.listener);
  const stop = (): void => void engine.do({ do: 'run.stop' }, 'engine');
  signal.addEventListener('abort', stop, { once: true });
  const done = signal.aborted ? null : await engine.do({ do: 'run.all', untilQueryId: null }, 'engine');
  signal.removeEventListener('abort', stop);
  const { state } = engine;
  unlisten?.();
  await engine.close();
  const last = [...state.runs.values()].at(-1);
  const refused = done === null || done.ok ? null : done.error.words;
  return {
    calls: { ...model.counts, recorded: calls.length },
    queries: queriesOf(before, state),
    leftOut: leftOut(recorded),
    stopped: last?.failure?.words ?? (signal.aborted ? 'Stopped.' : refused),
  };
}

function stateOf(log: StudyLog): StudyState {
  let state = emptyState;
  for (const batch of batchesOf(log)) state = reduceAll(state, batch);
  return state;
}

/** Queries are numbered anew in the replay, so they are paired by place. */
function queriesOf(before: StudyState, after: StudyState): readonly ReplayedQuery[] {
  const kept = before.queries.filter(({ removed }) => !removed);
  return kept.map((query, place) => ({
    queryId: query.id,
    recorded: outcomeOf(before, query.runIds.at(-1)),
    replayed: outcomeOf(after, after.queries[place]?.runIds.at(-1)),
  }));
}

function outcomeOf(state: StudyState, runId: string | undefined): QueryOutcome | null {
  const run = runId === undefined ? undefined : state.runs.get(runId);
  const version = run === undefined ? undefined : state.versions.get(run.versionId ?? run.baseVersionId);
  if (run === undefined || version === undefined) return null;
  return {
    status: run.status,
    score: run.answer?.score ?? null,
    iterations: run.answer?.iterations ?? run.iterationCount,
    versionId: version.id,
    hash: version.hash,
    tokens: version.tokens,
  };
}

const LEFT_OUT: readonly string[] = ['branch.moved', 'branch.switched', 'map.frozen', 'map.unfrozen', 'review.decided'];

function leftOut(recorded: StudyLog): number {
  let count = 0;
  for (const batch of batchesOf(recorded)) {
    for (const event of batch) {
      if (event.type === 'unknown' || event.actor === 'engine') continue;
      const isVersion = event.type === 'version.committed' && event.payload.parentId !== null;
      if (isVersion || LEFT_OUT.includes(event.type)) count += 1;
    }
  }
  return count;
}
