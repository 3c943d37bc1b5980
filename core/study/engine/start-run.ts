// Starting a run: which query, on which map, whether it will evolve it.

import { renderMap } from '#core/map/index.ts';
import type { NewEvent } from '../events.ts';
import { headVersion, isFrozen } from '../selectors/index.ts';
import type { StudyState } from '../state.ts';
import type { Session } from './session.ts';

export interface RunStart {
  readonly queryId: string;
  /** Runs the query on a side branch, on a version that is without this item; such a run never changes the map. */
  readonly without?: { readonly itemId: string; readonly versionId: string; readonly branch: string };
}

/** Appends run.started and gives the run's id. */
export function startRun(session: Session, start: RunStart): string {
  const { state } = session;
  const runId = `r${state.runs.size + 1}`;
  session.commit([runStartedEvent(session, state, runId, start)]);
  return runId;
}

function runStartedEvent(session: Session, state: StudyState, runId: string, start: RunStart): NewEvent {
  const version = start.without === undefined ? headVersion(state) : state.versions.get(start.without.versionId);
  if (version === null || version === undefined) throw new Error('the study has no version to run on');
  const { method, agent } = state.settings;
  const withoutItem = start.without?.itemId ?? null;
  const mapText = method.kind === 'none' ? null : renderMap(version.map);
  return {
    type: 'run.started',
    actor: 'engine',
    payload: {
      runId,
      queryId: start.queryId,
      branch: start.without?.branch ?? state.currentBranch,
      versionId: version.id,
      method: method.kind,
      mapText: mapText === null ? null : session.ports.log.keep(mapText),
      mapTokens: mapText === null ? 0 : session.counter()(mapText),
      evolves: method.kind === 'peek' && withoutItem === null && !isFrozen(state),
      withoutItem,
      ...(agent.python === 'native' ? { python: 'native' } : {}),
    },
  };
}
