// Re-derives a study from its own recording: what people did is copied, everything else is done again by the engine with
// recorded replies, and each fact is held beside the recorded one. Equal all through means that the study can be trusted to
// be what its log says; the first difference says where it cannot.

import { createReplayedModel } from '#core/lm/index.ts';
import type { CassetteCall, ReplayCounts } from '#core/lm/index.ts';
import { createEngine } from '../engine/index.ts';
import type { Command } from '../commands.ts';
import type { Engine, EnginePorts } from '../engine.ts';
import type { EventType, LoggedEvent, StudyEvent } from '../events.ts';
import type { StudyLog } from '../log.ts';
import { nextQuery, resumableRun } from '../selectors/index.ts';
import { batchesOf, copyBatch, isByPerson } from './copied-events.ts';
import { factOf, firstUnequal } from './facts.ts';
import type { Fact } from './facts.ts';
import { recordedCalls } from './recorded-calls.ts';
import { callMessages } from './call-messages.ts';
import { keptOpen } from './kept-open.ts';

export type RederivePorts = Omit<EnginePorts, 'log' | 'model'>;

export interface ReplayDifference {
  /** Of the recorded event. */
  readonly seq: number;
  readonly place: string;
  readonly words: string;
}

export interface RederivedVersion {
  readonly versionId: string;
  readonly recorded: string;
  /** Null for versions that were not reached. */
  readonly rederived: string | null;
}

export interface Rederived {
  readonly equal: boolean;
  readonly firstDifference: ReplayDifference | null;
  readonly calls: ReplayCounts & { readonly recorded: number };
  readonly versions: readonly RederivedVersion[];
}

export interface RederiveOptions {
  readonly signal: AbortSignal;
  /** The recorded calls from elsewhere, as from a cassette; the log's own where absent. */
  readonly calls?: readonly CassetteCall[];
  readonly onProgress?: (progress: RederiveProgress) => void;
}

export interface RederiveProgress {
  /** Of the recorded event that is being derived again. */
  readonly seq: number;
  readonly calls: ReplayCounts;
}

/**
 * Stages that a run may take until an event must have come again. An iteration comes with its agent stage or not at all; a
 * failure that was got over later need not come again.
 */
function mostStagesFor(type: EventType): number {
  switch (type) {
    case 'iteration.finished':
      return 0;
    case 'run.failed':
      return 1;
    default:
      return 8;
  }
}

/**
 * recorded  the study's log; only read
 * fresh     an empty log, which is filled
 * Stops at the first difference. No model is called, whatever the settings say.
 */
export async function rederive(
  recorded: StudyLog,
  fresh: StudyLog,
  ports: RederivePorts,
  options: RederiveOptions,
): Promise<Rederived> {
  const calls = options.calls ?? [...recordedCalls(recorded, ports.hash, false)];
  const model = createReplayedModel({
    calls,
    hash: ports.hash,
    unmatched: 'refuse',
    messagesOf: (callId) => callMessages(recorded, callId),
  });
  const rig = new Rig(fresh, { ...ports, model: () => model }, options.signal);
  const seqs = new Map<number, number>();
  let firstDifference: ReplayDifference | null = null;
  for (const batch of batchesOf(recorded)) {
    if (options.signal.aborted) break;
    if (isByPerson(batch)) {
      await rig.rest();
      copyBatch(batch, recorded, fresh, seqs);
      continue;
    }
    for (const event of batch) {
      if (event.type === 'unknown') continue;
      options.onProgress?.({ seq: event.seq, calls: model.counts });
      firstDifference = await follow(event, rig, seqs);
      if (firstDifference !== null) break;
    }
    if (firstDifference !== null) break;
  }
  await rig.rest();
  return {
    equal: firstDifference === null && !options.signal.aborted,
    firstDifference,
    calls: { ...model.counts, recorded: calls.length },
    versions: versionsOf(recorded, fresh),
  };
}

/** Brings the new log to where this recorded event is in the old one; says how the two then differ. */
async function follow(event: StudyEvent, rig: Rig, seqs: Map<number, number>): Promise<ReplayDifference | null> {
  if (event.type === 'run.started') {
    const { runId, queryId, withoutItem } = event.payload;
    if (!rig.has('run.started', runId)) await rig.start(queryId, withoutItem);
    return null;
  }
  const wanted = factOf(event);
  if (wanted === null) return null;
  if (event.type === 'answer.judged') await rig.aside({ do: 'answers.judge', runIds: [event.payload.runId] });
  if (event.type === 'items.measured') await rig.aside({ do: 'items.measure', versionId: event.payload.versionId });
  let found = rig.take(wanted.key);
  for (let stage = 0; found === null && stage < mostStagesFor(event.type); stage += 1) {
    if (!(await rig.step())) break;
    found = rig.take(wanted.key);
  }
  if (found === null) {
    if (event.type === 'run.failed' || event.type === 'iteration.finished') return null;
    return { seq: event.seq, place: wanted.place, words: `${wanted.place} did not come again: ${rig.trouble()}` };
  }
  seqs.set(event.seq, found.seq);
  return differenceOf(event.seq, wanted, found.fact);
}

