// What happened at each stop of the time axis, in words, before it has a place on it. Pure.

import type { StudyState, Version } from '#core/study/index.ts';
import { signed, whole } from '../../format/numbers.ts';
import { queryNumber } from '../../store/shown.ts';
import { causeWords, changeOfVersion } from '../../store/timeline.ts';
import type { Stop } from '../../store/timeline.ts';

export type MarkKind =
  | 'hand'
  | 'pin'
  | 'return'
  | 'import'
  | 'budget'
  | 'evict'
  | 'freeze'
  | 'unfreeze'
  | 'rollback'
  | 'undo'
  | 'redo'
  | 'error'
  | 'note';

/** What happened at a stop, before it has a place on the axis. */
export interface StopMark {
  /** The stop's index. */
  readonly at: number;
  readonly key: string;
  readonly kind: MarkKind;
  readonly words: string;
}

const BY_HAND: Partial<Record<Version['cause'], MarkKind>> = {
  'hand-edit': 'hand',
  pin: 'pin',
  return: 'return',
  import: 'import',
  budget: 'budget',
};

const OPERATIONS: Readonly<Record<string, MarkKind>> = {
  'branch.moved': 'rollback',
  'map.frozen': 'freeze',
  'map.unfrozen': 'unfreeze',
  'operation.undone': 'undo',
  'operation.redone': 'redo',
};

/** What is marked above the axis, stop by stop: what people did, what went, what failed. */
export function stopMarks(state: StudyState, stops: readonly Stop[]): readonly StopMark[] {
  const marks: StopMark[] = [];
  let budget = stops[0]?.version.budgetTokens ?? 0;
  stops.forEach((stop, at) => {
    if (stop.reuse) return;
    const { id, cause, evictions, budgetTokens } = stop.version;
    const kind = BY_HAND[cause];
    const isNewBudget = budgetTokens !== budget;
    const budgets = `budget ${whole(budget)} → ${whole(budgetTokens)} tokens`;
    budget = budgetTokens;
    if (kind !== undefined) {
      const words = kind === 'budget' && isNewBudget ? budgets : causeWords(state, stop.version);
      marks.push({ at, key: `${id} ${kind}`, kind, words: `${id}: ${words}` });
    }
    if (isNewBudget && kind !== 'budget')
      marks.push({ at, key: `${id} budget`, kind: 'budget', words: `${id}: ${budgets}` });
    if (evictions.length > 0)
      marks.push({ at, key: `${id} evict`, kind: 'evict', words: `${id}: ${evictions.length} evicted` });
  });
  const now = state.settings.method.budgetTokens;
  if (stops.length > 0 && now !== budget) {
    const words = `from now on: budget ${whole(budget)} → ${whole(now)} tokens`;
    marks.push({ at: stops.length - 1, key: 'budget now', kind: 'budget', words });
  }
  const stopBefore = (seq: number) => stops.findLastIndex((stop) => stop.version.seq <= seq);
  for (const { type, seq, words } of state.operations) {
    const kind = OPERATIONS[type];
    if (kind !== undefined) marks.push({ at: stopBefore(seq), key: `${seq}`, kind, words });
  }
  for (const note of state.notes) {
    const at = note.target.kind === 'version' ? stops.findIndex((stop) => stop.version.id === note.target.id) : -1;
    if (at >= 0) marks.push({ at, key: note.id, kind: 'note', words: `${note.target.id}: ${note.text.slice(0, 120)}` });
  }
  for (const run of state.runs.values()) {
    if (run.failure === null) continue;
    const words = `query ${queryNumber(state, run.queryId)}: the ${run.failure.stage} failed`;
    marks.push({ at: stopBefore(run.lastSeq), key: run.id, kind: 'error', words });
  }
  return marks;
}

/**
 * An update by the policy in words, without what it did to which items; null where even the scores stayed. The axis asks this of
 * all versions, and of a long study most maps are not put together: only what is at hand is told.
 */
export function updateWords(state: StudyState, { version, run, reuse }: Stop): string | null {
  if (reuse || version.cause !== 'update') return null;
  const before = version.parentId === null ? undefined : state.versions.get(version.parentId);
  if (before?.hash === version.hash && version.evicted.length === 0) return null;
  const by = run === null ? '' : ` by query ${queryNumber(state, run.queryId)}`;
  return `${version.id}: updated${by}, ${signed(version.tokens - (before?.tokens ?? 0))} tokens`;
}

/** The same with what it did. */
export function wholeUpdateWords(state: StudyState, stop: Stop): string | null {
  const words = updateWords(state, stop);
  if (words === null) return null;
  const { added, rewritten, deleted, evicted } = changeOfVersion(state, stop.version);
  const parts = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(rewritten > 0 ? [`${rewritten} rewritten`] : []),
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(evicted > 0 ? [`${evicted} evicted`] : []),
  ];
  return [words, ...parts].join(', ');
}
