// An item's life in words, and where it stands in the Evictor's queue. Pure.

import { sectionOf } from '#core/map/index.ts';
import type { MapItem } from '#core/map/index.ts';
import { activeRun, leaveOneOutReport, whyEvicted } from '#core/study/index.ts';
import type { Biography, LifeEvent, Run, StoredText, StudyState, Version } from '#core/study/index.ts';
import { iterationsIn } from '../../parts/iterations-in.ts';
import { proposedId } from '../../store/outcome.ts';
import { queryNumber } from '../../store/shown.ts';
import { signed } from '../../format/numbers.ts';
import type { ShownItem } from '../../store/map-items.ts';
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
  /** Why the Cartographer made the edits of which this is one. */
  readonly reasoning: StoredText | null;
  /** Where an update wrote the text and no iteration is named as what taught it: why there is none. */
  readonly untold: { readonly words: string; readonly query: number } | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly reason: string | null;
  /** Set where it has not come to be: the query whose update waits, and the tab that tells of it. */
  readonly pending: { readonly queryId: string; readonly tab: 'distiller' | 'cartographer' | 'evictor' } | null;
}

export function lifeLines(state: StudyState, itemId: string, life: readonly LifeEvent[]): readonly LifeLine[] {
  return life.map((event) => {
    const { versionId, at, runId, queryId, actor } = event.on;
    const where = queryId === null ? actor.replace('user:', '') : `q${queryNumber(state, queryId)}`;
    const nothing = { words: null, reasoning: null, untold: null, before: null, after: null, pending: null };
    const common = { where, versionId, at, runId, reason: event.reason, ...nothing };
    switch (event.kind) {
      case 'born':
        return {
          ...common,
          kind: 'add',
          title: queryId === null ? 'Written by hand' : `Born in query ${queryNumber(state, queryId)}`,
          words: candidateWords(event.by),
          reasoning: event.by?.reasoning ?? null,
          untold: untold(state, event),
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
          reasoning: event.by?.reasoning ?? null,
          untold: untold(state, event),
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
          reasoning: event.by?.reasoning ?? null,
        };
      case 'evicted':
        return { ...common, kind: 'evict', title: 'Evicted', words: evictionWords(state, runId, itemId) ?? event.why };
      case 'returned':
        return { ...common, kind: 'add', title: 'Returned' };
    }
  });
}

/** The run whose update of a version is under way or waits for a person, once the Distiller has spoken. */
export function pendingRun(state: StudyState, version: Version): Run | null {
  const run = activeRun(state);
  return run !== null && run.distilled !== null && run.versionId === null && run.baseVersionId === version.id
    ? run
    : null;
}

/** What the verdict that waits would make of an item's score; null where there is none. */
export function pendingScore(run: Run | null, item: MapItem): number | null {
  const tag = run?.distilled?.tags.find((each) => each.itemId === item.id);
  return tag === undefined ? null : item.score + tag.delta;
}

/**
 * What an update that is not over yet would do to an item: none of it is fact before the version is made.
 *
 * foreseen  the item as the proposed edits would leave it; null while that is not known
 * why       the Evictor's words, should the item have to go
 */
export function pendingLines(
  state: StudyState,
  run: Run,
  item: MapItem,
  foreseen: ShownItem | null,
  why: string | null,
): readonly LifeLine[] {
  const where = `q${queryNumber(state, run.queryId)}`;
  const nothing = { words: null, reasoning: null, untold: null, before: null, after: null, reason: null };
  const common = { where, versionId: proposedId(run.baseVersionId), at: '', runId: run.id, ...nothing };
  const of = (tab: 'distiller' | 'cartographer' | 'evictor') => ({ pending: { queryId: run.queryId, tab } });
  const lines: LifeLine[] = [];
  const tag = run.distilled?.tags.find((each) => each.itemId === item.id)?.tag;
  const score = pendingScore(run, item);
  const reasoning = run.proposed?.reasoning ?? null;
  if (tag !== undefined && score !== null)
    lines.push({
      ...common,
      ...of('distiller'),
      kind: tag,
      title: `Tagged ${tag}`,
      where: `${where} · score ${signed(score)}`,
    });
  if (foreseen?.change === 'rewritten')
    lines.push({
      ...common,
      ...of('cartographer'),
      kind: 'replace',
      title: 'Rewritten',
      reasoning,
      before: item.content,
      after: foreseen.item.content,
    });
  if (foreseen?.gone === 'deleted')
    lines.push({ ...common, ...of('cartographer'), kind: 'delete', title: 'Deleted', reasoning });
  if (foreseen?.gone === 'evicted')
    lines.push({ ...common, ...of('evictor'), kind: 'evict', title: 'Evicted', words: why });
  return lines;
}

function candidateWords(by: (LifeEvent & { kind: 'born' })['by']): string | null {
  if (by?.candidate === undefined || by.candidate === null) return null;
  const { value, transferability, rationale } = by.candidate;
  const why = [transferability, rationale].filter((words) => words !== '').join(' ');
  return `from the candidate “${value.replace(/\.$/, '')}”${why === '' ? '' : `. ${why}`}`;
}

/**
 * What taught an item its text is known only from the Distiller's words. It is not guessed from outputs: that one of them
 * holds the same figure does not say that the Distiller had it from there.
 */
function untold(state: StudyState, { on, by }: LifeEvent & { kind: 'born' | 'rewritten' }): LifeLine['untold'] {
  const run = on.runId === null ? undefined : state.runs.get(on.runId);
  if (run === undefined) return null;
  const query = queryNumber(state, run.queryId);
  const words = candidateWords(by);
  if (by === null) return { words: 'Learnt in', query };
  if (words === null) return { words: 'From no candidate of the Distiller’s; see', query };
  const isNamed = iterationsIn(words, run.iterationCount).some(({ iteration }) => iteration !== null);
  return isNamed ? null : { words: 'The Distiller named no iteration; see', query };
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
  /** The run of the same query on the same map with the item, for comparison. */
  readonly usual: Run | null;
}

/** Runs that were made without the item, each beside the one it is compared with. */
export function worthRows(state: StudyState, itemId: string): readonly WorthRow[] {
  const usual = new Map(
    leaveOneOutReport(state, itemId).map((row) => [row.without.runId, state.runs.get(row.with.runId) ?? null]),
  );
  return [...state.runs.values()]
    .filter((run) => run.withoutItem === itemId)
    .map((run) => ({
      queryId: run.queryId,
      query: queryNumber(state, run.queryId),
      run,
      usual: usual.get(run.id) ?? null,
    }));
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
