// One run told from its own events: for runs that are folded in the state.

import type { LoggedEvent } from './events.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { Run, StudyState } from './state.ts';

/**
 * The run with all its details.
 *
 * run     as it stands in the state; a branch renamed since keeps its new name
 * events  all events of the run, in order
 */
export function runFromEvents(run: Run, events: Iterable<LoggedEvent>): Run {
  return runIn(reduceAll(emptyState, events), run);
}

/** As runFromEvents, where the run's events, and no others, were reduced already: a long run is read piece by piece. */
export function runIn(reduced: StudyState, run: Run): Run {
  const told = reduced.runs.get(run.id);
  return told === undefined ? run : { ...told, branch: run.branch };
}
