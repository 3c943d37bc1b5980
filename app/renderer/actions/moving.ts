// Moving the selection: between queries, versions and items. Arrows and letters go the same way.

import type { IterationPlace, Run, StudyState } from '#core/study/index.ts';
import { sectionsOf } from '../store/map-items.ts';
import { lastRun, queryById, shownQuery, shownState, shownVersion } from '../store/shown.ts';
import { stageStopsOf } from '../store/stages.ts';
import type { StageStop } from '../store/stages.ts';
import { setView, store } from '../store/store.ts';
import { momentOfQuery, placeAt, stopsOf } from '../store/timeline.ts';
import type { Stop } from '../store/timeline.ts';
import { stopPlaying } from './playing.ts';
import { goToNow, headedFor, travelTo } from './time.ts';

/** Chooses a query and brings the window to the moment it was answered, so that the map beside it is the one it made. */
export function selectQuery(queryId: string): void {
  const live = store.getState().study.live;
  const query = live === null ? null : queryById(live, queryId);
  if (live === null || query === null) return;
  stopPlaying();
  setView({ queryId });
  // A query that was removed stands in the list only before that.
  const seq = momentOfQuery(live, query) ?? (query.removed ? (lastRun(live, query)?.lastSeq ?? query.seq) : null);
  if (seq === null) goToNow();
  else void travelTo(seq);
}

export function moveQuery(by: 1 | -1): void {
  const state = store.getState();
  const live = state.study.live;
  if (live === null) return;
  const shown = live.queries.filter((query) => !query.removed);
  const at = shown.findIndex((query) => query.id === shownQuery(state)?.id);
  const next = shown[Math.min(shown.length - 1, Math.max(0, at + by))];
  if (next !== undefined) selectQuery(next.id);
}

/** Chooses a stop of the axis; the query follows the run that stands behind it. */
export function selectStop(stop: Stop): void {
  const live = store.getState().study.live;
  if (live !== null) goTo(live, stop, stopsOf(live));
}

/** A moment within a run, or a stop of the axis. */
export function selectStage(stop: StageStop): void {
  const live = store.getState().study.live;
  if (live === null) return;
  stopPlaying();
  goTo(live, stop, stageStopsOf(live));
}

/** The last of the stops is now, unless a run goes on after it. */
function goTo(live: StudyState, stop: StageStop, stops: readonly StageStop[]): void {
  setView({ queryId: stop.run?.queryId ?? store.getState().view.queryId });
  if (stops.at(-1)?.seq === stop.seq && live.activeRunId === null) goToNow();
  else void travelTo(stop.seq);
}

/** Any version, also one on another branch or rolled back from. */
export function selectVersion(versionId: string): void {
  const live = store.getState().study.live;
  const version = live?.versions.get(versionId);
  if (live === null || version === undefined) return;
  const stop = stopsOf(live).find((each) => each.version.id === versionId && !each.reuse);
  if (stop !== undefined) {
    selectStop(stop);
    return;
  }
  const run = version.runId === null ? undefined : live.runs.get(version.runId);
  if (run !== undefined) setView({ queryId: run.queryId });
  void travelTo(Math.max(version.seq, run?.lastSeq ?? 0));
}

export function moveVersion(by: 1 | -1): void {
  const { study } = store.getState();
  if (study.live === null) return;
  stopPlaying();
  const stops = stopsOf(study.live);
  const from = headedFor();
  const place = placeAt(study.live, stops, from);
  const seq = stops[place]?.seq ?? 0;
  // From within a run the version back is the one that the run was given.
  const isWithinRun =
    by < 0 && from !== null && stageStopsOf(study.live).some((stop) => stop.seq > seq && stop.seq <= from);
  const at = isWithinRun ? place : place + by;
  if (at >= stops.length) {
    goToNow();
    return;
  }
  const stop = stops[Math.max(0, at)];
  if (stop !== undefined) selectStop(stop);
}

/** As `moveVersion`, but stops also where a stage of a run was done. */
export function moveStage(by: 1 | -1): void {
  const live = store.getState().study.live;
  if (live === null) return;
  const stops = stageStopsOf(live);
  // While a run goes on, now is past every stop.
  const now = live.activeRunId === null ? (stops.at(-1)?.seq ?? 0) : Number.POSITIVE_INFINITY;
  const from = headedFor() ?? now;
  const stop = by > 0 ? stops.find(({ seq }) => seq > from) : stops.findLast(({ seq }) => seq < from);
  if (stop !== undefined) selectStage(stop);
  else if (by > 0) goToNow();
}

/** Chooses a run's query at a moment at which that run stands for it; of one that was run again, the moment it ended. */
export function selectRun(run: Run): void {
  const live = store.getState().study.live;
  const query = live === null ? null : queryById(live, run.queryId);
  if (live === null || query === null) return;
  selectQuery(query.id);
  if (lastRun(live, query)?.id !== run.id) void travelTo(run.lastSeq);
}

/** Shows what a run's agent did, from where the reader last was in it. */
export function openTrajectory(runId: string): void {
  const run = store.getState().study.live?.runs.get(runId);
  if (run === undefined) return;
  selectRun(run);
  setView({ tab: 'trajectory' });
}

/** Brings a run's iteration into view: by its number, or a sub-agent's by its call. */
export function openIteration(runId: string, iteration: IterationPlace['at']): void {
  openTrajectory(runId);
  setView({ sought: { runId, iteration }, way: null });
}

/** Brings into view how the shown run ended: why, and what can be done about it. */
export function openEnding(runId: string): void {
  setView({ tab: 'trajectory', sought: { runId, iteration: 'end' } });
}

export function toStart(): void {
  const live = store.getState().study.live;
  const first = live === null ? undefined : stopsOf(live)[0];
  stopPlaying();
  if (first !== undefined) void travelTo(first.seq);
}

export function toEnd(): void {
  stopPlaying();
  setView({ queryId: null });
  goToNow();
}

export function moveItem(by: 1 | -1): void {
  const state = store.getState();
  const study = shownState(state);
  const version = shownVersion(state);
  if (study === null || version === null) return;
  const ids = sectionsOf(study, version).flatMap((section) => section.items.map((shown) => shown.item.id));
  const at = ids.indexOf(state.view.selectedItemId ?? '');
  const next = at < 0 ? (by > 0 ? ids[0] : ids.at(-1)) : ids[Math.min(ids.length - 1, Math.max(0, at + by))];
  if (next === undefined) return;
  setView({
    selectedItemId: next,
    ...(state.view.side.kind === 'item' ? { side: { kind: 'item', itemId: next } as const } : {}),
  });
}
