// How a run ended and what it did to the map, told in one voice wherever it is told. Pure.

import type { Run } from '#core/study/index.ts';
import type { LaterMap } from './view-slice.ts';

/** Of a run that ended without completing: "failed in the stage “agent”"; null for every other. */
export function cutOffWords(run: Run): string | null {
  if (run.failure !== null) return `failed in the stage “${run.failure.stage}”`;
  return run.status === 'stopped' || run.status === 'interrupted'
    ? `was ${run.status} in the stage “${run.stage}”`
    : null;
}

/** The map that an update would make of a version, before there is one. */
export function proposedId(baseVersionId: string): string {
  return `${baseVersionId}′`;
}

/** Under which name a map that is compared stands wherever one is chosen. */
export function nameOf({ versionId, isProposed }: LaterMap): string {
  return isProposed ? proposedId(versionId) : versionId;
}

export function asVersion(versionId: string): LaterMap {
  return { versionId, isProposed: false };
}

export function asProposed(baseVersionId: string): LaterMap {
  return { versionId: baseVersionId, isProposed: true };
}

/** `to` names the version that came out, or would: the one proposed has the base's name with a prime. */
export type MapOutcome =
  { readonly kind: 'made' | 'ahead'; readonly to: string } | { readonly kind: 'stayed' | 'reused' };

/** What a run did, or is about to do, to the map it was given. */
export function mapOutcome(run: Run): MapOutcome {
  if (!run.evolves) return { kind: 'reused' };
  // A skipped update ends at the branch's head, which a hand may have moved on meanwhile.
  if (run.skipped !== null) return { kind: 'stayed' };
  if (run.versionId !== null)
    return run.versionId === run.baseVersionId ? { kind: 'stayed' } : { kind: 'made', to: run.versionId };
  return cutOffWords(run) === null ? { kind: 'ahead', to: proposedId(run.baseVersionId) } : { kind: 'stayed' };
}

export function mapWords(run: Run): string {
  const outcome = mapOutcome(run);
  switch (outcome.kind) {
    case 'made':
    case 'ahead':
      return `map ${run.baseVersionId} → ${outcome.to}`;
    case 'stayed':
      return `map stayed ${run.baseVersionId}`;
    case 'reused':
      return `map ${run.baseVersionId}, only reused`;
  }
}

export interface NoUpdate {
  readonly kind: 'reused' | 'skipped' | 'cut-off';
  readonly title: string;
  readonly words: string;
}

/**
 * Why a run has no update to show, or broke off within it; null where it has, or may still come to it.
 *
 * isNow  whether it stands so now: what can be done about it is told then only
 */
export function noUpdate(run: Run, isNow: boolean): NoUpdate | null {
  if (!run.evolves)
    return {
      kind: 'reused',
      title: 'The map was only reused',
      words: 'This run was made while the map was frozen, or after its evolve steps: nothing was learnt from it.',
    };
  if (run.skipped !== null) return { kind: 'skipped', title: 'The update was skipped', words: run.skipped.words };
  const cutOff = cutOffWords(run);
  if (cutOff === null) return null;
  const why = run.failure === null ? '' : ' The trajectory says why.';
  const next = run.abandoned ? ' It was given up.' : isNow ? ' Step goes on from there.' : '';
  return { kind: 'cut-off', title: 'Not reached', words: `The run ${cutOff}.${why}${next}` };
}
