// The operations log: one line for each thing that was done to the study, taken from the events themselves. Events appended
// together are one operation, named by the first event's seq; undo and redo name that seq.

import type { MapItem } from '#core/map/index.ts';
import type { EventOf, StudyEvent } from '../events.ts';
import type { Operation } from '../state.ts';
import { warn } from './draft.ts';
import type { Draft } from './draft.ts';

interface Line {
  readonly words: string;
  readonly undoable: boolean;
}

/** Writes the operations log before the event itself is reduced, so that words can tell what was there before. */
export function evolveOperations(draft: Draft, event: StudyEvent): void {
  if (event.type === 'operation.undone') mark(draft, event.seq, event.payload.seq, event.seq);
  if (event.type === 'operation.redone') mark(draft, event.seq, event.payload.seq, null);
  const line = lineOf(draft, event);
  if (line === null) return;
  const seq = event.batch ?? event.seq;
  const last = draft.state.operations.at(-1);
  if (last?.seq !== seq) {
    const { at, actor, type } = event;
    draft.operations().push({ seq, at, actor, type, ...line, undone: false, undoneSeq: null });
    return;
  }
  // A further event of the same operation. Several queries are one line; the version says best what the rest was for.
  if (event.type === 'query.added' && last.type === 'query.added') {
    const first = last.words.split(' … ')[0] ?? last.words;
    replaceLast(draft, { ...last, words: `${first} … ${event.payload.queryId}` });
  } else if (event.type === 'version.committed' && last.undoable) {
    replaceLast(draft, { ...last, type: event.type, words: line.words });
  }
}

function replaceLast(draft: Draft, operation: Operation): void {
  const own = draft.operations();
  own[own.length - 1] = operation;
}

function mark(draft: Draft, at: number, seq: number, undoneSeq: number | null): void {
  const index = draft.state.operations.findLastIndex((each) => each.seq === seq);
  const operation = draft.state.operations[index];
  if (operation === undefined) {
    warn(draft, at, `event ${at}`, `It names operation ${seq}, which this study does not have.`);
    return;
  }
  draft.operations()[index] = { ...operation, undone: undoneSeq !== null, undoneSeq };
}

function lineOf(draft: Draft, event: StudyEvent): Line | null {
  switch (event.type) {
    case 'study.created':
      return fixed(`created the study ${event.payload.name}`);
    case 'settings.changed':
      return undoable('changed the settings');
    case 'query.added':
      return undoable(`added ${event.payload.queryId}`);
    case 'query.removed':
      return undoable(`removed ${event.payload.queryId}`);
    case 'query.skipped':
      return undoable(`skipped ${event.payload.queryId}`);
    case 'query.restored':
      return undoable(`brought back ${event.payload.queryId}`);
    case 'answer.judged': {
      const { runId, score } = event.payload;
      return fixed(score === null ? `could not judge ${runId}` : `judged ${runId}: ${score.toFixed(2)}`);
    }
    case 'items.measured':
      return fixed(`measured how near the items of ${event.payload.versionId} are`);
    case 'run.abandoned':
      return fixed(`gave up ${event.payload.runId}`);
    case 'update.skipped':
      return fixed(`passed over the update of ${event.payload.runId}`);
    case 'version.committed':
      return event.payload.parentId === null ? fixed('started the map') : undoable(versionWords(draft, event));
    case 'hand.refused':
      return fixed(`refused: ${event.payload.refusal.words}`);
    case 'map.frozen':
      return undoable(
        `froze ${event.payload.branch}${event.payload.cause === 'hand' ? '' : ` (${event.payload.cause})`}`,
      );
    case 'map.unfrozen':
      return undoable(`unfroze ${event.payload.branch}`);
    case 'branch.created':
      return undoable(`branched ${event.payload.name} from ${event.payload.versionId}`);
    case 'branch.switched':
      return undoable(`switched to ${event.payload.name}`);
    case 'branch.renamed':
      return undoable(`renamed ${event.payload.from} to ${event.payload.to}`);
    case 'branch.deleted':
      return undoable(`deleted the name ${event.payload.name}`);
    case 'branch.moved':
      return undoable(`rolled ${event.payload.name} back from ${event.payload.from} to ${event.payload.to}`);
    case 'operation.undone':
      return fixed(`took back: ${wordsOf(draft, event.payload.seq)}`);
    case 'operation.redone':
      return fixed(`did again: ${wordsOf(draft, event.payload.seq)}`);
    case 'note.added':
      return undoable(`noted on ${event.payload.target.id}`);
    case 'note.removed':
      return undoable(`removed note ${event.payload.noteId}`);
    case 'run.started':
    case 'call.finished':
    case 'iteration.finished':
    case 'run.answered':
    case 'run.failed':
    case 'run.stopped':
    case 'run.interrupted':
    case 'run.resumed':
    case 'run.completed':
    case 'distiller.spoke':
    case 'edits.proposed':
    case 'review.opened':
    case 'review.decided':
    case 'edits.applied':
    case 'items.evicted':
    case 'warning.raised':
      return null;
  }
}

function versionWords(draft: Draft, { payload }: EventOf<'version.committed'>): string {
  const { cause, runId, delta, versionId, branch } = payload;
  const touched = [...delta.put.map((item) => item.id), ...delta.removed];
  const items = touched.length === 0 ? 'nothing' : touched.length > 4 ? `${touched.length} items` : touched.join(', ');
  switch (cause) {
    case 'created':
      return 'started the map';
    case 'update': {
      const query = runId === null ? undefined : draft.state.runs.get(runId)?.queryId;
      return `updated the map after ${query ?? 'a query'}: ${versionId}`;
    }
    case 'hand-edit':
      return `edited by hand: ${items}`;
    case 'pin':
      return `${pinWords(delta.put)} ${items}`;
    case 'return':
      return `returned ${items}`;
    case 'import':
      return `imported a map onto ${branch}`;
    case 'budget':
      return `fitted the map to its settings: ${versionId}`;
    case 'undo':
      return `took back to the text of an earlier version: ${versionId}`;
    case 'redo':
      return `brought again: ${versionId}`;
  }
}

/** Which way it went; a log made elsewhere may hold both ways in one version. */
function pinWords(items: readonly MapItem[]): string {
  if (items.length === 0) return 'changed the pin of';
  if (items.every((item) => item.pin !== null)) return 'pinned';
  return items.every((item) => item.pin === null) ? 'unpinned' : 'changed the pins of';
}

function wordsOf(draft: Draft, seq: number): string {
  return draft.state.operations.findLast((each) => each.seq === seq)?.words ?? `operation ${seq}`;
}

function undoable(words: string): Line {
  return { words, undoable: true };
}

function fixed(words: string): Line {
  return { words, undoable: false };
}
