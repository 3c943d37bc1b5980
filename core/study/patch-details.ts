// What only a closer look needs of a patch's runs and versions: maps, tags, edits, the words of evictions. It stands apart from
// the rest in a keyframe, so that opening a study of ten thousand versions does not read ten thousand maps.

import { applyDelta, mapDelta, sameItem } from '#core/map/index.ts';
import type { ContextMap, MapDelta, MapItem, Tag } from '#core/map/index.ts';
import type { Run, Version } from './state.ts';

/** Of a run. Tags as the tag's first two letters and the item's id. */
export interface RunDetails extends Pick<Run, 'mapText' | 'kept'> {
  readonly tags: readonly string[];
  /** Null of a folded run. */
  readonly open: Pick<
    Run,
    'iterations' | 'calls' | 'distilled' | 'proposed' | 'decisions' | 'applied' | 'eviction'
  > | null;
}

/** Of a version. */
export interface VersionDetails {
  readonly sections: Version['map']['sections'];
  readonly headers: Version['map']['headers'];
  /** From the parent's map where that is in the same patch, else from the empty map. */
  readonly fromParent: boolean;
  /** Items that only got another score stand in `scores`. */
  readonly delta: MapDelta;
  readonly scores: readonly (readonly [itemId: string, score: number])[];
  /** An id stands for the item of that id in the map that the difference is from. */
  readonly ghosts: readonly (string | MapItem)[];
  /** Why each of `evictions` went. */
  readonly whys: readonly string[];
}

/** In the order of the patch's runs and versions. */
export interface PatchDetails {
  readonly runs: readonly RunDetails[];
  readonly versions: readonly VersionDetails[];
}

export function detailsOf(runs: readonly Run[], versions: readonly Version[]): PatchDetails {
  const together = new Map(versions.map((version) => [version.id, version.map]));
  return {
    runs: runs.map(runDetails),
    versions: versions.map((version) => versionDetails(version, together.get(version.parentId ?? ''))),
  };
}

function runDetails(run: Run): RunDetails {
  const { mapText, kept, iterations, calls, distilled, proposed, decisions, applied, eviction } = run;
  return {
    mapText,
    tags: run.tags.map(({ itemId, tag }) => `${TAG_LETTERS[tag]}${itemId}`),
    kept,
    open: run.folded ? null : { iterations, calls, distilled, proposed, decisions, applied, eviction },
  };
}

const TAG_LETTERS: Readonly<Record<Tag, string>> = { helpful: 'he', harmful: 'ha', neutral: 'ne', stale: 'st' };
const TAGS_BY_LETTERS = new Map(Object.entries(TAG_LETTERS).map(([tag, letters]) => [letters, tag as Tag]));

export function tagsOf(texts: readonly string[]): Run['tags'] {
  return texts.map((each) => ({ itemId: each.slice(2), tag: TAGS_BY_LETTERS.get(each.slice(0, 2)) ?? 'neutral' }));
}

function versionDetails({ map, ghosts, evictions }: Version, parent: ContextMap | undefined): VersionDetails {
  const former = new Map(parent?.items.map((item) => [item.id, item]));
  const { put, removed, order } = mapDelta(parent ?? { ...map, items: [] }, map);
  const isOnlyScored = (item: MapItem) => {
    const before = former.get(item.id);
    return before !== undefined && sameItem({ ...before, score: item.score }, item);
  };
  return {
    sections: map.sections,
    headers: map.headers,
    fromParent: parent !== undefined,
    delta: { put: put.filter((item) => !isOnlyScored(item)), removed, order },
    scores: put.filter(isOnlyScored).map((item) => [item.id, item.score] as const),
    ghosts: ghosts.map((item) => {
      const before = former.get(item.id);
      return before !== undefined && sameItem(before, item) ? item.id : item;
    }),
    whys: evictions.map(({ why }) => why),
  };
}

/** The maps of a patch's versions, oldest first. Each needs those before it in the patch at most, never another patch. */
export function mapsOf(
  versions: readonly Pick<Version, 'id' | 'parentId'>[],
  details: readonly VersionDetails[],
): readonly Pick<Version, 'map' | 'ghosts'>[] {
  const made = new Map<string, Pick<Version, 'map' | 'ghosts'>>();
  return versions.map(({ id, parentId }, at) => {
    const own = details[at];
    if (own === undefined) throw new Error(`a keyframe does not have the map of ${id}`);
    const version = wholeVersion(own, made.get(parentId ?? '')?.map.items ?? []);
    made.set(id, version);
    return version;
  });
}

function wholeVersion(details: VersionDetails, parentItems: readonly MapItem[]): Pick<Version, 'map' | 'ghosts'> {
  const { sections, headers, delta, scores, ghosts } = details;
  const items = details.fromParent ? parentItems : [];
  const scored = new Map(scores);
  const before = items.map((item) => (scored.has(item.id) ? { ...item, score: scored.get(item.id) ?? 0 } : item));
  return {
    map: applyDelta({ sections, headers, items: before }, delta),
    ghosts: ghosts.flatMap((ghost) => {
      if (typeof ghost !== 'string') return [ghost];
      const item = items.find((each) => each.id === ghost);
      return item === undefined ? [] : [item];
    }),
  };
}
