// One run told from its own events: for runs that are folded in the state.

import type { LoggedEvent } from './events.ts';
import { emptyState, reduceAll } from './reducer/index.ts';
import type { Run } from './state.ts';

/**
 * The run with all its details.
 *
 * run     as it stands in the state; a branch renamed since keeps its new name
 * events  all events of the run, in order
 */
export function runFromEvents(run: Run, events: Iterable<LoggedEvent>): Run {
  const told = reduceAll(emptyState, events).runs.get(run.id);
  return told === undefined ? run : { ...told, branch: run.branch };
}
