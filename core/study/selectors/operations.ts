// What undo and redo would take next. Undo goes back through the operations log, one line at a time; redo brings back what
// was undone last, until something else is done. Nothing is ever removed from the log.

import type { Operation, StudyState } from '../state.ts';

export function nextUndo(state: StudyState): Operation | null {
  return state.operations.findLast((each) => each.undoable && !each.undone) ?? null;
}

export function nextRedo(state: StudyState): Operation | null {
  let latest: Operation | null = null;
  for (const each of state.operations) {
    if (each.undoneSeq !== null && each.undoneSeq > (latest?.undoneSeq ?? 0)) latest = each;
  }
  if (latest === null) return null;
  const { undoneSeq } = latest;
  const doneSince = state.operations.some((each) => each.undoable && undoneSeq !== null && each.seq > undoneSeq);
  return doneSince ? null : latest;
}
