// Replays a study under other settings or prompts: the same queries in the same order, calls that match a recorded one
// answered from the recording, others refused, asked about or made anew by choice. What people did to the map is left out:
// it belongs to the map as it was. This is no check of the study but an experiment; each call is marked with its origin.

import { createReplayedModel } from '#core/lm/index.ts';
import type { CassetteCall, ChatModel, ReplayCounts, ReplayOptions, UnmatchedCall } from '#core/lm/index.ts';
import { createEngine, createStudy } from '../engine/index.ts';
import { StorageFailure } from '../log.ts';
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
  /** The recorded calls from elsewhere, as from a cassette; the log's own where absent. */
  readonly calls?: readonly CassetteCall[];
  readonly onProgress?: (progress: ReplayProgress) => void;
}

export interface ReplayProgress {
  readonly words: string;
  /** Queries answered so far. */
  readonly answered: number;
  readonly calls: ReplayCounts;
}

export interface ReplayedQuery {
  readonly queryId: string;
  readonly recorded: QueryOutcome | null;
  readonly replayed: QueryOutcome | null;
}

export interface QueryOutcome {
  readonly calls: { readonly replayed: number; readonly anew: number };
  readonly status: Run['status'];
  readonly score: number | null;
  readonly iterations: number;
  readonly versionId: string;
  readonly hash: string;
  readonly tokens: number;
}

export interface ReplayedStudy {
  readonly calls: ReplayCounts & { readonly recorded: number };
  /** Where the replay first left the recording; null when every call was in it. */
  readonly firstUnmatched: UnmatchedCall | null;
  readonly queries: readonly ReplayedQuery[];
  /** Things people did to the recorded map that are not in the replay. */
  readonly leftOut: number;
  /** Why it ended before the last query; null when it did not. */
  readonly stopped: string | null;
}

/**
 * fresh  an empty log (with the context already in it where it is a file); it is filled and left open
 * Throws StorageFailure when it takes no more: half a replay is none.
 */
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
  const calls = options.calls ?? [...recordedCalls(recorded, ports.hash, false)];
  const model = createReplayedModel({
    calls,
    hash: ports.hash,
    unmatched,
    inner: options.model(settings.models),
    messagesOf: (callId) => callMessages(recorded, callId),
    ...(ask === undefined ? {} : { ask }),
  });
  const engine = createEngine({ ...ports, log: keptOpen(fresh), model: () => model });
  const tell = (): void => {
    const answered = [...engine.state.runs.values()].filter(({ answer }) => answer !== null).length;
    options.onProgress?.({ words: engine.status.words, answered, calls: model.counts });
  };
  const unlisten = engine.listen({ status: tell, events: tell });
  const stop = (): void => void engine.do({ do: 'run.stop' }, 'engine');
  signal.addEventListener('abort', stop, { once: true });
  // Queries that were never run have nothing to be replayed.
  const lastRun = before.queries.filter(({ removed }) => !removed).findLastIndex(({ runIds }) => runIds.length > 0);
  const untilQueryId = engine.state.queries[lastRun]?.id ?? null;
  const hasWork = !signal.aborted && untilQueryId !== null;
  const done = hasWork ? await engine.do({ do: 'run.all', untilQueryId }, 'engine') : null;
  signal.removeEventListener('abort', stop);
  const { state } = engine;
  unlisten();
  await engine.close();
  if (done?.ok === false && done.error.kind === 'storage') throw new StorageFailure(done.error.words);
  const last = [...state.runs.values()].at(-1);
  const refused = done === null || done.ok ? null : done.error.words;
  return {
    calls: { ...model.counts, recorded: calls.length },
    firstUnmatched: model.firstUnmatched,
    queries: queriesOf(before, state, fresh),
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
function queriesOf(before: StudyState, after: StudyState, fresh: StudyLog): readonly ReplayedQuery[] {
  const kept = before.queries.filter(({ removed }) => !removed);
  return kept.map((query, place) => ({
    queryId: query.id,
    recorded: outcomeOf(before, query.runIds.at(-1)),
    replayed: outcomeOf(after, after.queries[place]?.runIds.at(-1), fresh),
  }));
}

/** log  where its calls are counted by origin; without it none were replayed */
function outcomeOf(state: StudyState, runId: string | undefined, log: StudyLog | null = null): QueryOutcome | null {
  const run = runId === undefined ? undefined : state.runs.get(runId);
  const version = run === undefined ? undefined : state.versions.get(run.versionId ?? run.baseVersionId);
  if (run === undefined || version === undefined) return null;
  const origins = (log?.readRun(run.id) ?? []).flatMap((event) =>
    // A refused call is on record, but nothing of it was replayed or made.
    event.type === 'call.finished' && event.payload.error?.kind !== 'not-recorded' ? [event.payload.origin] : [],
  );
  const replayed = origins.filter((origin) => origin === 'replayed').length;
  return {
    calls: { replayed, anew: origins.length - replayed },
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
