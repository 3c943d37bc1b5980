// Branches and time: freeze, roll back, branch, switch, rename, delete a name. Versions are never deleted.

import { ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { Command } from '../commands.ts';
import type { NewEvent } from '../events.ts';
import { currentBranch, evolvedSteps } from '../selectors/index.ts';
import type { MethodSettings } from '../settings.ts';
import type { Branch, Version } from '../state.ts';
import { eventBy, refuse, unknown } from './decision.ts';
import type { Decision, Desk, Refused } from './decision.ts';
import { evictionEvent, fitToSettings, nextVersionId, versionEvent } from './map-versions.ts';

export type BranchCommand = Extract<
  Command,
  {
    do:
      | 'map.freeze'
      | 'map.unfreeze'
      | 'map.rollback'
      | 'branch.create'
      | 'branch.switch'
      | 'branch.rename'
      | 'branch.delete';
  }
>;

export function decideBranches(desk: Desk, command: BranchCommand): Decision {
  const { state, actor } = desk;
  const branch = currentBranch(state);
  if (branch === null) return refuse('This study has no map yet.');
  switch (command.do) {
    case 'map.freeze':
      if (branch.frozen !== null) return refuse(`The map on ${branch.name} is frozen already.`);
      return ok([eventBy(actor, 'map.frozen', { branch: branch.name, cause: 'hand', reason: command.reason })]);
    case 'map.unfreeze':
      if (branch.frozen === null) return refuse(`The map on ${branch.name} is not frozen.`);
      return ok([eventBy(actor, 'map.unfrozen', { branch: branch.name, reason: command.reason })]);
    case 'map.rollback':
      return rollBack(desk, branch, command);
    case 'branch.create':
      return create(desk, command);
    case 'branch.switch':
      return switchTo(desk, command.name);
    case 'branch.rename': {
      const refused = checkName(desk, command.to) ?? checkExists(desk, command.from);
      if (refused !== null) return refused;
      return ok([eventBy(actor, 'branch.renamed', { from: command.from, to: command.to.trim() })]);
    }
    case 'branch.delete': {
      const refused = checkExists(desk, command.name);
      if (refused !== null) return refused;
      if (command.name === branch.name) return refuse(`You are on ${branch.name}. Switch to another branch first.`);
      return ok([eventBy(actor, 'branch.deleted', { name: command.name })]);
    }
  }
}

function rollBack(desk: Desk, branch: Branch, command: Extract<BranchCommand, { do: 'map.rollback' }>): Decision {
  const { state, actor } = desk;
  const to = state.versions.get(command.versionId);
  if (to === undefined) return unknown(`This study has no version ${command.versionId}.`);
  if (to.id === branch.head) return refuse(`${branch.name} stands at ${to.id} already.`);
  const fitted = fitHead(desk, branch.name, to, state.settings.method, 0);
  if (!fitted.ok) return fitted;
  const moved = eventBy(actor, 'branch.moved', {
    name: branch.name,
    from: branch.head,
    to: to.id,
    cause: 'rollback',
    reason: command.reason,
  });
  return ok([moved, ...fitted.value, ...frozenByStepsEvents(desk, branch, to.id, state.settings.method)]);
}

function create(desk: Desk, command: Extract<BranchCommand, { do: 'branch.create' }>): Decision {
  const { state, actor } = desk;
  const name = command.name.trim();
  const refused = checkName(desk, name);
  if (refused !== null) return refused;
  const version = state.versions.get(command.versionId);
  if (version === undefined) return unknown(`This study has no version ${command.versionId}.`);
  const fitted = fitHead(desk, name, version, state.settings.method, 0);
  if (!fitted.ok) return fitted;
  const made: Branch = { name, head: version.id, frozen: null, deleted: false, base: version.id, createdSeq: 0 };
  return ok([
    eventBy(actor, 'branch.created', { name, versionId: version.id, reason: command.reason }),
    eventBy(actor, 'branch.switched', { name }),
    ...fitted.value,
    ...frozenByStepsEvents(desk, made, version.id, state.settings.method),
  ]);
}

function switchTo(desk: Desk, name: string): Decision {
  const { state, actor } = desk;
  const refused = checkExists(desk, name);
  if (refused !== null) return refused;
  if (name === state.currentBranch) return refuse(`You are on ${name} already.`);
  const branch = state.branches.get(name);
  const head = state.versions.get(branch?.head ?? '');
  if (branch === undefined || head === undefined) return unknown(`This study has no branch ${name}.`);
  const fitted = fitHead(desk, name, head, state.settings.method, 0);
  if (!fitted.ok) return fitted;
  return ok([eventBy(actor, 'branch.switched', { name }), ...fitted.value]);
}

/**
 * What has to follow when a branch comes to stand at a version that was made under other settings, so that the map in use
 * is always within the budget in force.
 */
export function fitHead(
  desk: Desk,
  branch: string,
  version: Version,
  method: MethodSettings,
  ahead: number,
): Result<readonly NewEvent[], Refused> {
  const fitted = fitToSettings(version.map, method, desk.count);
  if (!fitted.ok) {
    return { ok: false, error: { kind: 'refused', words: fitted.error.words, refusal: fitted.error } };
  }
  if (fitted.value.map === version.map) return ok([]);
  const { map, eviction } = fitted.value;
  return ok([
    ...(eviction === null ? [] : [evictionEvent(desk, null, eviction)]),
    versionEvent(desk, {
      versionId: nextVersionId(desk.state.versions, ahead),
      parent: version,
      branch,
      map,
      cause: 'budget',
      budgetTokens: method.budgetTokens,
    }),
  ]);
}

/** Freezes or thaws a branch so that it is frozen by m exactly while m queries have evolved its map. */
export function frozenByStepsEvents(
  desk: Desk,
  branch: Branch,
  versionId: string,
  method: MethodSettings,
): readonly NewEvent[] {
  const reached = method.evolveSteps !== null && evolvedSteps(desk.state, versionId) >= method.evolveSteps;
  if (reached && branch.frozen === null) {
    return [eventBy(desk.actor, 'map.frozen', { branch: branch.name, cause: 'evolve-steps', reason: null })];
  }
  if (!reached && branch.frozen?.cause === 'evolve-steps') {
    return [
      eventBy(desk.actor, 'map.unfrozen', { branch: branch.name, reason: 'fewer than m queries have evolved it' }),
    ];
  }
  return [];
}

function checkName(desk: Desk, name: string): Decision | null {
  const trimmed = name.trim();
  if (trimmed === '') return refuse('A branch needs a name.');
  const taken = desk.state.branches.get(trimmed);
  return taken !== undefined && !taken.deleted ? refuse(`There is a branch ${trimmed} already.`) : null;
}

function checkExists(desk: Desk, name: string): Decision | null {
  const branch = desk.state.branches.get(name);
  return branch === undefined || branch.deleted ? unknown(`This study has no branch ${name}.`) : null;
}
