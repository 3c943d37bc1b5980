// The update that follows an answer: what the Distiller said, what was proposed, reviewed, applied and evicted.

import type { EventOf } from '../events.ts';
import { changeRun } from './draft.ts';
import type { Draft } from './draft.ts';
import { noteItemId } from './item-numbers.ts';

type UpdateEvent = EventOf<
  | 'distiller.spoke'
  | 'edits.proposed'
  | 'update.skipped'
  | 'review.opened'
  | 'review.decided'
  | 'edits.applied'
  | 'items.evicted'
>;

export function evolveUpdates(draft: Draft, event: UpdateEvent): void {
  const { seq, payload } = event;
  if (payload.runId === null) {
    if (event.type === 'items.evicted') draft.state.looseEvictions = event.payload.eviction.removed;
    return;
  }
  switch (event.type) {
    case 'distiller.spoke':
      return changeRun(draft, seq, payload.runId, (run) => ({
        ...(run.folded ? {} : { distilled: event.payload }),
        tags: event.payload.tags.map(({ itemId, tag }) => ({ itemId, tag })),
        distilledSeq: seq,
        stage: 'cartographer',
      }));
    case 'edits.proposed':
      return changeRun(draft, seq, payload.runId, (run) => ({
        ...(run.folded ? {} : { proposed: event.payload }),
        proposedSeq: seq,
        stage: 'apply',
      }));
    case 'update.skipped':
      return changeRun(draft, seq, payload.runId, () => ({ skipped: event.payload, stage: 'commit' }));
    case 'review.opened':
      return changeRun(draft, seq, payload.runId, () => ({ review: 'open', status: 'review', stage: 'review' }));
    case 'review.decided': {
      const { decisions, closed } = event.payload;
      const decided = new Set(decisions.map((each) => each.editId));
      return changeRun(draft, seq, payload.runId, (run) => ({
        ...(run.folded
          ? {}
          : { decisions: [...run.decisions.filter((each) => !decided.has(each.editId)), ...decisions] }),
        ...(closed ? ({ review: 'closed', status: 'updating', stage: 'apply' } as const) : {}),
      }));
    }
    case 'edits.applied':
      for (const outcome of event.payload.outcomes) {
        if (outcome.status !== 'applied' || outcome.kind !== 'ADD') continue;
        noteItemId(draft, outcome.itemId);
        draft.state.births += 1;
      }
      return changeRun(draft, seq, payload.runId, (run) => ({
        ...(run.folded ? {} : { applied: event.payload }),
        stage: 'evict',
      }));
    case 'items.evicted':
      return changeRun(draft, seq, payload.runId, (run) => ({
        ...(run.folded ? {} : { eviction: event.payload.eviction }),
        stage: 'commit',
      }));
  }
}
