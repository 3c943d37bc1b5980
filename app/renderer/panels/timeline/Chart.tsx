// The chart of the time axis, drawn as SVG. A slider to assistive technology: arrows move it by one stop.

import { memo, useMemo, useRef } from 'react';
import type { PointerEvent } from 'react';
import type { StudyState } from '#core/study/index.ts';
import { selectVersion } from '../../actions/moving.ts';
import { openSide } from '../../actions/views.ts';
import { whole } from '../../format/numbers.ts';
import { iconPath } from '../../parts/Icon.tsx';
import type { IconName } from '../../parts/Icon.tsx';
import { useSize } from '../../parts/use-size.ts';
import { brief, visible } from '../../parts/visible-text.ts';
import type { Stop } from '../../store/timeline.ts';
import { comparable, CompareHandles } from './CompareHandles.tsx';
import { between, geometryOf, GLYPH, LABEL_WIDTH, nearest, placeWords } from './timeline-view.ts';
import type { MarkKind, StopMark } from './stop-marks.ts';
import type { Geometry, Mark, Point, Proposed } from './timeline-view.ts';

interface Props {
  readonly state: StudyState;
  readonly stops: readonly Stop[];
  readonly proposed: Proposed | null;
  /** What is marked at the stop that is shown. */
  readonly marked: readonly StopMark[];
  /** The stop that is shown; one past the last for what is proposed. */
  readonly here: number;
  readonly moment: number | null;
  /** How much of the way to the next stop the moment has gone, from 0 to 1. */
  readonly onward: number;
  /** Null for what is proposed. */
  readonly onTravel: (stop: Stop | null) => void;
}

