// Items as the window shows them: where an id stands, and the ghosts of what is gone.

import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { MapItem } from '#core/map/index.ts';
import type { StudyState, Version } from '../state.ts';

export interface Ghost {
  readonly item: MapItem;
  /** The version that removed it. */
  readonly version: Version;
}

/** Items that are gone from a version but stood in the maps it grew from, the latest to go first. */
export function ghostsOf(state: StudyState, versionId: string): readonly Ghost[] {
  return atOnce(ghostsInSteps(state, versionId));
}

/** The same version by version. */
export function* ghostsInSteps(state: StudyState, versionId: string): Steps<readonly Ghost[]> {
  const present = new Set(state.versions.get(versionId)?.map.items.map((item) => item.id));
  const ghosts: Ghost[] = [];
  for (let version = state.versions.get(versionId); version !== undefined; version = parentOf(state, version)) {
    yield;
    for (const item of version.ghosts) {
      if (present.has(item.id)) continue;
      present.add(item.id);
      ghosts.push({ item, version });
    }
  }
  return ghosts;
}

/** An item as it last was anywhere in the study, whether it is in a map now or not. */
export function lastForm(state: StudyState, itemId: string): MapItem | null {
  let found: MapItem | null = null;
  for (const version of state.versions.values()) {
    const item =
      version.map.items.find((each) => each.id === itemId) ?? version.ghosts.find((each) => each.id === itemId);
    if (item !== undefined) found = item;
  }
  return found;
}

/** Only what is older: a log that was tampered with could lead in a circle. */
function parentOf(state: StudyState, version: Version): Version | undefined {
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  return parent !== undefined && parent.seq < version.seq ? parent : undefined;
}
