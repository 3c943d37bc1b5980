// The way from the first version to a given one: what all of insight walks along.

import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { StudyState, Version } from '../state.ts';

/** The versions that a version grew from and itself, oldest first; empty for an unknown one. */
export function pathTo(state: StudyState, versionId: string): readonly Version[] {
  return atOnce(pathToInSteps(state, versionId));
}

/** The same version by version: those of a long study are put together as they are asked for. */
export function* pathToInSteps(state: StudyState, versionId: string): Steps<readonly Version[]> {
  const path: Version[] = [];
  for (const version of backFrom(state, versionId)) {
    path.push(version);
    yield;
  }
  return path.reverse();
}

/** A version and those it grew from, newest first. */
export function* backFrom(state: StudyState, versionId: string): Generator<Version> {
  const seen = new Set<string>();
  for (let id: string | null = versionId; id !== null && !seen.has(id);) {
    const version = state.versions.get(id);
    if (version === undefined) return;
    seen.add(id);
    yield version;
    id = version.parentId;
  }
}

/** A version with the one before it on the path. */
export interface Step {
  readonly before: Version;
  readonly after: Version;
}

export function stepsOf(path: readonly Version[]): readonly Step[] {
  return path.slice(1).flatMap((after, at) => {
    const before = path[at];
    return before === undefined ? [] : [{ before, after }];
  });
}
