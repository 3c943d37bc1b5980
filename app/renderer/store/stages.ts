// The finer stops of the time axis: also the moments within a run at which one of its stages was done. Pure.

import { activeRun, latestRuns } from '#core/study/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import { cutOffWords } from './outcome.ts';
import { perState } from './per-state.ts';
import { queryNumber } from './shown.ts';
import { stopsOf } from './timeline.ts';
import type { Stop } from './timeline.ts';

export type StageName = 'agent' | 'distiller' | 'cartographer' | 'evictor';

export type StageStop = Pick<Stop, 'run' | 'seq'>;

/** When a stage of a run was done; null while it is not. The Evictor is done with the version, which ends the run. */
export function doneSeq(run: Run, stage: StageName): number | null {
  switch (stage) {
    case 'agent':
      return run.answeredSeq;
    case 'distiller':
      return run.distilledSeq;
    case 'cartographer':
      return run.proposedSeq;
    case 'evictor':
      return run.evolves && run.skipped === null && run.status === 'done' ? run.lastSeq : null;
  }
}

const LATEST_FIRST = ['evictor', 'cartographer', 'distiller', 'agent'] as const;

/** The stage of a run that was the last to be done at this moment; null now, before the first, and once the run is past. */
export function stageHere(run: Run, moment: number | null): StageName | null {
  if (moment === null || moment > run.lastSeq) return null;
  return LATEST_FIRST.find((stage) => (doneSeq(run, stage) ?? Number.POSITIVE_INFINITY) <= moment) ?? null;
}

/** All stops of the axis, and between them the stages of the runs that led to its end, with how those ended that made nothing. */
export const stageStopsOf = perState((state): readonly StageStop[] => {
  const stops = stopsOf(state);
  const onPath = new Set(stops.map(({ version }) => version.id));
  const bySeq = new Map<number, StageStop>(stops.map((stop) => [stop.seq, stop]));
  for (const run of state.runs.values()) {
    if (!leadsOn(state, run, onPath)) continue;
    // A run that only reuses the map is over with its answer.
    const within = run.evolves ? [run.answeredSeq, run.distilledSeq, run.proposedSeq] : [];
    for (const seq of [...within, run.endedAt === null ? null : run.lastSeq])
      if (seq !== null && !bySeq.has(seq)) bySeq.set(seq, { run, seq });
  }
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
});

/** Whether a run made a version of the axis, or left one of them as it was. */
function leadsOn(state: StudyState, run: Run, onPath: ReadonlySet<string>): boolean {
  if (run.withoutItem !== null) return false;
  if (madeVersion(state, run)) return onPath.has(run.versionId ?? '');
  return run.branch === state.currentBranch && onPath.has(run.baseVersionId);
}

/** A run that left the map alone names the version that it ends at; that one is another's. */
function madeVersion(state: StudyState, run: Run): boolean {
  return run.versionId !== null && state.versions.get(run.versionId)?.runId === run.id;
}

/** How much of its way to a version the run has gone that is under way at the last moment of this state, from 0 to 1. */
export function wayThrough(state: StudyState): number {
  const run = activeRun(state);
  if (run === null || run.withoutItem !== null || !run.evolves) return 0;
  return [run.answeredSeq, run.distilledSeq, run.proposedSeq].filter((seq) => seq !== null).length / 4;
}

/** Where in a run the last moment of this state lies, in words; null where it is no closer than a version. */
export const withinRun = perState((state): string | null => {
  const run = activeRun(state);
  if (run === null) return endedHere(state);
  const query = `query ${queryNumber(state, run.queryId)}`;
  if (run.status === 'review') return `while the edits of ${query} waited for review`;
  if (run.proposedSeq !== null) return `after the Cartographer of ${query}`;
  if (run.distilledSeq !== null) return `after the Distiller of ${query}`;
  return run.answeredSeq === null ? `while the agent worked on ${query}` : `after the answer to ${query}`;
});

function endedHere(state: StudyState): string | null {
  const [run] = latestRuns(state);
  if (run === undefined || run.lastSeq !== state.seq || madeVersion(state, run)) return null;
  return ['after query', queryNumber(state, run.queryId), cutOffWords(run)].filter((part) => part !== null).join(' ');
}
