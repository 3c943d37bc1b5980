// Replays that windows asked for: one at a time per study, with its progress, its questions and its stop. The study itself
// is only read; a replay that is kept becomes a study of its own.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReplayReport, ReplayPushes, ReplayWanted, RequestError } from '#app/bridge/index.ts';
import { freshStudyFile, hashText, removeStudyFile, replacing, type OpenStudy } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { createMemoryLog, StorageFailure, type StudyLog } from '#core/study/index.ts';
import { rederive, replayChanged } from '#core/study/replay/index.ts';

export interface ReplayRequest {
  readonly handle: string;
  readonly study: OpenStudy;
  readonly wanted: ReplayWanted;
  readonly appVersion: string;
  /** Where to keep it; asked once, before anything runs. */
  readonly choosePath: (name: string) => Promise<Result<string, RequestError>>;
  readonly onProgress: (progress: ReplayPushes['replay.progress']) => void;
  readonly onAsked: (asked: ReplayPushes['replay.asked']) => void;
}

export interface Replays {
  start(request: ReplayRequest): Promise<Result<ReplayReport, RequestError>>;
  stop(handle: string): void;
  /** False when nobody waits for this answer. */
  answer(handle: string, askId: string, yes: boolean, forAll: boolean): boolean;
  /** Where the study's latest replay was kept. */
  keptPath(handle: string): string | null;
}

interface Running {
  readonly stop: AbortController;
  readonly waiting: Map<string, (yes: boolean) => void>;
  /** Set once a person has answered for all further calls. */
  forAll: boolean | null;
}

export function createReplays(): Replays {
  const running = new Map<string, Running>();
  const kept = new Map<string, string>();

  async function asItIs({ handle, study, onProgress }: ReplayRequest, { stop }: Running): Promise<ReplayReport> {
    const total = study.engine.state.seq;
    const paced = everySoOften();
    const result = await rederive(study.file, memoryLog(), study.ports, {
      signal: stop.signal,
      onProgress: ({ seq, calls }) => {
        if (!paced()) return;
        onProgress({ handle, words: `event ${seq} of ${total}`, fraction: seq / total, calls });
      },
    });
    return { kind: 'as-it-is', ...result };
  }

  async function changed(
    request: ReplayRequest,
    wanted: Extract<ReplayWanted, { kind: 'changed' }>,
    own: Running,
  ): Promise<Result<ReplayReport, RequestError>> {
    const { handle, study, appVersion, onProgress, onAsked } = request;
    const { name, queries } = study.engine.state;
    const total = Math.max(1, queries.filter(({ removed }) => !removed).length);
    const chosen = wanted.keep ? await request.choosePath(`${name} (replayed)`) : ok(null);
    if (!chosen.ok) return chosen;
    const path = chosen.value;
    const replayInto = async (fresh: Written): Promise<StoppedReplay['report']> => {
      try {
        const result = await replayChanged(study.file, fresh.log, study.ports, {
          settings: wanted.settings,
          name: `${name} (replayed)`,
          appVersion,
          unmatched: wanted.unmatched,
          model: (models) => study.ports.model(models),
          ask: (_request, why) => ask(handle, why, own, onAsked),
          signal: own.stop.signal,
          onProgress: ({ words, answered, calls }) => onProgress({ handle, words, fraction: answered / total, calls }),
        });
        fresh.close();
        return { kind: 'changed', fileName: path === null ? null : basename(path), ...result };
      } catch (error) {
        fresh.close();
        if (path !== null) removeStudyFile(path);
        throw error;
      }
    };
    if (path === null) return ok(await replayInto(inMemory()));
    // The dialog has asked whether to replace a file there. A replay that was stopped is no reason to lose it.
    const isReplacing = existsSync(path);
    const made = await replacing<ReplayReport, RequestError | StoppedReplay>(path, async () => {
      const fresh = await freshFile(path, study);
      if (!fresh.ok) return fresh;
      const report = await replayInto(fresh.value);
      return isReplacing && own.stop.signal.aborted ? err({ kind: 'stopped-replay', report }) : ok(report);
    });
    if (made.ok) {
      kept.set(handle, path);
      return made;
    }
    const { error } = made;
    return error.kind === 'stopped-replay' ? ok({ ...error.report, fileName: null }) : err(error);
  }

  function ask(handle: string, why: string, own: Running, onAsked: ReplayRequest['onAsked']): Promise<boolean> {
    if (own.stop.signal.aborted) return Promise.resolve(false);
    if (own.forAll !== null) return Promise.resolve(own.forAll);
    const askId = randomUUID();
    return new Promise((resolve) => {
      own.waiting.set(askId, resolve);
      onAsked({ handle, askId, why });
    });
  }

  function release({ waiting }: Running, yes: boolean): void {
    const all = [...waiting.values()];
    waiting.clear();
    for (const answer of all) answer(yes);
  }

  return {
    async start(request) {
      const { handle, wanted } = request;
      if (running.has(handle))
        return err({ kind: 'refused', words: 'A replay of this study is under way. Stop it first.' });
      const own: Running = { stop: new AbortController(), waiting: new Map(), forAll: null };
      running.set(handle, own);
      try {
        return wanted.kind === 'as-it-is' ? ok(await asItIs(request, own)) : await changed(request, wanted, own);
      } catch (error) {
        // The study was closed meanwhile, or the disk is full.
        if (error instanceof StorageFailure) return err({ kind: 'storage', words: error.message });
        throw error;
      } finally {
        running.delete(handle);
      }
    },
    stop(handle) {
      const own = running.get(handle);
      if (own === undefined) return;
      own.stop.abort();
      release(own, false);
    },
    answer(handle, askId, yes, forAll) {
      const own = running.get(handle);
      const answer = own?.waiting.get(askId);
      if (own === undefined || answer === undefined) return false;
      own.waiting.delete(askId);
      answer(yes);
      if (forAll) {
        own.forAll = yes;
        release(own, yes);
      }
      return true;
    },
    keptPath: (handle) => kept.get(handle) ?? null,
  };
}

/** Of a replay that is not kept, for the old file's sake. */
interface StoppedReplay {
  readonly kind: 'stopped-replay';
  readonly report: Extract<ReplayReport, { kind: 'changed' }>;
}

interface Written {
  readonly log: StudyLog;
  close(): void;
}

function inMemory(): Written {
  return { log: memoryLog(), close: () => undefined };
}

async function freshFile(path: string, study: OpenStudy): Promise<Result<Written, RequestError>> {
  const made = await freshStudyFile(path, study.file);
  if (!made.ok) return err({ kind: 'storage', words: made.error.words });
  const file = made.value;
  return ok({ log: file, close: () => file.close() });
}

function memoryLog(): StudyLog {
  return createMemoryLog({ hash: hashText, at: () => new Date().toISOString() });
}

/** Often enough for the eye. A number of ours. */
const TELL_EVERY_MS = 100;

function everySoOften(): () => boolean {
  let last = 0;
  return () => {
    const now = performance.now();
    if (now - last < TELL_EVERY_MS) return false;
    last = now;
    return true;
  };
}
