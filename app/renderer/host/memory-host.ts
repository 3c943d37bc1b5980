// A host over a recorded study, with no main process behind it: the whole window also runs in a plain browser, for component
// tests, for work on the look and for the read-only share. Commands that would run a model play the recording on.

import type {
  EngineStatus,
  Host,
  OpenedStudy,
  Pushes,
  PushName,
  RequestError,
  RequestFailure,
  RequestInput,
  RequestName,
  RequestOutput,
} from '#app/bridge/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { applyDecisions, applyEdits, applyTags, countMap, emptyMap, evict, renderMap } from '#core/map/index.ts';
import type { ContextMap, CountTokens } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { emptyState, reduceAll } from '#core/study/index.ts';
import type { CommandError, LoggedEvent, StudyState } from '#core/study/index.ts';
import { IDLE } from '../store/study-slice.ts';
import { DEFAULT_PREFERENCES } from '../store/view-slice.ts';

export interface Recording {
  readonly events: readonly LoggedEvent[];
  readonly texts: ReadonlyMap<string, string>;
  readonly prompts: ReadonlyMap<string, readonly ChatMessage[]>;
}

export interface MemoryHostOptions {
  readonly recording: Recording;
  /** Open at this seq; what comes after is played by Step. All of it when left out. */
  readonly upTo?: number;
  readonly fileName?: string;
  readonly readOnly?: OpenedStudy['readOnly'];
  readonly engine?: Partial<EngineStatus>;
  /** Shows the start screen first. */
  readonly closed?: boolean;
  readonly count: CountTokens;
  readonly eventEveryMs?: number;
}

const HANDLE = 'memory';

type Answer<N extends RequestName> = Result<RequestOutput<N>, RequestFailure<N>>;
type Answers = { readonly [N in RequestName]: (input: RequestInput<N>) => Answer<N> | Promise<Answer<N>> };

export interface MemoryHost extends Host {
  /** Sends a push as main would. */
  push<N extends PushName>(name: N, push: Pushes[N]): void;
  state(): StudyState;
}

export function createMemoryHost(options: MemoryHostOptions): MemoryHost {
  const { recording } = options;
  const listeners = new Map<PushName, Set<(push: never) => void>>();
  let count =
    options.upTo === undefined
      ? recording.events.length
      : recording.events.filter((event) => event.seq <= (options.upTo ?? 0)).length;
  let state = reduceAll(emptyState, recording.events.slice(0, count));
  let preferences = DEFAULT_PREFERENCES;

  const push = <N extends PushName>(name: N, value: Pushes[N]): void => {
    for (const listener of listeners.get(name) ?? []) (listener as (push: Pushes[N]) => void)(value);
  };

  const opened = (): OpenedStudy => ({
    handle: HANDLE,
    fileName: options.fileName ?? `${state.name}.peek`,
    readOnly: options.readOnly ?? null,
    state,
    engine: { ...IDLE, python: 'ready', ...engineOf(state), ...options.engine },
  });

  const playOn = (): Answer<'study.command'> => {
    if (count >= recording.events.length) {
      return err({ kind: 'refused', words: 'This is a recording; it ends here. Open the study in Peek to go on.' });
    }
    push('engine.status', {
      handle: HANDLE,
      status: { ...IDLE, python: 'ready', phase: 'running', words: 'playing the recording' },
    });
    const tick = () => {
      const event = recording.events[count];
      if (event === undefined) return;
      count += 1;
      state = reduceAll(state, [event]);
      push('study.events', { handle: HANDLE, events: [event] });
      const over = event.type === 'run.completed' || event.type === 'review.opened' || event.type === 'run.failed';
      push('engine.status', { handle: HANDLE, status: { ...IDLE, python: 'ready', ...engineOf(state) } });
      if (!over && count < recording.events.length) setTimeout(tick, options.eventEveryMs ?? 300);
    };
    tick();
    return ok({ seq: state.seq });
  };

  const answers: Answers = {
    'app.info': () =>
      ok({ version: '0.1.0', electron: '–', chrome: '–', node: '–', platform: 'browser', keyStore: 'none' }),
    'preferences.read': () => ok(preferences),
    'preferences.write': (change) => {
      preferences = { ...preferences, ...definedOnly(change) };
      return ok(preferences);
    },
    'study.recent': () =>
      ok([
        {
          recentId: '1',
          name: 'support-tickets',
          folder: 'Documents',
          openedAt: '2026-11-27T13:40:00Z',
          missing: false,
        },
        {
          recentId: '2',
          name: 'spam-or-ham',
          folder: 'Documents/peek',
          openedAt: '2026-11-25T09:12:00Z',
          missing: false,
        },
        { recentId: '3', name: 'kernel-log', folder: 'Downloads', openedAt: '2026-11-20T17:03:00Z', missing: true },
      ]),
    'study.openDialog': () => ok(opened()),
    'study.openRecent': () => ok(opened()),
    'study.openDemo': () => ok(opened()),
    'study.openDropped': () => ok(opened()),
    'study.initial': () => ok(options.closed === true ? null : opened()),
    'study.create': () => refused('A study needs a place on disk; a browser has none.'),
    'study.close': () => ok(null),
    'study.command': ({ command }) => {
      if (options.readOnly !== undefined && options.readOnly !== null) return readOnly(options.readOnly.words);
      switch (command.do) {
        case 'run.step':
        case 'run.all':
        case 'run.stage':
          return playOn();
        default:
          return readOnly('This is a recording; it cannot be changed here.');
      }
    },
    'study.events': ({ afterSeq, limit }) =>
      ok(
        recording.events
          .slice(0, count)
          .filter((event) => event.seq > afterSeq)
          .slice(0, limit),
      ),
    'study.search': () => ok([]),
    'study.verify': () => ok({ words: 'A recording is as it was recorded.', differences: [] }),
    'context.choose': () => refused('A browser cannot choose a context.'),
    'context.dropped': () => refused('A browser cannot open a dropped context.'),
    'queries.choose': () => refused('A browser cannot choose a file.'),
    'queries.parse': ({ text }) =>
      ok({
        queries: text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line) => ({ text: line, truth: null })),
        warnings: [],
      }),
    'text.read': ({ ref, from, to }) => {
      const text = recording.texts.get(ref.$text);
      return text === undefined
        ? err({ kind: 'not-found', words: 'This text is not in the recording.' })
        : ok(text.slice(from, to));
    },
    'call.messages': ({ callId }) => {
      const messages = recording.prompts.get(callId);
      return messages === undefined
        ? err({ kind: 'not-found', words: 'The messages of this call are not in the recording.' })
        : ok(messages);
    },
    'call.next': () => ok([{ role: 'system', content: renderMap(headMap(state)) }]),
    'preview.review': ({ runId, decisions }) => previewReview(state, runId, decisions, options.count),
    'preview.command': () => refused('A recording has no preview.'),
    'preview.whatIf': () => refused('A recording has no what-if.'),
    'tokens.count': ({ texts }) => ok(texts.map((text) => options.count(text))),
    'map.text': ({ versionId }) => {
      const version = state.versions.get(versionId);
      return version === undefined
        ? err({ kind: 'not-found', words: `There is no version ${versionId}.` })
        : ok(renderMap(version.map));
    },
    'export.text': ({ versionId, format }) => {
      const version = state.versions.get(versionId);
      if (version === undefined) return err({ kind: 'not-found', words: `There is no version ${versionId}.` });
      return ok(format === 'json' ? JSON.stringify(version.map, null, 2) : renderMap(version.map));
    },
    'export.save': () => refused('A browser has no place to save to; copy the text instead.'),
    'keys.state': () => ok({ source: 'none' }),
    'keys.set': () => refused('A browser keeps no keys.'),
    'keys.clear': () => ok(null),
    'models.test': () => ok({ ok: false, words: 'A recording calls no model.', models: [] }),
    'manual.reply': () => refused('A recording asks nothing.'),
  };

  return {
    request: async <N extends RequestName>(name: N, input: RequestInput<N>) => answers[name](input),
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    pathOf: () => null,
    push,
    state: () => state,
  };
}

