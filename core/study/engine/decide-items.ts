// Hand edits: add, edit, move, delete, pin, return, the whole text. One command, one version, all of it or nothing.

import { changeByHand, changesFromText } from '#core/map/index.ts';
import type { HandChange } from '#core/map/index.ts';
import { ok } from '#core/result.ts';
import type { Command } from '../commands.ts';
import type { NewEvent } from '../events.ts';
import { headVersion, lastForm } from '../selectors/index.ts';
import { eventBy, nameOf, refuse, refuseWith, unknown } from './decision.ts';
import type { Decision, Desk } from './decision.ts';
import { budgetRules, evictionEvent, nextVersionId, versionEvent } from './map-versions.ts';

export type ItemCommand = Extract<
  Command,
  {
    do:
      | 'item.add'
      | 'item.edit'
      | 'item.delete'
      | 'item.move'
      | 'item.pin'
      | 'item.unpin'
      | 'item.return'
      | 'map.edit-text';
  }
>;

const CAUSES = { 'item.pin': 'pin', 'item.unpin': 'pin', 'item.return': 'return' } as const;

export function decideItems(desk: Desk, command: ItemCommand): Decision {
  const { state } = desk;
  const head = headVersion(state);
  if (head === null) return refuse('This study has no map yet.');
  const warnings: NewEvent[] = [];
  let changes: readonly HandChange[];
  if (command.do === 'map.edit-text') {
    const read = changesFromText(head.map, command.text, { kind: 'hand', by: nameOf(desk.actor) });
    changes = read.changes;
    for (const { line, words } of read.warnings) {
      warnings.push(eventBy(desk.actor, 'warning.raised', { place: `edited text, line ${line}`, words }));
    }
    if (changes.length === 0) return refuse('The text is the map as it is; nothing was changed.');
  } else {
    const change = changeOf(desk, command);
    if (change === null) return unknown(`This study never had an item ${itemIdOf(command)}.`);
    changes = [change];
  }
  const { method } = state.settings;
  const { lastItemNumber, births } = state;
  const changed = changeByHand(head.map, changes, { lastItemNumber, births }, budgetRules(method), desk.count);
  if (!changed.ok) return refuseWith(changed.error);
  const { map, eviction } = changed.value;
  const version = versionEvent(desk, {
    versionId: nextVersionId(state.versions),
    parent: head,
    branch: state.currentBranch,
    map,
    cause: causeOf(command),
    reason: command.reason,
    budgetTokens: method.budgetTokens,
  });
  if (isEmptyDelta(version)) return refuse('That is how the map is already; nothing was changed.');
  return ok([...(eviction.removed.length > 0 ? [evictionEvent(desk, null, eviction)] : []), version, ...warnings]);
}

function causeOf(command: ItemCommand) {
  switch (command.do) {
    case 'item.pin':
    case 'item.unpin':
    case 'item.return':
      return CAUSES[command.do];
    case 'item.add':
    case 'item.edit':
    case 'item.delete':
    case 'item.move':
    case 'map.edit-text':
      return 'hand-edit';
  }
}

function changeOf(desk: Desk, command: Exclude<ItemCommand, { do: 'map.edit-text' }>): HandChange | null {
  const by = nameOf(desk.actor);
  switch (command.do) {
    case 'item.add':
      return {
        do: 'add',
        section: command.section,
        content: command.content,
        origin: { kind: 'hand', by },
        beforeItemId: null,
      };
    case 'item.edit':
      return { do: 'edit', itemId: command.itemId, content: command.content };
    case 'item.delete':
      return { do: 'delete', itemId: command.itemId };
    case 'item.move':
      return { do: 'move', itemId: command.itemId, section: command.section, beforeItemId: command.beforeItemId };
    case 'item.pin':
      return { do: 'pin', itemId: command.itemId, pin: { by, at: desk.time, reason: command.reason } };
    case 'item.unpin':
      return { do: 'unpin', itemId: command.itemId };
    case 'item.return': {
      const item = lastForm(desk.state, command.itemId);
      return item === null ? null : { do: 'return', item };
    }
  }
}

function itemIdOf(command: ItemCommand): string {
  return 'itemId' in command ? command.itemId : '';
}

function isEmptyDelta(event: NewEvent): boolean {
  if (event.type !== 'version.committed') return false;
  const { put, removed, order } = event.payload.delta;
  return put.length === 0 && removed.length === 0 && order === null;
}
