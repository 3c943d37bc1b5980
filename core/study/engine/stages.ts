// One run through its stages, from wherever it stands: Algorithm 1 for one query. What is next is read off the run itself, so
// that stopping, pausing, a crash or a fault leave nothing to remember.

import type { Stage } from '../events.ts';
import { runFromEvents } from '../run-events.ts';
import { isFrozen } from '../selectors/index.ts';
import type { Run } from '../state.ts';
import { runAgentStage } from './agent-stage.ts';
import type { StageContext, StageEnd } from './agent-stage.ts';
import type { Session } from './session.ts';
import {
  applyEvictCommit,
  completeWithoutVersion,
  runApply,
  runCartographer,
  runCommit,
  runDistiller,
  runEvict,
  runReview,
} from './update-stages.ts';

export type StagesEnd = 'completed' | 'over' | 'waits' | 'stage';

/** Runs one stage, or all that are left. `over`: stopped or failed, on record. `waits`: a person must decide. */
export async function runStages(context: StageContext, runId: string, extent: 'stage' | 'run'): Promise<StagesEnd> {
  const { session } = context;
  for (;;) {
    const run = detailed(session, runId);
    const stage = nextStage(session, run);
    if (stage === null) return 'completed';
    session.setStatus({ stage: stage === 'complete' ? 'commit' : stage });
    await context.gate(context.signal);
    if (context.signal.aborted) {
      const at = stage === 'complete' ? 'commit' : stage;
      session.commitCutOff(runId, at, null);
      return 'over';
    }
    const end = await runStage(context, run, stage, extent);
    if (end !== 'done') return end;
    // The end of a run that reached its last stage is no stage of its own.
    const after = detailed(session, runId);
    if (nextStage(session, after) === 'complete') completeWithoutVersion(session, after);
    if (extent === 'stage') return session.state.runs.get(runId)?.status === 'done' ? 'completed' : 'stage';
  }
}

/** The stage a run is to go on with; `complete` when only its end is missing, null when it is done. */
export function nextStage(session: Pick<Session, 'state'>, run: Run): Stage | 'complete' | null {
  if (run.status === 'done') return null;
  if (run.answer === null) return 'agent';
  if (!run.evolves || run.skipped !== null) return 'complete';
  if (run.distilled === null) return 'distiller';
  if (run.proposed === null) return 'cartographer';
  if (run.applied === null) return run.review === 'open' || run.review === null ? 'review' : 'apply';
  return run.eviction === null ? 'evict' : 'commit';
}

async function runStage(
  context: StageContext,
  run: Run,
  stage: Stage | 'complete',
  extent: 'stage' | 'run',
): Promise<StageEnd> {
  const { session } = context;
  const maySkip = stage !== 'agent' && stage !== 'complete' && run.applied === null;
  if (maySkip && isFrozen(session.state, run.branch)) {
    const payload = { runId: run.id, stage, words: 'The map was frozen before the update.' };
    session.commit([{ type: 'update.skipped', actor: 'engine', payload }]);
    return 'done';
  }
  switch (stage) {
    case 'agent':
      return runAgentStage(context, run);
    case 'distiller':
      return runDistiller(context, run);
    case 'cartographer':
      return runCartographer(context, run);
    case 'review': {
      const end = runReview(session, run);
      if (end === 'waits') return end;
      return extent === 'run' ? applyEvictCommit(session, run) : runApply(session, run);
    }
    case 'apply':
      return extent === 'run' ? applyEvictCommit(session, run) : runApply(session, run);
    case 'evict':
      return runEvict(session, run);
    case 'commit':
      return runCommit(session, run);
    case 'complete':
      return completeWithoutVersion(session, run);
  }
}

/** The run as the stages need it, read from the log where the state has folded it. */
export function detailed(session: Session, runId: string): Run {
  const run = session.state.runs.get(runId);
  if (run === undefined) throw new Error(`no run ${runId}`);
  return run.folded ? runFromEvents(run, session.ports.log.readRun(runId)) : run;
}
