// Two handles on the time axis: the versions that are compared. Dragged, or moved by arrows.

import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { openSide } from '../../actions/views.ts';
import { useStore } from '../../store/store.ts';
import { asProposed, asVersion, nameOf } from '../../store/outcome.ts';
import type { Stop } from '../../store/timeline.ts';
import type { LaterMap } from '../../store/view-slice.ts';
import { nearest } from './timeline-view.ts';
import type { Geometry } from './timeline-view.ts';

interface Props {
  readonly geometry: Geometry;
  readonly stops: readonly Stop[];
  /** The version that the edits under review would change: what they make is one place after the last stop. */
  readonly proposedFrom: string | null;
}

/** The maps of the axis, place by place. */
export function comparable(stops: readonly Stop[], proposedFrom: string | null): readonly LaterMap[] {
  const versions = stops.map((stop) => asVersion(stop.version.id));
  return proposedFrom === null ? versions : [...versions, asProposed(proposedFrom)];
}

export function CompareHandles({ geometry, stops, proposedFrom }: Props) {
  const side = useStore((state) => state.view.side);
  if (side.kind !== 'compare' || side.rollback) return null;
  const { from, to } = side;
  const at = ({ versionId, isProposed }: LaterMap) => {
    if (isProposed) return versionId === proposedFrom ? stops.length : -1;
    return stops.findIndex((stop) => stop.version.id === versionId && !stop.reuse);
  };
  const atFrom = at(asVersion(from));
  const atTo = at(to);
  const choose = (next: { from?: string; to?: LaterMap }) =>
    openSide({ kind: 'compare', from, to, rollback: false, ...next });
  const isClose = Math.abs((geometry.xs[atFrom] ?? 0) - (geometry.xs[atTo] ?? 0)) < HANDLE_WIDTH;
  return (
    <>
      <Handle
        label="Compare from"
        letter="A"
        lean={isClose ? -1 : 0}
        geometry={geometry}
        maps={comparable(stops, null)}
        at={atFrom}
        onMove={({ versionId }) => choose({ from: versionId })}
      />
      <Handle
        label="Compare with"
        letter="B"
        lean={isClose ? 1 : 0}
        geometry={geometry}
        maps={comparable(stops, proposedFrom)}
        at={atTo}
        onMove={(map) => choose({ to: map })}
      />
    </>
  );
}

/** Of the letter at its top, in pixels. */
const HANDLE_WIDTH = 14;

interface HandleProps {
  readonly geometry: Geometry;
  /** Those it can be moved to. */
  readonly maps: readonly LaterMap[];
  readonly label: string;
  readonly letter: string;
  /** To which side its letter gives way to the other's; 0 for none. */
  readonly lean: -1 | 0 | 1;
  readonly at: number;
  readonly onMove: (map: LaterMap) => void;
}

function Handle({ label, letter, lean, geometry, maps, at, onMove }: HandleProps) {
  const dragging = useRef(false);
  const here = maps[at];
  if (here === undefined) return null;
  const moveTo = (index: number) => {
    const map = maps[Math.min(maps.length - 1, Math.max(0, index))];
    if (map !== undefined && nameOf(map) !== nameOf(here)) onMove(map);
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.parentElement;
    if (!dragging.current || box === null) return;
    moveTo(nearest(geometry.xs, event.clientX - box.getBoundingClientRect().left));
  };
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    moveTo(at + by);
  };
  return (
    <div
      className="compare-handle"
      style={{ left: geometry.xs[at] ?? 0, top: geometry.plot.top, height: geometry.plot.bottom - geometry.plot.top }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={maps.length - 1}
      aria-valuenow={at}
      aria-valuetext={nameOf(here)}
      data-testid={`compare-handle-${letter}`}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onPointerUp={() => (dragging.current = false)}
      onKeyDown={key}
    >
      <span style={{ transform: `translateX(${(lean * HANDLE_WIDTH) / 2}px)` }}>{letter}</span>
    </div>
  );
}
