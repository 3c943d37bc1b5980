// Running: one run at a time, whole, by stages or in a series; stop, pause, review. Commands that run resolve when the run,
// stage or series is over or waits for a person.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { CommandError, Decision } from '../commands.ts';
import type { Actor, NewEvent } from '../events.ts';
import { StorageFailure } from '../log.ts';
import { activeRun, leaveOneOutPlan, nextQuery, resumableRun } from '../selectors/index.ts';
import type { Run } from '../state.ts';
import { judgeable, judgeAnswer, measurable, measureItems } from './asides.ts';
import { eventBy } from './decision.ts';
import { createPause } from './pause.ts';
import { createRecorder } from './recorder.ts';
import type { Session } from './session.ts';
import { detailed, nextStage, runStages } from './stages.ts';
import type { StagesEnd } from './stages.ts';
import { sideBranchFor } from './side-branch.ts';
import { startRun } from './start-run.ts';

type Answer = Result<{ readonly seq: number }, CommandError>;

export interface Runner {
  isWorking(): boolean;
  step(extent: 'stage' | 'run'): Answer | Promise<Answer>;
  all(untilQueryId: string | null): Answer | Promise<Answer>;
  again(queryId: string): Answer | Promise<Answer>;
  leaveOneOut(itemId: string, queryIds: readonly string[], actor: Actor): Answer | Promise<Answer>;
  judge(runIds: readonly string[]): Answer | Promise<Answer>;
  measure(versionId: string): Answer | Promise<Answer>;
  stop(): Answer | Promise<Answer>;
  pause(): Answer;
  resume(): Answer;
  decide(runId: string, decisions: readonly Decision[], actor: Actor): Answer | Promise<Answer>;
  skipUpdate(runId: string, reason: string | null, actor: Actor): Answer;
  /** Tells what there is to tell while nothing works. */
  rest(): void;
  close(): Promise<void>;
}

