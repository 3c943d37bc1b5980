// An item's life in words, and where it stands in the Evictor's queue. Pure.

import { sectionOf } from '#core/map/index.ts';
import { whyEvicted } from '#core/study/index.ts';
import type { Biography, LifeEvent, Run, StudyState, Version } from '#core/study/index.ts';
import { queryNumber } from '../../store/shown.ts';
import { signed } from '../../format/numbers.ts';
import type { Loaded } from '../../store/study-slice.ts';

export interface LifeLine {
  readonly kind: string;
  readonly title: string;
  /** The query or person behind it. */
  readonly where: string;
  readonly versionId: string;
  readonly at: string;
  readonly runId: string | null;
  readonly words: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
}

export function lifeLines(state: StudyState, itemId: string, life: readonly LifeEvent[]): readonly LifeLine[] {
  return life.map((event) => {
    const { versionId, at, runId, queryId, actor } = event.on;
    const where = queryId === null ? actor.replace('user:', '') : `q${queryNumber(state, queryId)}`;
    const common = { where, versionId, at, runId, words: null, before: null, after: null, reason: event.reason };
    switch (event.kind) {
      case 'born':
        return {
          ...common,
          kind: 'add',
          title: queryId === null ? 'Written by hand' : `Born in query ${queryNumber(state, queryId)}`,
          words: candidateWords(event.by),
        };
      case 'tagged':
        return {
          ...common,
          kind: event.tag,
          title: `Tagged ${event.tag}`,
          where: `${where} · score ${signed(event.score)}`,
        };
      case 'rewritten':
        return {
          ...common,
          kind: runId === null ? 'pin' : 'replace',
          title: runId === null ? 'Edited by hand' : 'Rewritten',
          words: candidateWords(event.by),
          before: event.before,
          after: event.after,
        };
      case 'moved':
        return { ...common, kind: 'note', title: `Moved to ${sectionOf(event.to).title}` };
      case 'pinned':
        return { ...common, kind: 'pin', title: 'Pinned', where: event.by, reason: event.pinReason ?? event.reason };
      case 'unpinned':
        return { ...common, kind: 'note', title: 'Unpinned' };
      case 'deleted':
        return {
          ...common,
          kind: 'delete',
          title: runId === null ? 'Deleted by hand' : 'Deleted',
          words: candidateWords(event.by),
        };
      case 'evicted':
        return { ...common, kind: 'evict', title: 'Evicted', words: evictionWords(state, runId, itemId) ?? event.why };
      case 'returned':
        return { ...common, kind: 'add', title: 'Returned' };
    }
  });
}

function candidateWords(by: (LifeEvent & { kind: 'born' })['by']): string | null {
  if (by?.candidate === undefined || by.candidate === null) return null;
  const { value, transferability, rationale } = by.candidate;
  const why = [transferability, rationale].filter((words) => words !== '').join(' ');
  return `from the candidate “${value.replace(/\.$/, '')}”${why === '' ? '' : `. ${why}`}`;
}

function evictionWords(state: StudyState, runId: string | null, itemId: string): string | null {
  const eviction = runId === null ? null : (state.runs.get(runId)?.eviction ?? null);
  return eviction === null ? null : whyEvicted(eviction, itemId);
}

/** How many items would go before this one, by the latest ranking on record; null when there is none. */
export function goesAfter(state: StudyState, version: Version, itemId: string): number | 'pinned' | null {
  const item = version.map.items.find((each) => each.id === itemId);
  if (item === undefined) return null;
  if (item.pin !== null) return 'pinned';
  const run = version.runId === null ? undefined : state.runs.get(version.runId);
  const eviction = run?.eviction ?? null;
  if (eviction === null) return null;
  const left = eviction.ranking.slice(eviction.removed.length);
  const at = left.findIndex((each) => each.itemId === itemId);
  return at < 0 ? null : at;
}

export interface WorthRow {
  readonly queryId: string;
  readonly query: number;
  readonly run: Run;
  /** The ordinary run of the same query, for comparison. */
  readonly usual: Run | null;
}

/** Runs that were made without the item, each beside the ordinary run of its query. */
export function worthRows(state: StudyState, itemId: string): readonly WorthRow[] {
  return [...state.runs.values()]
    .filter((run) => run.withoutItem === itemId)
    .map((run) => {
      const runIds = state.queries.find((query) => query.id === run.queryId)?.runIds ?? [];
      const usual = runIds.map((id) => state.runs.get(id)).findLast((each) => each?.withoutItem === null) ?? null;
      return { queryId: run.queryId, query: queryNumber(state, run.queryId), run, usual };
    });
}

/** Queries answered with the item in the map: where leaving it out says something. */
export function queriesWith(state: StudyState, itemId: string): readonly string[] {
  const ids = new Set<string>();
  for (const run of state.runs.values()) {
    if (run.withoutItem !== null || run.status !== 'done') continue;
    if (state.versions.get(run.baseVersionId)?.map.items.some((item) => item.id === itemId) === true)
      ids.add(run.queryId);
  }
  return [...ids];
}

/** Runs whose details were read stand in the state with them: reasons and evictions of old runs are then there too. */
export function withDetails(state: StudyState, details: ReadonlyMap<string, Loaded<Run>>): StudyState {
  const read = [...details].flatMap(([id, detail]): (readonly [string, Run])[] =>
    detail.kind === 'data' && state.runs.get(id)?.folded === true ? [[id, detail.value]] : [],
  );
  return read.length === 0 ? state : { ...state, runs: new Map([...state.runs, ...read]) };
}

/** As many as are read at once for one item, the latest. A number of ours. */
const READ_AT_ONCE = 20;

/** The folded runs that changed the item, which hold the reasons. */
export function foldedRunsOf(state: StudyState, { life }: Biography): readonly string[] {
  const changed = life.filter(({ kind }) => kind !== 'tagged' && kind !== 'pinned' && kind !== 'unpinned');
  const runIds = new Set(changed.map(({ on }) => on.runId).filter((id) => id !== null));
  return [...runIds].filter((id) => state.runs.get(id)?.folded === true).slice(-READ_AT_ONCE);
}
