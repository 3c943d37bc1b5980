// When a study's next run is near: only then is it worth a core for seconds, and some hundred MB, to start Python ahead of it.

import { nextQuery, type Engine, type LoggedEvent } from '#core/study/index.ts';

/** Acts once, at once or later: when the study has a query to answer by sandboxed Python. */
export function onceARunIsNear(engine: Pick<Engine, 'state' | 'listen'>, act: () => void): void {
  const isNear = () => engine.state.settings.agent.python === 'sandbox' && nextQuery(engine.state) !== null;
  if (isNear()) {
    act();
    return;
  }
  const stop = engine.listen({
    events(events) {
      if (!events.some(bringsWork) || !isNear()) return;
      stop();
      act();
    },
  });
}

const WORK_CHANGES_BY = ['query.', 'branch.', 'operation.', 'settings.'];

/** Looking for work is not for each event of a run. */
function bringsWork({ type }: LoggedEvent): boolean {
  return WORK_CHANGES_BY.some((start) => type.startsWith(start));
}
