// Branches beside the one that is shown, as lanes below the time axis. Pure.

import type { StudyState } from '#core/study/index.ts';
import { pathTo } from '#core/study/index.ts';
import type { Stop } from '../../store/timeline.ts';

export interface Lane {
  readonly name: string;
  readonly y: number;
  readonly fromX: number;
  /** Below the labels of the axis. */
  readonly fromY: number;
  readonly dots: readonly { readonly x: number; readonly versionId: string }[];
  readonly lost: boolean;
}

export const LANE = 11;
export const MAX_LANES = 3;

interface LaneSource {
  readonly name: string;
  readonly forkId: string;
  readonly own: readonly string[];
  readonly lost: boolean;
}

/** Other branches, and versions that were rolled back from and stand on no branch any more. */
export function lanesOf(state: StudyState, stops: readonly Stop[]): readonly LaneSource[] {
  const onPath = new Set(stops.map((stop) => stop.version.id));
  const claimed = new Set(onPath);
  const lanes: LaneSource[] = [];
  for (const branch of state.branches.values()) {
    if (branch.deleted || branch.name === state.currentBranch) continue;
    const path = pathTo(state, branch.head).map((version) => version.id);
    const own = path.filter((id) => !onPath.has(id));
    own.forEach((id) => claimed.add(id));
    lanes.push({ name: branch.name, forkId: path.findLast((id) => onPath.has(id)) ?? '', own, lost: false });
  }
  const lost = [...state.versions.values()].filter((version) => !claimed.has(version.id));
  if (lost.length > 0)
    lanes.push({
      name: 'rolled back',
      forkId: lost[0]?.parentId ?? '',
      own: lost.map((version) => version.id),
      lost: true,
    });
  return lanes;
}

export function laneY(fromY: number, at: number): number {
  return fromY + 4 + at * LANE;
}

export function placeLane(
  lane: LaneSource,
  at: number,
  stops: readonly Stop[],
  xs: readonly number[],
  fromY: number,
  right: number,
): Lane {
  const fork = stops.findIndex((stop) => stop.version.id === lane.forkId);
  const fromX = xs[fork] ?? xs[0] ?? 0;
  const step = Math.max(6, Math.min(40, (right - fromX - 90) / Math.max(1, lane.own.length)));
  return {
    name: lane.name,
    y: laneY(fromY, at),
    fromX,
    fromY,
    dots: lane.own.map((versionId, index) => ({ x: fromX + (index + 1) * step, versionId })),
    lost: lane.lost,
  };
}
