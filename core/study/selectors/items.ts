// Items as the window shows them: where an id stands, and the ghosts of what is gone.

import { atOnce } from '#core/steps.ts';
import type { Steps } from '#core/steps.ts';
import type { MapItem } from '#core/map/index.ts';
import type { StudyState, Version } from '../state.ts';

export interface Ghost {
  readonly itemId: string;
  /** As it was when it went. Of a long study, most are counted and few are read. */
  readonly item: MapItem | null;
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
    for (const itemId of version.evicted) {
      if (present.has(itemId)) continue;
      present.add(itemId);
      ghosts.push(new Gone(itemId, version));
    }
  }
  return ghosts;
}

/** A long study has tens of thousands of them, made anew for each moment: a closure for each would cost more than the walk. */
class Gone implements Ghost {
  readonly itemId: string;
  readonly version: Version;

  constructor(itemId: string, version: Version) {
    this.itemId = itemId;
    this.version = version;
  }

  get item(): MapItem | null {
    return this.version.ghosts.find((item) => item.id === this.itemId) ?? null;
  }
}

/** An item as it last was anywhere in the study, whether it is in a map now or not. */
export function lastForm(state: StudyState, itemId: string): MapItem | null {
  const versions = [...state.versions.values()];
  const parents = new Set(versions.map((version) => version.parentId));
  for (const version of versions.toReversed()) {
    // It stands last where a way ends or where it went; the others of a long study need not be put together.
    if (parents.has(version.id) && !version.evicted.includes(itemId)) continue;
    const item = [...version.map.items, ...version.ghosts].find((each) => each.id === itemId);
    if (item !== undefined) return item;
  }
  return null;
}

/** Only what is older: a log that was tampered with could lead in a circle. */
function parentOf(state: StudyState, version: Version): Version | undefined {
  const parent = version.parentId === null ? undefined : state.versions.get(version.parentId);
  return parent !== undefined && parent.seq < version.seq ? parent : undefined;
}
