// The Evictor's ranking as a table: who goes first, where the cut lies, who would be next. Pure.

import type { Eviction, SectionId } from '#core/map/index.ts';
import type { MapItem } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { queryNumber } from '../../store/shown.ts';

export interface RankRow {
  readonly itemId: string;
  readonly section: SectionId;
  readonly content: string;
  readonly place: 'gone' | 'next' | 'safe' | 'pinned';
  /** Counts from 1 for those that went. */
  readonly order: number;
  readonly score: number;
  /** The query whose update gave birth to it; null for items by hand or imported. */
  readonly bornInQuery: number | null;
  readonly born: number;
  readonly tokens: number;
  readonly totalAfter: number;
  readonly why: string | null;
  readonly lastGone: boolean;
}

/** foreseen  of a pending review: the items that its edits would make or change */
export function rankRows(
  state: StudyState,
  run: Run,
  eviction: Eviction,
  foreseen: readonly MapItem[] = [],
): readonly RankRow[] {
  const items = new Map([...itemsOf(state, run), ...foreseen.map((item) => [item.id, item] as const)]);
  const gone = eviction.removed.length;
  return eviction.ranking.map((ranked, at) => {
    const item = items.get(ranked.itemId);
    const place = at < gone ? 'gone' : ranked.pinned ? 'pinned' : at === gone ? 'next' : 'safe';
    return {
      itemId: ranked.itemId,
      section: ranked.section,
      content: item?.content ?? '',
      place,
      order: at + 1,
      score: ranked.score,
      bornInQuery: item === undefined ? null : birthQuery(state, item),
      born: ranked.born,
      tokens: ranked.tokens,
      totalAfter: ranked.totalAfter,
      why: eviction.removed[at]?.why ?? null,
      lastGone: gone > 0 && at === gone - 1,
    };
  });
}

/** The items around a run's update: those it was given, those it made, those it lost at once. */
function itemsOf(state: StudyState, run: Run): ReadonlyMap<string, MapItem> {
  const made = run.versionId === null ? undefined : state.versions.get(run.versionId);
  const all = [
    ...(state.versions.get(run.baseVersionId)?.map.items ?? []),
    ...(made?.ghosts ?? []),
    ...(made?.map.items ?? []),
  ];
  return new Map(all.map((item) => [item.id, item]));
}

export function birthQuery(state: StudyState, item: MapItem): number | null {
  if (item.origin.kind !== 'policy') return null;
  const run = state.runs.get(item.origin.runId);
  return run === undefined ? null : queryNumber(state, run.queryId);
}

const ORDINALS = ['1st', '2nd', '3rd'];

export function ordinal(place: number): string {
  return ORDINALS[place - 1] ?? `${place}th`;
}
