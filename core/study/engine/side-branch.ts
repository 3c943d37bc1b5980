// Leave-one-out runs on a side branch: for each map that a chosen query was answered with, a version of it without the item.
// The branches people work on stay as they are.

import type { ContextMap } from '#core/map/index.ts';
import type { NewEvent } from '../events.ts';
import type { Branch, StudyState, Version } from '../state.ts';
import { eventBy } from './decision.ts';
import type { Desk } from './decision.ts';
import { nextVersionId, versionEvent } from './map-versions.ts';

export interface SideBranch {
  readonly name: string;
  /** What has to be appended first; nothing where all was there already. */
  readonly events: readonly NewEvent[];
  /** By the version a query was answered with: the one without the item. */
  readonly versionIds: ReadonlyMap<string, string>;
}

/**
 * The side branch of an item, made or added to.
 *
 * baseVersionIds  the versions that the recorded runs had
 */
export function sideBranchFor(
  desk: Pick<Desk, 'state' | 'actor' | 'count' | 'hash'>,
  itemId: string,
  baseVersionIds: readonly string[],
): SideBranch {
  const { state, actor } = desk;
  const existing = sideBranchOf(state, itemId);
  const name = existing?.name ?? freeName(state, `without-${itemId}`);
  const events: NewEvent[] = [];
  const versionIds = new Map<string, string>();
  let head = existing?.head ?? null;
  for (const baseId of new Set(baseVersionIds)) {
    const base = state.versions.get(baseId);
    if (base === undefined) continue;
    const known = withoutItem(state, name, base, itemId);
    if (known !== null) {
      versionIds.set(baseId, known.id);
      continue;
    }
    const reason = `leave-one-out of ${itemId}`;
    if (head === null) events.push(eventBy(actor, 'branch.created', { name, versionId: base.id, reason }));
    else events.push(eventBy(actor, 'branch.moved', { name, from: head, to: base.id, cause: 'rollback', reason }));
    const made = events.filter((event) => event.type === 'version.committed').length;
    const versionId = nextVersionId(state.versions, made);
    const { budgetTokens } = base;
    const map = without(base.map, itemId);
    const version = { versionId, parent: base, branch: name, map, cause: 'hand-edit', reason, budgetTokens } as const;
    events.push(versionEvent(desk, version));
    versionIds.set(baseId, versionId);
    head = versionId;
  }
  return { name, events, versionIds };
}

/** The side branch of an item, if it was made before and its name still stands. */
function sideBranchOf(state: StudyState, itemId: string): Branch | null {
  const isNamedSo = (name: string) => name === `without-${itemId}` || name.startsWith(`without-${itemId}-`);
  for (const branch of state.branches.values()) {
    if (branch.deleted || !isNamedSo(branch.name)) continue;
    // Somebody may have given a branch of their own such a name.
    const first = [...state.versions.values()].find((version) => version.branch === branch.name);
    if (first?.cause === 'hand-edit' && first.evicted.includes(itemId)) return branch;
  }
  return null;
}

function withoutItem(state: StudyState, branch: string, base: Version, itemId: string): Version | null {
  for (const version of state.versions.values()) {
    if (version.branch !== branch || version.parentId !== base.id || version.cause !== 'hand-edit') continue;
    if (version.evicted.length === 1 && version.evicted[0] === itemId) return version;
  }
  return null;
}

function without(map: ContextMap, itemId: string): ContextMap {
  return { ...map, items: map.items.filter((item) => item.id !== itemId) };
}

function freeName(state: StudyState, wanted: string): string {
  if (!state.branches.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) {
    if (!state.branches.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
  }
}
