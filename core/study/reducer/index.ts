// The reducer: state and events to state. Pure, total and dull: what does not fit becomes a warning, nothing throws, and
// reducing a prefix and then the rest gives what reducing all gives. Main, command line and window share it.

import type { LoggedEvent, StudyEvent } from '../events.ts';
import { DEFAULT_SETTINGS } from '../settings.ts';
import type { StudyState } from '../state.ts';
import { draftOf, warn } from './draft.ts';
import type { Draft } from './draft.ts';
import { evolveNotes } from './notes.ts';
import { evolveOperations } from './operations.ts';
import { evolveQueries } from './queries.ts';
import { evolveRuns } from './runs.ts';
import { NO_TOTALS } from './totals.ts';
import { evolveUpdates } from './updates.ts';
import { evolveVersions } from './versions.ts';

export { foldRun, keptUpdate } from './fold.ts';
export { addCall, NO_TOTALS } from './totals.ts';

/** What every fold starts from. The settings stand until study.created brings the study's own. */
export const emptyState: StudyState = {
  seq: 0,
  studyId: '',
  name: '',
  label: null,
  createdAt: '',
  context: null,
  settings: DEFAULT_SETTINGS,
  queries: [],
  runs: new Map(),
  versions: new Map(),
  branches: new Map(),
  currentBranch: 'main',
  activeRunId: null,
  lastItemNumber: {},
  births: 0,
  operations: [],
  notes: [],
  warnings: [],
  totals: NO_TOTALS,
  asides: NO_TOTALS,
  policyMicroUsd: 0,
  iterationCount: 0,
  lastNumbers: { call: 0, note: 0 },
  detailedRunIds: [],
  looseEvictions: [],
};

export function reduce(state: StudyState, event: LoggedEvent): StudyState {
  return reduceAll(state, [event]);
}

export function reduceAll(state: StudyState, events: Iterable<LoggedEvent>): StudyState {
  const draft = draftOf(state);
  for (const event of events) {
    draft.state.seq = event.seq;
    if (event.type === 'unknown') warn(draft, event.seq, `event ${event.seq} (${event.originalType})`, event.words);
    else {
      evolveOperations(draft, event);
      evolve(draft, event);
    }
  }
  return draft.state;
}

function evolve(draft: Draft, event: StudyEvent): void {
  switch (event.type) {
    case 'study.created': {
      if (draft.state.studyId !== '') {
        warn(draft, event.seq, `event ${event.seq}`, 'The study was created before; the first event stands.');
        return;
      }
      const { studyId, name, label, settings, context } = event.payload;
      Object.assign(draft.state, { studyId, name, label, settings, context, createdAt: event.at });
      return;
    }
    case 'settings.changed':
      draft.state.settings = event.payload.settings;
      return;
    case 'query.added':
    case 'query.removed':
    case 'query.skipped':
    case 'query.restored':
      return evolveQueries(draft, event);
    case 'run.started':
    case 'call.finished':
    case 'iteration.finished':
    case 'run.answered':
    case 'run.failed':
    case 'run.stopped':
    case 'run.interrupted':
    case 'run.resumed':
    case 'run.completed':
    case 'run.abandoned':
    case 'answer.judged':
      return evolveRuns(draft, event);
    case 'distiller.spoke':
    case 'edits.proposed':
    case 'update.skipped':
    case 'review.opened':
    case 'review.decided':
    case 'edits.applied':
    case 'items.evicted':
      return evolveUpdates(draft, event);
    case 'version.committed':
    case 'items.measured':
    case 'map.frozen':
    case 'map.unfrozen':
    case 'branch.created':
    case 'branch.switched':
    case 'branch.renamed':
    case 'branch.deleted':
    case 'branch.moved':
      return evolveVersions(draft, event);
    case 'note.added':
    case 'note.removed':
    case 'warning.raised':
      return evolveNotes(draft, event);
    case 'hand.refused':
    case 'operation.undone':
    case 'operation.redone':
      // They change the operations log only.
      return;
  }
}
