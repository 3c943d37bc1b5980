// Two handles on the time axis: the versions that are compared. Dragged, or moved by arrows.

import { useRef } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { openSide } from '../../actions/views.ts';
import { useStore } from '../../store/store.ts';
import type { Stop } from '../../store/timeline.ts';
import { nearest } from './timeline-view.ts';
import type { Geometry } from './timeline-view.ts';

interface Props {
  readonly geometry: Geometry;
  readonly stops: readonly Stop[];
  /** The name of the map that waits for review: one place after the last stop, for the later handle only. */
  readonly proposed: string | null;
}

export function CompareHandles({ geometry, stops, proposed }: Props) {
  const side = useStore((state) => state.view.side);
  if (side.kind !== 'compare' || side.rollback) return null;
  const { from, to } = side;
  const at = (id: string) =>
    id === proposed ? stops.length : stops.findIndex((stop) => stop.version.id === id && !stop.reuse);
  const choose = (next: { from?: string; to?: string }) =>
    openSide({ kind: 'compare', from, to, rollback: false, ...next });
  const isClose = Math.abs((geometry.xs[at(from)] ?? 0) - (geometry.xs[at(to)] ?? 0)) < HANDLE_WIDTH;
  return (
    <>
      <Handle
        label="Compare from"
        letter="A"
        lean={isClose ? -1 : 0}
        geometry={geometry}
        stops={stops}
        proposed={null}
        at={at(from)}
        onMove={(id) => choose({ from: id })}
      />
      <Handle
        label="Compare with"
        letter="B"
        lean={isClose ? 1 : 0}
        geometry={geometry}
        stops={stops}
        proposed={proposed}
        at={at(to)}
        onMove={(id) => choose({ to: id })}
      />
    </>
  );
}

/** Of the letter at its top, in pixels. */
const HANDLE_WIDTH = 14;

interface HandleProps extends Props {
  readonly label: string;
  readonly letter: string;
  /** To which side its letter gives way to the other's; 0 for none. */
  readonly lean: -1 | 0 | 1;
  readonly at: number;
  readonly onMove: (versionId: string) => void;
}

function Handle({ label, letter, lean, geometry, stops, proposed, at, onMove }: HandleProps) {
  const dragging = useRef(false);
  if (at < 0) return null;
  const names = [...stops.map((stop) => stop.version.id), ...(proposed === null ? [] : [proposed])];
  const moveTo = (index: number) => {
    const name = names[Math.min(names.length - 1, Math.max(0, index))];
    if (name !== undefined && name !== names[at]) onMove(name);
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
      aria-valuemax={names.length - 1}
      aria-valuenow={at}
      aria-valuetext={names[at]}
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
