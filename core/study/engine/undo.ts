// Undo and redo: another operation that brings back what was there before one. Undoing goes strictly back through the
// operations log, so everything that is not the operation's own doing is as it left it, and the difference between the
// state now and the state before it is exactly what has to be taken back. Nothing is deleted from the log.

import { ok } from '#core/result.ts';
import type { NewEvent } from '../events.ts';
import { nextRedo, nextUndo } from '../selectors/index.ts';
import type { Branch, StudyState } from '../state.ts';
import { eventBy, refuse } from './decision.ts';
import type { Decision, Desk } from './decision.ts';

export function decideUndo(desk: Desk): Decision {
  const operation = nextUndo(desk.state);
  if (operation === null) return refuse('There is nothing to undo.');
  const mark = eventBy(desk.actor, 'operation.undone', { seq: operation.seq });
  return ok([mark, ...eventsBack(desk, operation.seq, 'undo')]);
}

export function decideRedo(desk: Desk): Decision {
  const operation = nextRedo(desk.state);
  if (operation === null || operation.undoneSeq === null) return refuse('There is nothing to redo.');
  const mark = eventBy(desk.actor, 'operation.redone', { seq: operation.seq });
  return ok([mark, ...eventsBack(desk, operation.undoneSeq, 'redo')]);
}

/** Events that lead from the state now to what stood before the operation of that seq. */
function eventsBack(desk: Desk, seq: number, cause: 'undo' | 'redo'): readonly NewEvent[] {
  const before = desk.stateAt(seq - 1);
  const now = desk.state;
  const renamed = renames(desk, seq);
  return [
    ...renamed.map(({ from, to }) => eventBy(desk.actor, 'branch.renamed', { from: to, to: from })),
    ...settingsBack(desk, now, before),
    ...queriesBack(desk, now, before),
    ...branchesBack(desk, renamedBranches(now, renamed), before, cause),
    ...currentBack(desk, now, before, renamed),
    ...notesBack(desk, now, before),
  ];
}

interface Renaming {
  readonly from: string;
  readonly to: string;
}

function renames(desk: Desk, seq: number): readonly Renaming[] {
  return desk
    .operation(seq)
    .flatMap((event) => (event.type === 'branch.renamed' ? [event.payload] : []))
    .toReversed();
}

function nameBack(name: string, renamed: readonly Renaming[]): string {
  return renamed.reduce((current, { from, to }) => (current === to ? from : current), name);
}

function renamedBranches(now: StudyState, renamed: readonly Renaming[]): ReadonlyMap<string, Branch> {
  return new Map([...now.branches.values()].map((branch) => [nameBack(branch.name, renamed), branch]));
}

function settingsBack(desk: Desk, now: StudyState, before: StudyState): readonly NewEvent[] {
  if (JSON.stringify(now.settings) === JSON.stringify(before.settings)) return [];
  return [eventBy(desk.actor, 'settings.changed', { settings: before.settings, reason: null })];
}

function queriesBack(desk: Desk, now: StudyState, before: StudyState): readonly NewEvent[] {
  const old = new Map(before.queries.map((query) => [query.id, query]));
  return now.queries.flatMap(({ id: queryId, removed, skipped }): NewEvent[] => {
    // A query that was not there yet is taken from sight; it keeps its number.
    const wanted = old.get(queryId) ?? { removed: true, skipped };
    if (wanted.removed === removed && wanted.skipped === skipped) return [];
    const events: NewEvent[] = [];
    if ((removed && !wanted.removed) || (skipped && !wanted.skipped)) {
      events.push(eventBy(desk.actor, 'query.restored', { queryId }));
    }
    if (wanted.removed) events.push(eventBy(desk.actor, 'query.removed', { queryId }));
    if (wanted.skipped) events.push(eventBy(desk.actor, 'query.skipped', { queryId, reason: null }));
    return events;
  });
}

function branchesBack(
  desk: Desk,
  now: ReadonlyMap<string, Branch>,
  before: StudyState,
  cause: 'undo' | 'redo',
): readonly NewEvent[] {
  const events: NewEvent[] = [];
  for (const [name, branch] of now) {
    const wanted = before.branches.get(name);
    if (wanted === undefined || (wanted.deleted && !branch.deleted)) {
      if (!branch.deleted) events.push(eventBy(desk.actor, 'branch.deleted', { name }));
      continue;
    }
    if (branch.deleted && !wanted.deleted) {
      events.push(eventBy(desk.actor, 'branch.created', { name, versionId: wanted.head, reason: null }));
    } else if (branch.head !== wanted.head) {
      const move = { name, from: branch.head, to: wanted.head, cause, reason: null };
      events.push(eventBy(desk.actor, 'branch.moved', move));
    }
    const frozenNow = branch.deleted ? null : branch.frozen;
    if (frozenNow !== null && wanted.frozen === null) {
      events.push(eventBy(desk.actor, 'map.unfrozen', { branch: name, reason: null }));
    } else if (frozenNow === null && wanted.frozen !== null) {
      const { cause: why, reason } = wanted.frozen;
      events.push(eventBy(desk.actor, 'map.frozen', { branch: name, cause: why, reason }));
    }
  }
  return events;
}

function currentBack(
  desk: Desk,
  now: StudyState,
  before: StudyState,
  renamed: readonly Renaming[],
): readonly NewEvent[] {
  if (nameBack(now.currentBranch, renamed) === before.currentBranch) return [];
  return [eventBy(desk.actor, 'branch.switched', { name: before.currentBranch })];
}

function notesBack(desk: Desk, now: StudyState, before: StudyState): readonly NewEvent[] {
  const there = new Set(now.notes.map((note) => note.id));
  const wanted = new Set(before.notes.map((note) => note.id));
  return [
    ...now.notes
      .filter((note) => !wanted.has(note.id))
      .map((note) => eventBy(desk.actor, 'note.removed', { noteId: note.id })),
    ...before.notes
      .filter((note) => !there.has(note.id))
      .map(({ id, target, text }) => eventBy(desk.actor, 'note.added', { noteId: id, target, text })),
  ];
}
