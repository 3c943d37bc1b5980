// The trajectory: every iteration with its words, code, output and sub-calls; live while it runs. The reader's place is kept:
// the list follows only from its end.

import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { IterationPlace } from '#core/study/index.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Button } from '../../parts/Button.tsx';
import { runAgain } from '../../actions/commands.ts';
import { plural } from '../../format/numbers.ts';
import { shownQuery, shownRun } from '../../store/shown.ts';
import { keptPlace } from '../../parts/rows/kept-places.ts';
import { useRows } from '../../parts/rows/use-rows.ts';
import { setView, useStore, useStoreSoon } from '../../store/store.ts';
import { Ended } from './Ended.tsx';
import { FlyingIteration, Iteration } from './Iteration.tsx';
import { NO_ROWS, trajectoryRows } from './trajectory-view.ts';
import type { TrajectoryRow, TrajectoryRows } from './trajectory-view.ts';
import { Writing } from './Writing.tsx';
import './trajectory.css';

/** How near to the end counts as being there, in pixels. */
const END = 48;
/** An ordinary iteration, in pixels; only rows that were never seen are taken to be so tall. */
const ESTIMATED_ROW = 190;
const PADDING = { start: 12, end: 16 };
/** Room below the last row for the button that stands there while a run goes on. */
const LIVE_PADDING = { start: 12, end: 52 };

export function TrajectoryPanel() {
  const run = useStoreSoon(shownRun);
  const query = useStoreSoon(shownQuery);
  const now = useStore((state) => state.view.moment === null);
  const writing = useStore((state) => state.study.writing);
  const rows = useMemo(
    () => (run === null ? NO_ROWS : trajectoryRows(run, now ? [...writing.values()] : [])),
    [run, writing, now],
  );
  if (run === null) {
    return (
      <Empty icon="step" title={query?.skipped === true ? 'This query was skipped' : 'Not run yet'}>
        <p>Step answers the next query that has no answer. What would be sent stands under Prompts.</p>
        {query?.skipped === true && <Button onClick={() => void runAgain(query.id)}>Run it after all</Button>}
      </Empty>
    );
  }
  const live = now && run.status === 'running';
  if (rows.count === 0) {
    if (!now && run.endedAt === null) return <Empty icon="clock" title="No iteration was finished yet" />;
    return (
      <Empty
        icon={live ? 'clock' : 'info'}
        title={live ? 'Waiting for the first words' : 'No iterations were recorded'}
      >
        {live && <span className="breathing">The model has been asked.</span>}
      </Empty>
    );
  }
  return <Rows key={run.id} runId={run.id} rows={rows} live={live} isUnsandboxed={run.python === 'native'} />;
}

const Rows = memo(function Rows({
  runId,
  rows,
  live,
  isUnsandboxed,
}: {
  readonly runId: string;
  readonly rows: TrajectoryRows;
  readonly live: boolean;
  readonly isUnsandboxed: boolean;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const placeKey = `trajectory ${runId}`;
  const [following, setFollowing] = useState(() => live && keptPlace(placeKey)?.atEnd !== false);
  const [seen, setSeen] = useState(rows.count);
  const {
    list,
    height,
    rows: placed,
  } = useRows({
    count: rows.count,
    scroller,
    estimate: ESTIMATED_ROW,
    gap: 8,
    padding: live ? LIVE_PADDING : PADDING,
    overscan: 3,
    placeKey,
  });
  const sought = useStore((state) => state.view.sought);
  const target = useMemo(
    () => (sought?.runId === runId ? targetOf(rows, sought.iteration) : null),
    [sought, runId, rows],
  );
  useEffect(() => {
    if (target === null) return;
    const inner = target.way.at(-1);
    // Its scroll event ends the following.
    list.scrollToIndex(target.place, 'start', inner === undefined ? undefined : () => callIn(scroller.current, inner));
    setView({ sought: null, way: target.way });
  }, [target, list]);
  const fresh = following ? 0 : Math.max(0, rows.count - seen);
  const count = rows.count;
  useLayoutEffect(() => {
    const box = scroller.current;
    if (following) list.scrollToEnd();
    // All of it is seen: there is nothing to follow to.
    else if (live && box !== null && box.scrollHeight <= box.clientHeight) setFollowing(true);
  }, [following, live, count, height, list]);
  const onScroll = () => {
    const box = scroller.current;
    if (box === null) return;
    const atEnd = box.scrollHeight - box.scrollTop - box.clientHeight < END;
    if (atEnd) setSeen(rows.count);
    if (atEnd !== following) {
      setFollowing(atEnd);
      setSeen(rows.count);
    }
  };
  return (
    <div className="trajectory">
      {isUnsandboxed && (
        <p className="unsandboxed">Python of this run was NOT sandboxed: python3 of the machine it ran on.</p>
      )}
      <div
        ref={scroller}
        className="scroll trajectory-scroll"
        onScroll={onScroll}
        data-testid="trajectory"
        tabIndex={0}
        role="region"
        aria-label="Trajectory"
      >
        <ol style={{ height }}>
          {placed.map((place) => {
            const row = rows.at(place.index);
            if (row === undefined) return null;
            return (
              <li
                key={row.key}
                ref={place.height === null ? list.measure : undefined}
                data-index={place.index}
                style={{ transform: `translateY(${place.top}px)`, height: place.height ?? undefined }}
              >
                <Row row={row} isFlying={place.height !== null} />
              </li>
            );
          })}
        </ol>
      </div>
      {live && !following && (
        <button
          type="button"
          className="new-badge"
          onClick={() => {
            setFollowing(true);
            list.scrollToEnd();
          }}
        >
          {fresh > 0 ? `${plural(fresh, 'new iteration')} ↓` : 'Follow ↓'}
        </button>
      )}
    </div>
  );
});

interface Target {
  readonly place: number;
  readonly way: readonly string[];
}

function targetOf(rows: TrajectoryRows, sought: IterationPlace['at'] | 'end'): Target | null {
  if (typeof sought === 'object') {
    const way = rows.wayTo(sought.callId);
    return way === null ? null : { place: way.place, way: way.calls };
  }
  const place = rows.placeOf(sought);
  return place < 0 ? null : { place, way: [] };
}

/** Where a sub-call or a sub-agent's iteration is drawn, once what it stands in is open. */
function callIn(scroller: HTMLElement | null, callId: string): Element | null {
  return scroller?.querySelector(`[data-call="${CSS.escape(callId)}"]`) ?? null;
}

function Row({ row, isFlying }: { readonly row: TrajectoryRow; readonly isFlying: boolean }) {
  switch (row.kind) {
    case 'iteration':
      return isFlying ? <FlyingIteration row={row} /> : <Iteration row={row} />;
    case 'writing':
      return <Writing writing={row.writing} />;
    case 'ended':
      return <Ended />;
  }
}