function previewReview(
  state: StudyState,
  runId: string,
  decisions: RequestInput<'preview.review'>['decisions'],
  count: CountTokens,
): Answer<'preview.review'> {
  const run = state.runs.get(runId);
  const base = run === undefined ? undefined : state.versions.get(run.baseVersionId);
  if (run === undefined || run.proposed === null || base === undefined) return refused('No edits wait for review.');
  const { budgetTokens, evictionOrder, tagWeights } = state.settings.method;
  const decided = applyDecisions(
    run.proposed.edits,
    decisions.map((each) => ({ ...each, reason: null })),
    'you',
  );
  const numbering = { lastItemNumber: state.lastItemNumber, births: state.births };
  const applied = applyEdits(
    applyTags(base.map, run.tags, tagWeights),
    decided,
    { ...numbering, runId, budgetTokens, eviction: true },
    count,
  );
  const { map, eviction } = evict(applied.map, { budgetTokens, order: evictionOrder }, count);
  const tokens = countMap(map, count);
  const refusals = applied.outcomes.flatMap((outcome) =>
    outcome.status === 'refused' ? [{ editId: outcome.editId, refusal: outcome.refusal }] : [],
  );
  return ok({
    text: renderMap(map),
    tokens: tokens.total,
    tokensBySection: tokens.bySection,
    budgetTokens,
    refusals,
    eviction,
  });
}

function engineOf(state: StudyState): Partial<EngineStatus> {
  const run = state.activeRunId === null ? undefined : state.runs.get(state.activeRunId);
  if (run === undefined) return {};
  if (run.status === 'review') return { phase: 'review', runId: run.id, words: 'edits wait for review' };
  if (run.status === 'running')
    return {
      phase: 'running',
      runId: run.id,
      words: `iteration ${run.iterations.length + 1} of at most ${state.settings.agent.maxIterations}`,
    };
  if (run.status === 'updating') return { phase: 'running', runId: run.id, words: run.stage };
  return {};
}

function headMap(state: StudyState): ContextMap {
  const head = state.branches.get(state.currentBranch)?.head;
  return state.versions.get(head ?? '')?.map ?? emptyMap([], 'all');
}

function refused(words: string): { readonly ok: false; readonly error: RequestError } {
  return err({ kind: 'refused', words });
}

function readOnly(words: string): { readonly ok: false; readonly error: CommandError } {
  return err({ kind: 'read-only', words });
}

function definedOnly<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