/** `idle` is called whenever an update or a run has come to an end. */
export function createRunner(session: Session, idle: () => void): Runner {
  let work: { readonly abort: AbortController; readonly done: Promise<unknown> } | null = null;
  /** A series that a review interrupted; it goes on once everything is decided. */
  let series: { readonly untilQueryId: string | null } | null = null;
  let afterWork: { readonly untilQueryId: string | null } | null = null;
  let closing = false;
  const pause = createPause((held) => {
    if (work !== null) session.setStatus({ phase: held ? 'paused' : workingPhase() });
  });

  function workingPhase(): 'running' | 'manual' | 'stopping' {
    if (work?.abort.signal.aborted === true) return 'stopping';
    return session.state.settings.models.provider === 'manual' ? 'manual' : 'running';
  }

  function rest(): void {
    if (work !== null) return;
    const run = activeRun(session.state);
    if (run === null) return session.setStatus({ phase: 'idle', words: '', runId: null, stage: null });
    const phase = run.status === 'review' ? 'review' : 'idle';
    const words = phase === 'review' ? 'proposed edits wait for a decision' : 'the next stage is about to begin';
    session.setStatus({ phase, words, runId: run.id, stage: run.stage });
  }

  const done = (): Answer => ok({ seq: session.state.seq });
  const refused = (words: string): Answer => err({ kind: 'refused', words });

  /** Works alone; a second request meanwhile is refused. */
  function alone(task: (signal: AbortSignal) => Promise<void>): Answer | Promise<Answer> {
    if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
    const abort = new AbortController();
    const running = (async (): Promise<Answer> => {
      try {
        await task(abort.signal);
        return done();
      } finally {
        work = null;
        pause.lift();
        rest();
        idle();
        goOnWithSeries();
      }
    })();
    work = { abort, done: running.catch(() => undefined) };
    session.setStatus({ phase: workingPhase() });
    return running;
  }

  function goOnWithSeries(): void {
    const next = afterWork;
    afterWork = null;
    if (next === null || closing || whyNotStep() !== null) return;
    const answer = alone((signal) => runAll(next.untilQueryId, signal));
    // Nobody waits for it: a fault is on record as an event, and a full disk is told by the status.
    if (answer instanceof Promise) answer.catch((error: unknown) => session.setStatus({ words: String(error) }));
  }

  async function workOn(runId: string, extent: 'stage' | 'run', signal: AbortSignal): Promise<StagesEnd> {
    session.setStatus({ phase: workingPhase(), runId, words: '' });
    const recorder = createRecorder(session, runId, session.ports.now());
    try {
      const end = await runStages({ session, recorder, signal, gate: (each) => pause.gate(each) }, runId, extent);
      idle();
      return end;
    } catch (error) {
      recordFault(runId, error);
      throw error;
    }
  }

  /** What threw a run out of its stage. A file that cannot be read may still take events: the run does not stay under way. */
  function recordFault(runId: string, error: unknown): void {
    const run = session.state.runs.get(runId);
    if (run === undefined || run.endedAt !== null) return;
    const [kind, words] =
      error instanceof StorageFailure ? ['storage', error.message] : ['bug', `Peek failed: ${String(error)}`];
    try {
      session.commit([
        { type: 'run.failed', actor: 'engine', payload: { runId, stage: run.stage, kind, words, partial: null } },
      ]);
    } catch (unrecorded) {
      // A log that takes nothing is why the run ended; whoever opens it next marks the run interrupted.
      if (!(error instanceof StorageFailure && unrecorded instanceof StorageFailure)) throw unrecorded;
    }
  }

  function resume(run: Run): string {
    if (run.endedAt !== null) {
      const stage = nextStage(session, detailed(session, run.id));
      const payload = { runId: run.id, stage: stage === null || stage === 'complete' ? 'commit' : stage } as const;
      session.commit([{ type: 'run.resumed', actor: 'engine', payload }]);
    }
    return run.id;
  }

  /** The run to work on next: one to go on with, else a new one of the next query; null when nothing is left. */
  function nextRun(): string | null {
    const run = resumableRun(session.state);
    if (run !== null) return resume(run);
    const query = nextQuery(session.state);
    return query === null ? null : startRun(session, { queryId: query.id });
  }

  function whyNotStep(): string | null {
    if (activeRun(session.state)?.status === 'review') return 'Proposed edits wait for a decision. Decide them first.';
    if (resumableRun(session.state) !== null || nextQuery(session.state) !== null) return null;
    const { queries } = session.state;
    return queries.some((query) => !query.removed) ? 'All queries are answered.' : 'There is no query. Add one first.';
  }

  async function runAll(untilQueryId: string | null, signal: AbortSignal): Promise<void> {
    series = null;
    for (;;) {
      const runId = nextRun();
      if (runId === null) return;
      const end = await workOn(runId, 'run', signal);
      if (end === 'waits') series = { untilQueryId };
      if (end !== 'completed') return;
      if (session.state.runs.get(runId)?.queryId === untilQueryId) return;
      await pause.gate(signal);
      if (signal.aborted) return;
    }
  }

  return {
    isWorking: () => work !== null,
    rest,
    step(extent) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      const why = whyNotStep();
      if (why !== null) return refused(why);
      series = null;
      return alone(async (signal) => {
        const runId = nextRun();
        if (runId !== null) await workOn(runId, extent, signal);
      });
    },
    all(untilQueryId) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      if (untilQueryId !== null && !session.state.queries.some((query) => query.id === untilQueryId)) {
        return err({ kind: 'unknown', words: `This study has no query ${untilQueryId}.` });
      }
      const why = whyNotStep();
      if (why !== null) return refused(why);
      return alone((signal) => runAll(untilQueryId, signal));
    },
    again(queryId) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      const query = session.state.queries.find((each) => each.id === queryId);
      if (query === undefined || query.removed) {
        return err({ kind: 'unknown', words: `This study has no query ${queryId}.` });
      }
      const active = activeRun(session.state);
      if (active !== null) return refused(`${active.id} is not finished. Finish it or give it up first.`);
      series = null;
      return alone(async (signal) => {
        await workOn(startRun(session, { queryId }), 'run', signal);
      });
    },
    leaveOneOut(itemId, queryIds, actor) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      const active = activeRun(session.state);
      if (active !== null) return refused(`${active.id} is not finished. Finish it or give it up first.`);
      const { baselines, left } = leaveOneOutPlan(session.state, itemId, queryIds);
      if (baselines.length === 0) return refused(left[0]?.words ?? 'No query was chosen.');
      series = null;
      return alone(async (signal) => {
        const bases = baselines.map(({ versionId }) => versionId);
        const side = sideBranchFor(session.desk(actor), itemId, bases);
        session.commit(side.events);
        for (const { queryId, versionId: baseId } of baselines) {
          const versionId = side.versionIds.get(baseId) ?? baseId;
          const runId = startRun(session, { queryId, without: { itemId, versionId, branch: side.name } });
          if ((await workOn(runId, 'run', signal)) !== 'completed') return;
          await pause.gate(signal);
          if (signal.aborted) return;
        }
      });
    },
    judge(runIds) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      if (session.ports.judge === undefined) return refused('No judge can be asked here.');
      const runs: Run[] = [];
      for (const runId of new Set(runIds)) {
        const found = judgeable(session.state, runId);
        if (!found.ok) return refused(found.error.words);
        runs.push(found.value);
      }
      return alone(async (signal) => {
        for (const run of runs) {
          if (!(await judgeAnswer(session, run, signal)) || signal.aborted) return;
          await pause.gate(signal);
        }
      });
    },
    measure(versionId) {
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way already.' });
      const found = measurable(session.state, versionId);
      if (!found.ok) return refused(found.error.words);
      return alone((signal) => measureItems(session, found.value, signal));
    },
    stop() {
      series = null;
      if (work === null) return refused('Nothing is running.');
      // Whoever is told of the status may let promises go on meanwhile, as Electron does, and the work may be over by then.
      const { abort, done: ended } = work;
      abort.abort();
      session.setStatus({ phase: 'stopping' });
      pause.lift();
      return ended.then(done);
    },
    pause() {
      if (work === null) return refused('Nothing is running.');
      pause.ask();
      return done();
    },
    resume() {
      if (!pause.isAsked()) return refused('Nothing is paused.');
      pause.lift();
      return done();
    },
    decide(runId, decisions, actor) {
      const run = session.state.runs.get(runId);
      if (run?.status !== 'review') return refused(`${runId} has no edits that wait for a decision.`);
      const { proposed } = detailed(session, runId);
      const edits = proposed?.edits ?? [];
      for (const each of decisions) {
        const edit = edits.find((one) => one.editId === each.editId);
        if (edit === undefined) return err({ kind: 'unknown', words: `${runId} proposes no edit ${each.editId}.` });
        if (each.decision === 'change' && (each.content === null || each.content.trim() === '')) {
          return refused(`The change of ${each.editId} has no text.`);
        }
      }
      const decided = new Set([...run.decisions, ...decisions].map((each) => each.editId));
      const closed = edits.every((edit) => edit.refusal !== null || decided.has(edit.editId));
      session.commit([eventBy(actor, 'review.decided', { runId, decisions: [...decisions], closed })]);
      if (!closed) return done();
      const goOn = series;
      return alone(async (signal) => {
        const end = await workOn(runId, 'run', signal);
        // The series goes on by itself; whoever decided need not wait for it.
        if (end === 'completed' && goOn !== null) afterWork = goOn;
      });
    },
    skipUpdate(runId, reason, actor) {
      const run = session.state.runs.get(runId);
      if (run === undefined) return err({ kind: 'unknown', words: `This study has no run ${runId}.` });
      if (work !== null) return err({ kind: 'busy', words: 'A run is under way. Stop it first.' });
      if (run.answer === null || !run.evolves || run.status === 'done' || run.applied !== null) {
        return refused(`${runId} has no update that could be passed over.`);
      }
      const active = activeRun(session.state);
      if (active !== null && active.id !== runId) {
        return refused(`${active.id} is not finished. Finish it or give it up first.`);
      }
      const words = reason ?? 'Passed over by hand.';
      const events: NewEvent[] = [];
      if (run.endedAt !== null) events.push(eventBy('engine', 'run.resumed', { runId, stage: run.stage }));
      const head = session.state.branches.get(run.branch)?.head ?? run.baseVersionId;
      events.push(eventBy(actor, 'update.skipped', { runId, stage: run.stage, words }));
      events.push(eventBy('engine', 'run.completed', { runId, versionId: head }));
      session.commit(events);
      rest();
      return done();
    },
    async close() {
      closing = true;
      session.beginClosing();
      series = null;
      if (work === null) return;
      const { abort, done: ended } = work;
      abort.abort();
      pause.lift();
      await ended;
    },
  };
}
