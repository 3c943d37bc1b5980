// The stages after the answer: Distiller, Cartographer, review, apply, evict, commit. Each ends with an event, so that what was
// done is never done twice; what cannot be done ends the update, never the study.

import { freezesAtBudget } from '#core/methods/index.ts';
import type { PolicyError, PolicyPorts, Trajectory } from '#core/methods/index.ts';
import type { Result } from '#core/result.ts';
import type { NewEvent, Stage } from '../events.ts';
import { evolvedSteps, headVersion, isFrozen } from '../selectors/index.ts';
import type { Run, Version } from '../state.ts';
import type { StageContext, StageEnd } from './agent-stage.ts';
import { evictionEvent, nextVersionId, versionEvent } from './map-versions.ts';
import { policySettings } from './policy-settings.ts';
import type { Session } from './session.ts';
import { computeUpdate, policyFault } from './update.ts';
import type { Update } from './update.ts';

export async function runDistiller(context: StageContext, run: Run): Promise<StageEnd> {
  const { session, signal } = context;
  const { settings } = session.state;
  session.setStatus({ words: 'the Distiller reads the trajectory' });
  const query = session.state.queries.find((each) => each.id === run.queryId);
  const known = query?.truth ?? null;
  const truth = settings.method.showTruth && known !== null ? { truth: known, score: run.answer?.score ?? null } : null;
  const result = await session.ports.policy(settings.method).distill(
    {
      runId: run.id,
      trajectory: trajectoryOf(session, run),
      map: head(session, run).map,
      settings: policySettings(settings),
      truth,
    },
    policyPorts(context, run, 'distiller'),
    signal,
  );
  if (!result.ok) return ended(session, run, 'distiller', result);
  const { callId, diagnosis, tags, ignoredTags, untagged, candidates, warnings, trajectoryCut, proposal } =
    result.value;
  const weights = settings.method.tagWeights;
  const keep = (text: string) => session.ports.log.keep(text);
  const events: NewEvent[] = [
    {
      type: 'distiller.spoke',
      actor: 'engine',
      payload: {
        runId: run.id,
        callId,
        diagnosis: keep(diagnosis),
        tags: tags.map(({ itemId, tag }) => ({ itemId, tag, delta: weights[tag] })),
        ignoredTags: [...ignoredTags],
        untagged: [...untagged],
        candidates: [...candidates],
        warnings: [...warnings],
        trajectoryCut,
        sawTruth: truth !== null,
      },
    },
  ];
  // A monolithic update proposes in the same call.
  if (proposal !== null) {
    const { reasoning, edits } = proposal;
    const payload = {
      runId: run.id,
      callId: proposal.callId,
      reasoning: keep(reasoning),
      edits: [...edits],
      warnings: [...proposal.warnings],
    };
    events.push({ type: 'edits.proposed', actor: 'engine', payload });
  }
  session.commit(events);
  return 'done';
}

export async function runCartographer(context: StageContext, run: Run): Promise<StageEnd> {
  const { session, signal } = context;
  const { settings } = session.state;
  const { distilled } = run;
  if (distilled === null) throw new Error(`${run.id} has no diagnosis to propose edits from`);
  session.setStatus({ words: 'the Cartographer proposes edits' });
  const query = session.state.queries.find((each) => each.id === run.queryId);
  const result = await session.ports.policy(settings.method).propose(
    {
      runId: run.id,
      query: query === undefined ? '' : session.whole(query.text),
      distilled: { ...distilled, diagnosis: session.whole(distilled.diagnosis), proposal: null },
      map: head(session, run).map,
      settings: policySettings(settings),
    },
    policyPorts(context, run, 'cartographer'),
    signal,
  );
  if (!result.ok) return ended(session, run, 'cartographer', result);
  const { callId, reasoning, edits, warnings } = result.value;
  const payload = {
    runId: run.id,
    callId,
    reasoning: session.ports.log.keep(reasoning),
    edits: [...edits],
    warnings: [...warnings],
  };
  session.commit([{ type: 'edits.proposed', actor: 'engine', payload }]);
  return 'done';
}

/** Opens the gate, or passes it where nothing waits for a person. */
export function runReview(session: Session, run: Run): StageEnd {
  if (run.review === 'closed' || !session.state.settings.reviewEdits || run.proposed?.edits.length === 0) return 'done';
  if (run.review === null) session.commit([{ type: 'review.opened', actor: 'engine', payload: { runId: run.id } }]);
  return 'waits';
}

export function runApply(session: Session, run: Run): StageEnd {
  const update = updateOf(session, run);
  session.commit([appliedEvent(run, update)]);
  return 'done';
}

export function runEvict(session: Session, run: Run): StageEnd {
  const update = updateOf(session, run);
  session.commit([evictionEvent({ actor: 'engine' }, run.id, update.eviction)]);
  return 'done';
}

export function runCommit(session: Session, run: Run): StageEnd {
  session.commit(completion(session, run, updateOf(session, run)));
  return 'done';
}

