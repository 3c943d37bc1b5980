// Who wrote what of a version: per item the version that brought it and the one that last changed its text.

import type { SectionId } from '#core/map/index.ts';
import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { StudyState, Version } from '../state.ts';
import { pathToInSteps } from './path.ts';

export interface Blame {
  readonly itemId: string;
  readonly section: SectionId;
  readonly content: string;
  readonly born: BlamedOn;
  /** The version its text is from; `born` again when it was never rewritten. */
  readonly written: BlamedOn;
  readonly rewrites: number;
}

export interface BlamedOn {
  readonly versionId: string;
  readonly cause: Version['cause'];
  readonly runId: string | null;
  readonly queryId: string | null;
  /** `engine` for the policy, else the person. */
  readonly actor: string;
  readonly at: string;
}

/**
 * Blames every item of a version, in the map's order.
 *
 * An item that was evicted and returned keeps its first birth, as it keeps its id.
 */
export function blame(state: StudyState, versionId: string): readonly Blame[] {
  return atOnce(blameInSteps(state, versionId));
}

/** The same version by version. */
export function* blameInSteps(state: StudyState, versionId: string): Steps<readonly Blame[]> {
  const path = yield* pathToInSteps(state, versionId);
  const known = new Map<string, { born: BlamedOn; written: BlamedOn; content: string; rewrites: number }>();
  for (const version of path) {
    yield;
    const here = blamedOn(state, version);
    for (const item of version.map.items) {
      const before = known.get(item.id);
      if (before === undefined) known.set(item.id, { born: here, written: here, content: item.content, rewrites: 0 });
      else if (before.content !== item.content) {
        known.set(item.id, { ...before, written: here, content: item.content, rewrites: before.rewrites + 1 });
      }
    }
  }
  return (path.at(-1)?.map.items ?? []).flatMap(({ id, section }) => {
    const found = known.get(id);
    return found === undefined ? [] : [{ itemId: id, section, ...found }];
  });
}

export function blamedOn(state: StudyState, version: Version): BlamedOn {
  const { id, cause, runId, actor, at } = version;
  const queryId = runId === null ? null : (state.runs.get(runId)?.queryId ?? null);
  return { versionId: id, cause, runId, queryId, actor, at };
}
