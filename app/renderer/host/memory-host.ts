// A host over a recorded study, with no main process behind it: the whole window also runs in a plain browser, for component
// tests and for work on the look (the shared page has its own host, page-host.ts). Everything a person does to the map runs through the real engine
// over a log in memory; what would need a model or Python plays the recording on, where there is more of it.

import type {
  EngineStatus,
  Host,
  OpenedStudy,
  Pushes,
  PushName,
  RequestError,
  RequestInput,
  RequestName,
} from '#app/bridge/index.ts';
import type { Agent } from '#core/agents/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { evict, renderMap } from '#core/map/index.ts';
import type { CountTokens } from '#core/map/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import {
  createEngine,
  createMemoryLog,
  encodeRow,
  headOf,
  previewCommand,
  previewReview,
  whatIf,
} from '#core/study/index.ts';
import type { CommandError, Engine, EnginePorts, LoggedEvent, StudyEvent } from '#core/study/index.ts';
import { browserAnswers } from './browser-answers.ts';
import type { Answer } from './browser-answers.ts';
import { recordedAnswers } from './recorded-answers.ts';

export interface Recording {
  readonly events: readonly StudyEvent[];
  readonly texts: ReadonlyMap<string, string>;
  readonly prompts: ReadonlyMap<string, readonly ChatMessage[]>;
}

export interface MemoryHostOptions {
  readonly recording: Recording;
  readonly count: CountTokens;
  /** Open at this seq; what comes after is played by Step. All of it when left out. */
  readonly upTo?: number;
  readonly readOnly?: OpenedStudy['readOnly'];
  /** Shows the start screen first. */
  readonly closed?: boolean;
  readonly eventEveryMs?: number;
}

const HANDLE = 'memory';
const AUTHOR = 'user:Mara';

type Answers = { readonly [N in RequestName]: (input: RequestInput<N>) => Answer<N> | Promise<Answer<N>> };

interface MemoryHost extends Host {
  /** Sends a push as main would. */
  push<N extends PushName>(name: N, push: Pushes[N]): void;
}

