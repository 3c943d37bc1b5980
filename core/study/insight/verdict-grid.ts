// Items against queries: which verdict each item had in each update on the way to a version.

import type { MapItem, Tag } from '#core/map/index.ts';
import type { StudyState, Version } from '../state.ts';
import { backFrom, stepsOf } from './path.ts';

/** absent: not in the map yet or any more. born, gone: by this update. untagged: the Distiller said nothing of it. */
export type Verdict = Tag | 'absent' | 'born' | 'gone' | 'untagged';

export interface VerdictGrid {
  /** One per update, oldest first: the latest of them. */
  readonly columns: readonly { readonly runId: string; readonly queryId: string; readonly versionId: string }[];
  /** Whether the way to the version is longer than these. */
  readonly older: boolean;
  /** The items that stood in one of the columns, in the order of their birth; one cell per column. */
  readonly rows: readonly {
    readonly item: MapItem;
    readonly present: boolean;
    readonly cells: readonly { readonly verdict: Verdict; readonly wentToo: boolean }[];
  }[];
}

/**
 * The grid of a version. A tag given by the very update that removed the item counts, and `wentToo` says that it went.
 *
 * most  columns at most: a cell for each item and update of years would take gigabytes
 */
export function verdictGrid(state: StudyState, versionId: string, most: number): VerdictGrid {
  const path = pathOfLatest(state, versionId, most);
  const items = new Map<string, MapItem>();
  for (const version of path) {
    for (const item of [...version.ghosts, ...version.map.items]) items.set(item.id, item);
  }
  const steps = stepsOf(path).filter(({ after }) => isUpdate(after));
  const updates = steps.map(({ before, after }) => ({
    after,
    run: state.runs.get(after.runId ?? ''),
    had: new Set(before.map.items.map((item) => item.id)),
    has: new Set(after.map.items.map((item) => item.id)),
    gone: new Set(after.evicted),
  }));
  const tags = updates.map(({ run }) => new Map(run?.tags.map(({ itemId, tag }) => [itemId, tag])));
  const present = new Set(state.versions.get(versionId)?.map.items.map((item) => item.id));
  return {
    columns: updates.map(({ after, run }) => ({
      runId: run?.id ?? '',
      queryId: run?.queryId ?? '',
      versionId: after.id,
    })),
    older: (path[0]?.parentId ?? null) !== null,
    rows: [...items.values()]
      .toSorted((a, b) => a.born - b.born)
      .map((item) => ({
        item,
        present: present.has(item.id),
        cells: updates.map(({ had, has, gone }, at) => {
          const wentToo = gone.has(item.id);
          if (!had.has(item.id)) return { verdict: verdictOnNew(has.has(item.id), wentToo), wentToo };
          return { verdict: tags[at]?.get(item.id) ?? (wentToo ? 'gone' : 'untagged'), wentToo };
        }),
      })),
  };
}

/** The way to a version from just before the latest updates, as many as asked for: older versions are not put together. */
function pathOfLatest(state: StudyState, versionId: string, most: number): readonly Version[] {
  const path: Version[] = [];
  let updates = 0;
  for (const version of backFrom(state, versionId)) {
    path.push(version);
    if (updates === most) break;
    if (isUpdate(version)) updates += 1;
  }
  return path.toReversed();
}

function isUpdate(version: Version): boolean {
  return version.cause === 'update' && version.runId !== null;
}

function verdictOnNew(isThere: boolean, wentToo: boolean): Verdict {
  return isThere || wentToo ? 'born' : 'absent';
}
