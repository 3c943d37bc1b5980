// The review gate: decisions are drafts until every edit has one and the reader applies them.

import type { ProposedEdit } from '#core/map/index.ts';
import type { Run } from '#core/study/index.ts';
import { setDraft, setView, store } from '../store/store.ts';
import type { DraftDecision } from '../store/draft-slice.ts';
import { isReviewShown, reviewedRun } from '../store/shown.ts';
import { send } from './commands.ts';
import { selectQuery } from './moving.ts';
import { notify } from './notices.ts';

export function reviewRun(): Run | null {
  const { live } = store.getState().study;
  return live === null ? null : reviewedRun(live);
}

/** Edits that a person can decide on: those that could be read at all. */
export function decidable(run: Run): readonly ProposedEdit[] {
  return run.proposed?.edits.filter((edit) => edit.refusal === null) ?? [];
}

export function decide(editId: string, decision: DraftDecision): void {
  const decisions = new Map(store.getState().draft.decisions);
  const before = decisions.get(editId);
  if (before?.decision === decision.decision && decision.decision !== 'change') decisions.delete(editId);
  else decisions.set(editId, decision);
  setDraft({ decisions, reviewCursor: editId });
}

/** Goes on with what was written for the edit, else with what was proposed. */
export function changeEdit(editId: string, proposed: string | null): void {
  writeEdit(editId, store.getState().draft.changes.get(editId) ?? proposed ?? '');
}

export function writeEdit(editId: string, content: string): void {
  setDraft({ changes: new Map(store.getState().draft.changes).set(editId, content) });
  decide(editId, { decision: 'change', content, reason: null });
}

export function decideCursor(decision: DraftDecision['decision']): void {
  const run = reviewRun();
  if (run === null) return;
  const edits = decidable(run);
  const cursor = store.getState().draft.reviewCursor ?? edits[0]?.editId;
  const edit = edits.find((each) => each.editId === cursor);
  if (edit === undefined) return;
  if (decision === 'change') {
    if (edit.content === null) notify('info', 'A deletion has no text to change; accept or refuse it.');
    else changeEdit(edit.editId, edit.content);
    return;
  }
  const decisions = new Map(store.getState().draft.decisions);
  decisions.set(edit.editId, { decision, content: null, reason: null });
  const next =
    edits.slice(edits.indexOf(edit) + 1).find((each) => !decisions.has(each.editId)) ??
    edits.find((each) => !decisions.has(each.editId));
  setDraft({ decisions, reviewCursor: next?.editId ?? edit.editId });
}

export function decideAll(decision: 'accept' | 'refuse'): void {
  const run = reviewRun();
  if (run === null) return;
  const decisions = new Map(store.getState().draft.decisions);
  for (const edit of decidable(run))
    if (!decisions.has(edit.editId)) decisions.set(edit.editId, { decision, content: null, reason: null });
  setDraft({ decisions });
}

/** To the next edit or the one before it, from wherever the reader is. */
export function moveReview(by: 1 | -1): void {
  const run = reviewRun();
  if (run === null) return;
  const edits = decidable(run);
  const at = edits.findIndex((edit) => edit.editId === store.getState().draft.reviewCursor);
  const next = edits[Math.min(edits.length - 1, Math.max(0, at + by))];
  if (next === undefined) return;
  if (!isReviewShown(store.getState())) selectQuery(run.queryId);
  setView({ tab: 'cartographer', cartographerView: 'edits' });
  setDraft({ reviewCursor: next.editId });
}

export async function submitReview(): Promise<void> {
  const run = reviewRun();
  if (run === null) return;
  const { decisions } = store.getState().draft;
  const open = decidable(run).filter((edit) => !decisions.has(edit.editId));
  if (open.length > 0) {
    notify('info', open.length === 1 ? 'One edit has no decision yet.' : `${open.length} edits have no decision yet.`);
    setDraft({ reviewCursor: open[0]?.editId ?? null });
    return;
  }
  const list = [...decisions].map(([editId, decision]) => ({ editId, ...decision }));
  await send({ do: 'review.decide', runId: run.id, decisions: list });
}
