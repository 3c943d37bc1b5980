// Items against queries: which verdict each item had in each update on the way to a version.

import type { MapItem, Tag } from '#core/map/index.ts';
import type { StudyState } from '../state.ts';
import { pathTo, stepsOf } from './path.ts';

/** absent: not in the map yet or any more. born, gone: by this update. untagged: the Distiller said nothing of it. */
export type Verdict = Tag | 'absent' | 'born' | 'gone' | 'untagged';

export interface VerdictGrid {
  /** One per update, oldest first. */
  readonly columns: readonly { readonly runId: string; readonly queryId: string; readonly versionId: string }[];
  /** Items in the order of their birth, those that are gone among them; one cell per column. */
  readonly rows: readonly {
    readonly item: MapItem;
    readonly present: boolean;
    readonly cells: readonly { readonly verdict: Verdict; readonly wentToo: boolean }[];
  }[];
}

/** The grid of a version. A tag given by the very update that removed the item counts, and `wentToo` says that it went. */
export function verdictGrid(state: StudyState, versionId: string): VerdictGrid {
  const steps = stepsOf(pathTo(state, versionId)).filter(
    ({ after }) => after.cause === 'update' && after.runId !== null,
  );
  const items = new Map<string, MapItem>();
  for (const version of pathTo(state, versionId)) {
    for (const item of [...version.ghosts, ...version.map.items]) items.set(item.id, item);
  }
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

function verdictOnNew(isThere: boolean, wentToo: boolean): Verdict {
  return isThere || wentToo ? 'born' : 'absent';
}