/** The three at once, as one operation: how it is done unless somebody steps by stages. */
export function applyEvictCommit(session: Session, run: Run): StageEnd {
  const update = updateOf(session, run);
  const fault = policyFault(head(session, run).map, update, session.state.settings.method, session.counter());
  if (fault !== null) {
    const payload = { runId: run.id, stage: 'evict', kind: 'policy', words: fault, partial: null } as const;
    session.commit([{ type: 'run.failed', actor: 'engine', payload }]);
    return 'over';
  }
  session.commit([
    appliedEvent(run, update),
    evictionEvent({ actor: 'engine' }, run.id, update.eviction),
    ...completion(session, run, update),
  ]);
  return 'done';
}

/** Ends a run that leaves the map as it is: frozen, no method, or an update that was passed over. */
export function completeWithoutVersion(session: Session, run: Run): StageEnd {
  // A run without an item looked at an earlier map; that is the one it belongs to.
  const versionId = run.withoutItem === null ? head(session, run).id : run.baseVersionId;
  const events: NewEvent[] = [{ type: 'run.completed', actor: 'engine', payload: { runId: run.id, versionId } }];
  if (run.evolves) events.push(...stepFreeze(session, run, head(session, run).id));
  session.commit(events);
  return 'done';
}

function completion(session: Session, run: Run, update: Update): readonly NewEvent[] {
  const { state } = session;
  const parent = head(session, run);
  const { method } = state.settings;
  const versionId = nextVersionId(state.versions);
  const version = versionEvent(
    { actor: 'engine', count: session.counter(), hash: session.ports.hash },
    {
      versionId,
      parent,
      branch: run.branch,
      map: update.map,
      cause: 'update',
      runId: run.id,
      budgetTokens: method.budgetTokens,
      gone: update.gone,
    },
  );
  return [
    version,
    { type: 'run.completed', actor: 'engine', payload: { runId: run.id, versionId } },
    ...(freezesAtBudget(method, update.outcomes) ? [freeze(run, 'budget')] : stepFreeze(session, run, parent.id)),
  ];
}

/** After the m-th query that evolved the map it is frozen (Algorithm 1); a person may thaw it. */
function stepFreeze(session: Session, run: Run, baseVersionId: string): readonly NewEvent[] {
  const { evolveSteps } = session.state.settings.method;
  if (evolveSteps === null || isFrozen(session.state, run.branch)) return [];
  return evolvedSteps(session.state, baseVersionId) + 1 === evolveSteps ? [freeze(run, 'evolve-steps')] : [];
}

function freeze(run: Run, cause: 'budget' | 'evolve-steps'): NewEvent {
  return { type: 'map.frozen', actor: 'engine', payload: { branch: run.branch, cause, reason: null } };
}

function appliedEvent(run: Run, update: Update): NewEvent {
  const payload = { runId: run.id, outcomes: [...update.outcomes], candidates: [...update.candidates] };
  return { type: 'edits.applied', actor: 'engine', payload };
}

function updateOf(session: Session, run: Run): Update {
  const { state, ports } = session;
  const input = { state, run, map: head(session, run).map, decisions: run.decisions, by: 'the reviewer' };
  const update = computeUpdate(input, ports.policy(state.settings.method), session.counter());
  if (update === null) throw new Error(`${run.id} has nothing to apply`);
  return update;
}

function head(session: Session, run: Run): Version {
  const version = headVersion(session.state, run.branch);
  if (version === null) throw new Error(`branch ${run.branch} has no version`);
  return version;
}

function ended(session: Session, run: Run, stage: Stage, result: Result<unknown, PolicyError>): StageEnd {
  if (result.ok) return 'done';
  const { error } = result;
  const runId = run.id;
  switch (error.kind) {
    case 'cancelled':
      session.commitCutOff(runId, stage, null);
      return 'over';
    case 'lm': {
      if (error.error.kind === 'cancelled')
        return ended(session, run, stage, { ok: false, error: { kind: 'cancelled' } });
      const { kind, words } = error.error;
      session.commit([{ type: 'run.failed', actor: 'engine', payload: { runId, stage, kind, words, partial: null } }]);
      return 'over';
    }
    case 'unreadable':
      session.commit([{ type: 'update.skipped', actor: 'engine', payload: { runId, stage, words: error.words } }]);
      return 'done';
  }
}

function policyPorts(context: StageContext, run: Run, stage: 'distiller' | 'cartographer'): PolicyPorts {
  return {
    count: context.session.counter(),
    call: (request, signal) => {
      const place = { runId: run.id, stage, iteration: null, block: null, depth: 0, parentCallId: null };
      return context.recorder.call(place, request, signal);
    },
  };
}

function trajectoryOf(session: Session, run: Run): Trajectory {
  const query = session.state.queries.find((each) => each.id === run.queryId);
  return {
    query: query === undefined ? '' : session.whole(query.text),
    steps: run.iterations
      .filter((iteration) => iteration.depth === 0)
      .map(({ number, reply, blocks }) => ({
        number,
        reply: session.whole(reply),
        blocks: blocks.map((block) => ({ code: session.whole(block.code), shown: session.whole(block.shown) })),
      })),
    answer: run.answer === null ? null : session.whole(run.answer.answer),
  };
}
