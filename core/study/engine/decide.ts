// The table of commands that are decided at once from the state; running and reviewing take time and are engine.ts's.

import type { Command } from '../commands.ts';
import type { StudySettings } from '../settings.ts';
import type { StoredText } from '../text.ts';
import { decideBranches } from './decide-branches.ts';
import { decideImport } from './decide-import.ts';
import { decideItems } from './decide-items.ts';
import { decideQueries } from './decide-queries.ts';
import { changesMethod, decideSettings } from './decide-settings.ts';
import type { Decision, Desk } from './decision.ts';
import { decideRedo, decideUndo } from './undo.ts';

export type DecidedCommand = Exclude<
  Command,
  {
    do:
      | 'run.step'
      | 'run.stage'
      | 'run.all'
      | 'run.again'
      | 'run.stop'
      | 'run.pause'
      | 'run.resume'
      | 'review.decide'
      | 'update.skip'
      | 'item.leave-one-out'
      | 'answers.judge'
      | 'items.measure';
  }
>;

export function decide(desk: Desk, command: DecidedCommand, keep: (text: string) => StoredText): Decision {
  switch (command.do) {
    case 'item.add':
    case 'item.edit':
    case 'item.delete':
    case 'item.move':
    case 'item.pin':
    case 'item.unpin':
    case 'item.return':
    case 'map.edit-text':
      return decideItems(desk, command);
    case 'map.import':
      return decideImport(desk, command.json, command.reason);
    case 'map.freeze':
    case 'map.unfreeze':
    case 'map.rollback':
    case 'branch.create':
    case 'branch.switch':
    case 'branch.rename':
    case 'branch.delete':
      return decideBranches(desk, command);
    case 'settings.change':
      return decideSettings(desk, command.settings, command.reason);
    case 'review.set':
      return decideSettings(desk, { ...desk.state.settings, reviewEdits: command.on }, null);
    case 'queries.add':
    case 'query.remove':
    case 'query.skip':
    case 'query.restore':
    case 'run.abandon':
    case 'note.add':
    case 'note.remove':
      return decideQueries(desk, command, keep);
    case 'operation.undo':
      return decideUndo(desk);
    case 'operation.redo':
      return decideRedo(desk);
  }
}

/** Changes to the map that wait until an update under way is done, so that neither overwrites the other unseen. */
export function waitsForUpdate(command: DecidedCommand, settings: StudySettings): boolean {
  switch (command.do) {
    case 'item.add':
    case 'item.edit':
    case 'item.delete':
    case 'item.move':
    case 'item.pin':
    case 'item.unpin':
    case 'item.return':
    case 'map.edit-text':
      return true;
    case 'settings.change':
      return changesMethod(settings, command.settings);
    default:
      return false;
  }
}

/** Moves through time and between branches, which must not happen under a run. */
export function needsRest(command: DecidedCommand): boolean {
  switch (command.do) {
    case 'map.rollback':
    case 'map.import':
    case 'branch.create':
    case 'branch.switch':
    case 'branch.rename':
    case 'branch.delete':
    case 'operation.undo':
    case 'operation.redo':
      return true;
    default:
      return false;
  }
}
