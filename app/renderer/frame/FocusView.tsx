// Focus: everything about one query in one column, nothing beside it.

import { useMemo } from 'react';
import { toggleFocus } from '../actions/views.ts';
import { plural } from '../format/numbers.ts';
import { CartographerPanel } from '../panels/cartographer/CartographerPanel.tsx';
import { DistillerPanel } from '../panels/distiller/DistillerPanel.tsx';
import { EvictorPanel } from '../panels/evictor/EvictorPanel.tsx';
import { Ended } from '../panels/trajectory/Ended.tsx';
import { Iteration } from '../panels/trajectory/Iteration.tsx';
import { NO_ROWS, trajectoryRows } from '../panels/trajectory/trajectory-view.ts';
import type { IterationRow, TrajectoryRows } from '../panels/trajectory/trajectory-view.ts';
import { Button } from '../parts/Button.tsx';
import { Pipeline } from '../parts/Pipeline.tsx';
import { shownRun, shownState } from '../store/shown.ts';
import { useStore } from '../store/store.ts';

/** Iterations drawn in the column. A number of ours: longer trajectories are read in their tab, which draws what is seen. */
const DRAWN = 60;

export function FocusView() {
  const state = useStore(shownState);
  const run = useStore(shownRun);
  const rows = useMemo(() => (run === null ? NO_ROWS : trajectoryRows(run, [])), [run]);
  if (state === null || run === null) return null;
  return (
    <div
      className="scroll focus-view"
      data-testid="focus"
      tabIndex={0}
      role="region"
      aria-label="Everything about this query"
    >
      <div className="focus-column">
        <span className="focus-head">
          <Pipeline state={state} run={run} />
          <span className="grow" />
          <Button icon="close" kind="small" onClick={toggleFocus} keys={['escape']} tip="Leave focus">
            Leave focus
          </Button>
        </span>
        <h2 className="focus-title">Trajectory</h2>
        {rows.iterations > DRAWN && (
          <p className="dim">
            The last {DRAWN} of {plural(rows.iterations, 'iteration')}.
          </p>
        )}
        {lastIterations(rows).map((row) => (
          <Iteration key={row.key} row={row} />
        ))}
        <Ended />
        <h2 className="focus-title">Distiller</h2>
        <DistillerPanel />
        <h2 className="focus-title">Cartographer</h2>
        <CartographerPanel />
        <h2 className="focus-title">Evictor</h2>
        <EvictorPanel />
      </div>
    </div>
  );
}

function lastIterations(rows: TrajectoryRows): readonly IterationRow[] {
  const first = Math.max(0, rows.iterations - DRAWN);
  const places = Array.from({ length: rows.iterations - first }, (_, at) => first + at);
  return places.map((place) => rows.at(place)).filter((row) => row?.kind === 'iteration');
}