export function createMemoryHost(options: MemoryHostOptions): MemoryHost {
  const { recording, count } = options;
  const listeners = new Map<PushName, Set<(push: never) => void>>();
  const later = recording.events.filter((event) => event.seq > (options.upTo ?? Number.POSITIVE_INFINITY));
  const texts = new Map(recording.texts);
  /** What the reader did since it was opened. */
  const added: LoggedEvent[] = [];
  let events: readonly StudyEvent[] = recording.events.slice(0, recording.events.length - later.length);
  let live = recordedStatus(events);

  const push = <N extends PushName>(name: N, value: Pushes[N]): void => {
    for (const listener of listeners.get(name) ?? []) (listener as (push: Pushes[N]) => void)(value);
  };
  const tell = (status: EngineStatus) => {
    live = status;
    push('engine.status', { handle: HANDLE, status });
  };

  let engine = engineOver();
  function engineOver(): Engine {
    const log = createMemoryLog(
      { hash: fingerprint, at: () => new Date().toISOString() },
      { rows: events.map(encodeRow), texts },
    );
    // A recording that stops in the middle of a run shows that run as it was, not as interrupted.
    const made = createEngine({
      ...NO_MACHINERY,
      log: live.phase === 'running' ? { ...log, readOnly: true } : log,
      counter: () => count,
      hash: fingerprint,
    });
    made.listen({
      events: (more) => {
        added.push(...more);
        push('study.events', { handle: HANDLE, events: more });
      },
      status: ({ phase, words, runId, queued }) =>
        tell({ phase, words, runId, queued, python: { kind: 'sandbox', phase: 'ready' } }),
    });
    return made;
  }

  const opened = (): OpenedStudy => ({
    handle: HANDLE,
    fileName: `${engine.state.name}.peek`,
    recentId: null,
    readOnly: options.readOnly ?? null,
    state: engine.state,
    engine: live,
    view: null,
  });

  function playOn(): Answer<'study.command'> {
    if (later.length === 0)
      return refusedCommand('This is a recording; it ends here. Open the study in Peek to go on.');
    const tick = () => {
      const event = later.shift();
      if (event === undefined) return;
      events = [...events, event];
      push('study.events', { handle: HANDLE, events: [event] });
      tell(recordedStatus(events));
      const over = event.type === 'run.completed' || event.type === 'review.opened' || event.type === 'run.failed';
      if (over || later.length === 0) engine = engineOver();
      else setTimeout(tick, options.eventEveryMs ?? 300);
    };
    tick();
    return ok({ seq: engine.state.seq });
  }

  const version = (id: string) => engine.state.versions.get(id);
  const answers: Answers = {
    ...browserAnswers('0.1.0', 'browser', 'A browser keeps no keys.'),
    'study.recent': () => ok(RECENT),
    'study.openDialog': () => ok(opened()),
    'study.openRecent': () => ok(opened()),
    'study.openDemo': () => ok(opened()),
    'study.openDropped': () => ok(opened()),
    'study.initial': () => ok(options.closed === true ? null : opened()),
    'study.create': () => refused('A study needs a place on disk; a browser has none.'),
    'study.close': () => ok(null),
    'study.viewed': () => ok(null),
    'study.command': ({ command }) => {
      if (options.readOnly !== undefined && options.readOnly !== null)
        return err({ kind: 'read-only', words: options.readOnly.words });
      if (command.do === 'run.step' || command.do === 'run.all' || command.do === 'run.stage') return playOn();
      return engine.do(command, AUTHOR);
    },
    ...recordedAnswers({
      events: allEvents,
      state: () => engine.state,
      text: (hash) => texts.get(hash) ?? null,
      prompt: (callId) => recording.prompts.get(callId) ?? null,
    }),
    'studies.search': () => refused('A recording knows no other study.'),
    'studies.map': () => refused('A recording knows no other study.'),
    'study.verify': () => ok({ words: 'A recording is as it was recorded.', differences: [] }),
    'context.choose': () => refused('A browser cannot choose a context.'),
    'context.dropped': () => refused('A browser cannot open a dropped context.'),
    'work.stop': () => ok(null),
    'queries.choose': () => refused('A browser cannot choose a file.'),
    'queries.parse': ({ text }) => ok({ queries: linesOf(text), warnings: [] }),
    'call.next': ({ queryId }) => {
      const head = version(engine.state.branches.get(engine.state.currentBranch)?.head ?? '');
      const query = engine.state.queries.find((each) => each.id === queryId);
      const system = `You answer questions about a long text held in the variable context.\n\n${head === undefined ? '' : renderMap(head.map)}`;
      return ok([
        { role: 'system', content: system },
        { role: 'user', content: query === undefined ? '' : headOf(query.text) },
      ]);
    },
    'preview.review': ({ runId, decisions }) => asRequest(previewReview(engine.state, runId, decisions, { count })),
    'preview.command': ({ command }) =>
      asRequest(previewCommand(engine.state, command, { count, hash: fingerprint, actor: AUTHOR })),
    'preview.whatIf': ({ branch, options: rules }) => {
      const started = performance.now();
      const { rows, finalText, warnings } = whatIf(engine.state, branch, rules, count);
      return ok({ rows, finalText, warnings, elapsedMs: performance.now() - started });
    },
    'export.save': () => refused('A browser has no place to save to; copy the text instead.'),
    'replay.settings': () => ok(engine.state.settings),
    'replay.start': () => refused('A replay runs Python again; a browser has none. Open the study in Peek.'),
    'replay.stop': () => ok(null),
    'replay.answer': () => ok(null),
    'replay.open': () => refused('A browser keeps no replay.'),
    'keys.state': () => ok({ source: 'none' }),
    'keys.set': () => refused('A browser keeps no keys.'),
    'keys.clear': () => ok(null),
    'models.prices': () => ok({ unpriced: [], version: 0, date: '–' }),
    'models.test': () => ok({ ok: false, words: 'A recording calls no model.', models: [] }),
    'manual.reply': () => refused('A recording asks nothing.'),
  };

  function allEvents(): readonly LoggedEvent[] {
    return [...events, ...added];
  }

  return {
    request: async <N extends RequestName>(name: N, input: RequestInput<N>) => answers[name](input),
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      set.add(listener);
      return () => void set.delete(listener);
    },
    pathOf: () => null,
    push(name, value) {
      push(name, value);
    },
  };
}

