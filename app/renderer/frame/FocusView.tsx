// Focus: everything about one query in one column, nothing beside it.

import { Fragment, useMemo } from 'react';
import type { Run, Stage } from '#core/study/index.ts';
import { toggleFocus } from '../actions/views.ts';
import { plural } from '../format/numbers.ts';
import { CartographerPanel } from '../panels/cartographer/CartographerPanel.tsx';
import { DistillerPanel } from '../panels/distiller/DistillerPanel.tsx';
import { EvictorPanel } from '../panels/evictor/EvictorPanel.tsx';
import { VerdictGrid } from '../panels/evictor/VerdictGrid.tsx';
import { Ended } from '../panels/trajectory/Ended.tsx';
import { Iteration } from '../panels/trajectory/Iteration.tsx';
import { NO_ROWS, trajectoryRows } from '../panels/trajectory/trajectory-view.ts';
import type { IterationRow, TrajectoryRows } from '../panels/trajectory/trajectory-view.ts';
import { Button } from '../parts/Button.tsx';
import { NoUpdate } from '../parts/NoUpdate.tsx';
import { Pipeline } from '../parts/Pipeline.tsx';
import { noUpdate } from '../store/outcome.ts';
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
        <Update run={run} />
      </div>
    </div>
  );
}

const STAGES = [
  { name: 'Distiller', tells: (run: Run) => tellsOf(run, 'distiller', run.distilled), Panel: DistillerPanel },
  { name: 'Cartographer', tells: (run: Run) => tellsOf(run, 'cartographer', run.proposed), Panel: CartographerPanel },
  { name: 'Evictor', tells: (run: Run) => run.eviction !== null, Panel: EvictorPanel },
] as const;

/** Whether a stage has something of its own to show, be it only how it failed. */
function tellsOf(run: Run, stage: Stage, said: unknown): boolean {
  return said !== null || run.failure?.stage === stage;
}

/** Stage by stage; why the stages that a run did not come to have nothing to show is said once for all of them. */
function Update({ run }: { readonly run: Run }) {
  const now = useStore((store) => store.view.moment === null);
  const reason = noUpdate(run, now);
  const told = STAGES.filter((stage) => reason === null || stage.tells(run));
  const left = STAGES.filter((stage) => !told.includes(stage));
  return (
    <>
      {told.map(({ name, Panel }) => (
        <Fragment key={name}>
          <h2 className="focus-title">{name}</h2>
          <Panel />
        </Fragment>
      ))}
      {reason !== null && left.length > 0 && (
        <>
          <h2 className="focus-title">{left.map(({ name }) => name).join(', ')}</h2>
          <section className="card">
            <NoUpdate reason={reason} />
          </section>
          <VerdictGrid />
        </>
      )}
    </>
  );
}

function lastIterations(rows: TrajectoryRows): readonly IterationRow[] {
  const first = Math.max(0, rows.iterations - DRAWN);
  const places = Array.from({ length: rows.iterations - first }, (_, at) => first + at);
  return places.map((place) => rows.at(place)).filter((row) => row?.kind === 'iteration');
}