function differenceOf(seq: number, wanted: Fact, found: Fact): ReplayDifference | null {
  const unequal = firstUnequal(wanted.value, found.value);
  if (unequal === null) return null;
  const at = unequal.path === '' ? wanted.place : `${unequal.path} of ${wanted.place}`;
  return { seq, place: wanted.place, words: `${at} was ${shown(unequal.recorded)} and is ${shown(unequal.rederived)}` };
}

const SHOWN_CHARS = 200;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}

function versionsOf(recorded: StudyLog, fresh: StudyLog): readonly RederivedVersion[] {
  const again = new Map<string, string>();
  for (const event of eventsOf(fresh)) {
    if (event.type === 'version.committed') again.set(event.payload.versionId, event.payload.hash);
  }
  const versions: RederivedVersion[] = [];
  for (const event of eventsOf(recorded)) {
    if (event.type !== 'version.committed') continue;
    const { versionId, hash } = event.payload;
    versions.push({ versionId, recorded: hash, rederived: again.get(versionId) ?? null });
  }
  return versions;
}

function* eventsOf(log: StudyLog): Generator<LoggedEvent> {
  for (const batch of batchesOf(log)) yield* batch;
}

/** The new log with an engine on it whenever one is needed; it must not hold the log while events are copied in. */
class Rig {
  readonly #log: StudyLog;
  readonly #ports: Omit<EnginePorts, 'log'>;
  readonly #signal: AbortSignal;
  #engine: Engine | null = null;
  #readUpTo = 0;
  readonly #facts = new Map<string, { readonly fact: Fact; readonly seq: number }[]>();
  readonly #started = new Set<string>();
  #trouble = 'the run went another way';
  /** A call had no recorded reply: trying again gives none either. */
  #isStuck = false;

  constructor(log: StudyLog, ports: Omit<EnginePorts, 'log'>, signal: AbortSignal) {
    this.#log = log;
    this.#ports = ports;
    this.#signal = signal;
  }

  has(type: Extract<EventType, 'run.started'>, runId: string): boolean {
    this.#read();
    return this.#started.has(`${type} ${runId}`);
  }

  /** The oldest fact of that key that has not been taken yet. */
  take(key: string): { readonly fact: Fact; readonly seq: number } | null {
    this.#read();
    return this.#facts.get(key)?.shift() ?? null;
  }

  trouble(): string {
    return this.#trouble;
  }

  async start(queryId: string, withoutItem: string | null): Promise<void> {
    const { state } = this.#open();
    const isNext = resumableRun(state) === null && nextQuery(state)?.id === queryId;
    if (withoutItem !== null) await this.#do({ do: 'item.leave-one-out', itemId: withoutItem, queryIds: [queryId] });
    else await this.#do(isNext ? { do: 'run.stage' } : { do: 'run.again', queryId });
  }

  /** What a person had asked a model beside the runs. */
  async aside(command: Extract<Command, { do: 'answers.judge' | 'items.measure' }>): Promise<void> {
    await this.#do(command);
  }

  /** One more stage of the run under way; false when there is none to take. */
  async step(): Promise<boolean> {
    if (this.#signal.aborted || this.#isStuck) return false;
    const engine = this.#open();
    if (resumableRun(engine.state) === null) return false;
    return this.#do({ do: 'run.stage' });
  }

  async rest(): Promise<void> {
    const engine = this.#engine;
    this.#engine = null;
    await engine?.close();
  }

  #open(): Engine {
    const log = this.#log;
    this.#engine ??= createEngine({ ...this.#ports, log: keptOpen(log) });
    return this.#engine;
  }

  async #do(command: Command): Promise<boolean> {
    const engine = this.#open();
    const stop = (): void => void engine.do({ do: 'run.stop' }, 'engine');
    this.#signal.addEventListener('abort', stop, { once: true });
    const done = await engine.do(command, 'engine');
    this.#signal.removeEventListener('abort', stop);
    if (!done.ok) this.#trouble = done.error.words;
    return done.ok;
  }

  #read(): void {
    for (const event of this.#log.read(this.#readUpTo)) {
      this.#readUpTo = event.seq;
      if (event.type === 'run.started') this.#started.add(`${event.type} ${event.payload.runId}`);
      if (event.type === 'run.failed') {
        this.#trouble = event.payload.words;
        this.#isStuck = event.payload.kind === 'not-recorded';
      }
      const fact = factOf(event);
      if (fact === null) continue;
      this.#facts.set(fact.key, [...(this.#facts.get(fact.key) ?? []), { fact, seq: event.seq }]);
    }
  }
}