export function Chart({ state, stops, proposed, marked, here, moment, onward, onTravel }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const geometry = useMemo(
    () => (width === 0 ? null : geometryOf(state, stops, proposed, width, height)),
    [state, stops, proposed, width, height],
  );
  const cursorX = geometry === null ? 0 : between(geometry.xs, here, onward);
  const dragging = useRef(false);
  const travel = (event: PointerEvent<SVGSVGElement>) => {
    if (geometry === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = nearest(geometry.xs, x);
    if (at !== here || onward > 0) onTravel(stops[at] ?? null);
  };
  const compareWith = (event: PointerEvent<SVGSVGElement>) => {
    if (geometry === null) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const maps = comparable(stops, proposed?.run.baseVersionId ?? null);
    const other = maps[nearest(geometry.xs, x)];
    const own = maps[here];
    if (other === undefined || own === undefined) return;
    // The earlier one first, whichever was clicked.
    const back = nearest(geometry.xs, x) < here;
    openSide({
      kind: 'compare',
      from: (back ? other : own).versionId,
      to: back ? own : other,
      rollback: false,
    });
  };
  return (
    <div ref={box} className="chart">
      {geometry !== null && stops.length > 0 && (
        <svg
          width={width}
          height={height}
          role="slider"
          tabIndex={0}
          aria-label="Moment in the study"
          aria-valuemin={0}
          aria-valuemax={geometry.xs.length - 1}
          aria-valuenow={here}
          aria-valuetext={placeWords(state, stops[here], proposed, marked, moment === null)}
          data-testid="timeline-chart"
          onPointerDown={(event) => {
            if (event.shiftKey) {
              compareWith(event);
              return;
            }
            dragging.current = true;
            event.currentTarget.setPointerCapture(event.pointerId);
            travel(event);
          }}
          onPointerMove={(event) => {
            if (!dragging.current) return;
            // The panes' handles would look for themselves under the pointer, and have the page laid out for it.
            event.preventDefault();
            travel(event);
          }}
          onPointerUp={() => (dragging.current = false)}
        >
          <Ground geometry={geometry} />
          <path className="budget-line" d={geometry.budget} />
          <Frozen geometry={geometry} />
          <Future geometry={geometry} from={cursorX} />
          <Points points={geometry.points} />
          <Marks marks={geometry.marks} top={geometry.plot.top} />
          <Lanes geometry={geometry} />
          <Ticks geometry={geometry} here={here} />
          <g className="cursor" transform={`translate(${cursorX} 0)`}>
            <line y1={geometry.plot.top - 5} y2={geometry.plot.bottom + 4} />
            <circle cy={geometry.plot.top - 5} r="3.5" />
          </g>
          <FrozenWords geometry={geometry} />
        </svg>
      )}
      {geometry !== null && (
        <CompareHandles geometry={geometry} stops={stops} proposedFrom={proposed?.run.baseVersionId ?? null} />
      )}
    </div>
  );
}

/** What lies under the cursor stays as it is while that moves. */
const Ground = memo(function Ground({ geometry }: { readonly geometry: Geometry }) {
  return (
    <>
      <Grid geometry={geometry} />
      {geometry.areas.map(({ section, path }) => (
        <path key={section} className={`area section-${section}`} d={path} />
      ))}
      {geometry.proposedAreas.map(({ section, path }) => (
        <path key={section} className={`area proposed section-${section}`} d={path} data-testid="proposed-area" />
      ))}
    </>
  );
});

function Grid({ geometry }: { readonly geometry: Geometry }) {
  const { plot, budgetTokens, budgetY } = geometry;
  const half = (plot.bottom + budgetY) / 2;
  return (
    <g className="axis">
      <text x={plot.left - 8} y={budgetY + 3.5}>
        {whole(budgetTokens)}
      </text>
      <text x={plot.left - 8} y={half + 3.5}>
        {whole(budgetTokens / 2)}
      </text>
      <text x={plot.left - 8} y={plot.bottom + 3.5}>
        0
      </text>
      <line x1={plot.left} x2={plot.right} y1={half} y2={half} />
      <line className="ground" x1={plot.left} x2={plot.right} y1={plot.bottom} y2={plot.bottom} />
    </g>
  );
}

function Frozen({ geometry }: { readonly geometry: Geometry }) {
  const { frozen, plot } = geometry;
  return frozen.map(({ x, toX }) => (
    <g key={x} className="frozen">
      <rect x={x} y={plot.top} width={Math.max(0, toX - x)} height={plot.bottom - plot.top} />
      <line x1={x} x2={x} y1={plot.top} y2={plot.bottom} />
    </g>
  ));
}

/** Over the veil that lies on what is not yet, and over the line of the moment. */
function FrozenWords({ geometry }: { readonly geometry: Geometry }) {
  const { frozen, plot } = geometry;
  return frozen.map(({ x, toX, words, short }) => {
    const room = toX - x;
    if (room <= 90) return null;
    return (
      <text key={x} className="frozen-words" x={x + 9} y={plot.top + 17}>
        {room > words.length * 5.7 ? words : short}
      </text>
    );
  });
}

/** What lies after the cursor is pale: it is not what is shown. */
function Future({ geometry, from }: { readonly geometry: Geometry; readonly from: number }) {
  const to = geometry.xs.at(-1) ?? from;
  if (from >= to) return null;
  return (
    <rect
      className="veil"
      x={from}
      y={geometry.plot.top - 2}
      width={Math.max(0, to - from + 1)}
      height={geometry.plot.bottom - geometry.plot.top + 2}
    />
  );
}

export const GLYPHS: Readonly<Record<MarkKind, { readonly icon: IconName; readonly className: string }>> = {
  hand: { icon: 'hand', className: 'kind-note' },
  pin: { icon: 'pin', className: 'kind-pin' },
  return: { icon: 'ghost', className: 'kind-add' },
  import: { icon: 'open', className: 'kind-note' },
  budget: { icon: 'budget', className: 'kind-note' },
  evict: { icon: 'evict', className: 'kind-evict' },
  freeze: { icon: 'freeze', className: 'kind-frost' },
  unfreeze: { icon: 'thaw', className: 'kind-frost' },
  rollback: { icon: 'rollback', className: 'kind-replace' },
  undo: { icon: 'takenBack', className: 'kind-note' },
  redo: { icon: 'doneAgain', className: 'kind-note' },
  error: { icon: 'close', className: 'kind-error' },
  note: { icon: 'note', className: 'kind-note' },
};

/** Where the policy changed the map. */
const Points = memo(function Points({ points }: { readonly points: readonly Point[] }) {
  return (
    <g className="points">
      {points.map(({ key, x, y, words }) => (
        <circle key={key} cx={x} cy={y} r="2.5" data-mark="update">
          <title>{visible(words)}</title>
        </circle>
      ))}
    </g>
  );
});

const Marks = memo(function Marks({ marks, top }: { readonly marks: readonly Mark[]; readonly top: number }) {
  return (
    <g className="marks">
      {marks.map((mark) => (
        <g
          key={mark.key}
          className={GLYPHS[mark.kind].className}
          data-mark={mark.kind}
          transform={`translate(${mark.x - GLYPH / 2} ${top - GLYPH - 11}) scale(${GLYPH / 16})`}
        >
          <path d={iconPath(GLYPHS[mark.kind].icon)} />
          <title>{visible(mark.words)}</title>
        </g>
      ))}
    </g>
  );
});

/** Of the lanes' names, about. */
const CHAR_WIDTH = 5.5;

const Lanes = memo(function Lanes({ geometry }: { readonly geometry: Geometry }) {
  const { lanesLeft, plot } = geometry;
  const left = `and ${lanesLeft.names.length} more, under Branches: ${lanesLeft.names.join(', ')}`;
  return (
    <g className="lanes">
      {geometry.lanes.map((lane) => {
        const end = lane.dots.at(-1)?.x ?? lane.fromX + 14;
        return (
          <g key={lane.name} className={lane.lost ? 'lost' : ''}>
            <path
              d={`M${lane.fromX} ${lane.fromY}V${lane.y - 4}Q${lane.fromX} ${lane.y} ${lane.fromX + 5} ${lane.y}H${end}`}
            />
            {lane.dots.map((dot) => (
              <circle
                key={dot.versionId}
                cx={dot.x}
                cy={lane.y}
                r="3"
                onPointerDown={(event) => event.stopPropagation()}
                onClick={() => selectVersion(dot.versionId)}
              >
                <title>{dot.versionId}</title>
              </circle>
            ))}
            <text x={end + 7} y={lane.y + 3.5}>
              {visible(lane.name)}
            </text>
          </g>
        );
      })}
      {lanesLeft.names.length > 0 && (
        <text className="lanes-left" x={plot.left + 10} y={lanesLeft.y + 3.5}>
          {brief(left, Math.floor((plot.right - plot.left) / CHAR_WIDTH))}
          <title>{visible(left)}</title>
        </text>
      )}
    </g>
  );
});

/** More lines than these would be a wall. A number of ours. */
const MAX_LINES = 200;

function Ticks({ geometry, here }: { readonly geometry: Geometry; readonly here: number }) {
  const lined = geometry.ticks.length < MAX_LINES;
  const drawn = useMemo(
    () => [...geometry.ticks.keys()].filter((at) => lined || geometry.ticks[at]?.shown === true),
    [geometry, lined],
  );
  const proposed = useMemo(() => geometry.ticks.find(({ kind }) => kind === 'proposed'), [geometry]);
  // These two are always named; others give way to them.
  const named = [geometry.xs[here] ?? 0, ...(proposed === undefined ? [] : [proposed.x])];
  return (
    <g className="ticks">
      {[...new Set([...drawn, here])].map((at) => {
        const tick = geometry.ticks[at];
        if (tick === undefined) return null;
        const line = lined && tick.kind !== 'ahead';
        const label =
          at === here || tick === proposed || (tick.shown && named.every((x) => Math.abs(tick.x - x) >= LABEL_WIDTH));
        if (!line && !label) return null;
        return (
          <g key={tick.key} className={at === here ? 'here' : tick.kind === 'stop' ? '' : tick.kind}>
            {line && <line x1={tick.x} x2={tick.x} y1={geometry.plot.top} y2={geometry.plot.bottom} />}
            {label && (
              <text x={tick.x} y={geometry.plot.bottom + 15}>
                {tick.label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