/** What a run would need; nothing here is ever reached, since run commands do not go to the engine. */
const NO_MACHINERY = {
  context: { name: '', format: 'text', chars: 0, bytes: () => Promise.resolve(new Uint8Array()) },
  agent: { kind: 'rlm', run: unavailable, firstMessages: () => [] } satisfies Agent,
  python: unavailable,
  model: unavailable,
  policy: () => ({
    name: 'PEEK',
    distill: unavailable,
    propose: unavailable,
    evict: (map, { budgetTokens, evictionOrder: order }, count) => evict(map, { budgetTokens, order }, count),
  }),
  now: () => performance.now(),
  score: () => 0,
} satisfies Omit<EnginePorts, 'log' | 'counter' | 'hash'>;

function unavailable(): never {
  throw new Error('a browser runs no model and no Python');
}

const RECENT = [
  {
    recentId: '1',
    name: 'support-tickets',
    fileName: 'support-tickets.peek',
    folder: 'Documents',
    openedAt: '2026-11-27T13:40:00Z',
    missing: false,
  },
  {
    recentId: '2',
    name: 'spam-or-ham',
    fileName: 'spam-or-ham.peek',
    folder: 'Documents/peek',
    openedAt: '2026-11-25T09:12:00Z',
    missing: false,
  },
  {
    recentId: '3',
    name: 'kernel-log',
    fileName: 'kernel-log.peek',
    folder: 'Downloads',
    openedAt: '2026-11-20T17:03:00Z',
    missing: true,
  },
];

/** How the engine of the recording stood when its last event was written. */
function recordedStatus(events: readonly StudyEvent[]): EngineStatus {
  const idle: EngineStatus = {
    phase: 'idle',
    words: '',
    runId: null,
    queued: 0,
    python: { kind: 'sandbox', phase: 'ready' },
  };
  const start = events.findLast((event) => event.type === 'run.started');
  if (start === undefined) return idle;
  const runId = start.payload.runId;
  const after = events.filter((event) => event.seq > start.seq);
  const ended = after.some(
    (event) => event.type === 'run.completed' || event.type === 'run.failed' || event.type === 'run.stopped',
  );
  if (ended) return idle;
  if (after.some((event) => event.type === 'review.opened'))
    return { ...idle, phase: 'review', runId, words: 'edits wait for review' };
  const iterations = after.filter((event) => event.type === 'iteration.finished').length;
  const distilled = after.some((event) => event.type === 'run.answered');
  return {
    ...idle,
    phase: 'running',
    runId,
    words: distilled ? 'updating the map' : `iteration ${iterations + 1} of at most 30`,
  };
}

function linesOf(text: string): readonly { readonly text: string; readonly truth: null }[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ text: line, truth: null }));
}

/** Names a text by its content. Not SHA-256: in a browser the one that is there cannot answer at once. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const character of text)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0').repeat(4);
}

function asRequest<T>(result: Result<T, CommandError>): Result<T, RequestError> {
  return result.ok ? result : err({ kind: 'refused', words: result.error.words });
}

function refused(words: string): { readonly ok: false; readonly error: RequestError } {
  return err({ kind: 'refused', words });
}

function refusedCommand(words: string): { readonly ok: false; readonly error: CommandError } {
  return err({ kind: 'refused', words });
}
