// Where versions stand: ancestry, heads, and how far a branch has evolved.

import type { Branch, StudyState, Version } from '../state.ts';

/** The branch that stepping, hand edits and freezing work on; null in a study without versions. */
export function currentBranch(state: StudyState): Branch | null {
  return state.branches.get(state.currentBranch) ?? null;
}

export function isFrozen(state: StudyState, branch: string = state.currentBranch): boolean {
  const found = state.branches.get(branch);
  return found !== undefined && found.frozen !== null;
}

/** The version a branch stands at; the current branch when none is named. */
export function headVersion(state: StudyState, branch: string = state.currentBranch): Version | null {
  return state.versions.get(state.branches.get(branch)?.head ?? '') ?? null;
}

/** The ids of a version and everything it grew from. */
export function ancestryOf(state: StudyState, versionId: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (let id: string | null = versionId; id !== null && !found.has(id);) {
    const version = state.versions.get(id);
    if (version === undefined) break;
    found.add(id);
    id = version.parentId;
  }
  return found;
}

/**
 * How many queries have evolved the map that a version holds: the i of Algorithm 1 that is compared with m. Updates that
 * were undone or rolled back are no longer part of it.
 */
export function evolvedSteps(state: StudyState, versionId: string): number {
  const ancestry = ancestryOf(state, versionId);
  let steps = 0;
  for (const run of state.runs.values()) {
    if (run.evolves && run.status === 'done' && run.versionId !== null && ancestry.has(run.versionId)) steps += 1;
  }
  return steps;
}
