// Versions of the map and the branches that name them. A version is its parent plus a difference; items that stayed the same
// are shared, so that ten thousand versions cost ten thousand short lists.

import { applyDelta } from '#core/map/index.ts';
import type { ContextMap, MapItem } from '#core/map/index.ts';
import type { EventOf, EventPayload } from '../events.ts';
import type { Branch, Run, Version } from '../state.ts';
import { changeRun, warn } from './draft.ts';
import type { Draft } from './draft.ts';
import { noteItemId } from './item-numbers.ts';

type VersionEvent = EventOf<
  | 'version.committed'
  | 'items.measured'
  | 'map.frozen'
  | 'map.unfrozen'
  | 'branch.created'
  | 'branch.switched'
  | 'branch.renamed'
  | 'branch.deleted'
  | 'branch.moved'
>;

export function evolveVersions(draft: Draft, event: VersionEvent): void {
  const { seq } = event;
  switch (event.type) {
    case 'version.committed':
      return commit(draft, event);
    case 'items.measured': {
      const { versionId } = event.payload;
      const version = draft.state.versions.get(versionId);
      if (version === undefined)
        warn(draft, seq, `event ${seq}`, `It measures ${versionId}, which is not in this study.`);
      else draft.versions().set(versionId, { ...version, measured: event.payload });
      return;
    }
    case 'map.frozen':
      return changeBranch(draft, seq, event.payload.branch, () => ({
        frozen: { cause: event.payload.cause, at: event.at, by: event.actor, reason: event.payload.reason },
      }));
    case 'map.unfrozen':
      return changeBranch(draft, seq, event.payload.branch, () => ({ frozen: null }));
    case 'branch.created': {
      const { name, versionId } = event.payload;
      if (!knows(draft, seq, versionId)) return;
      const former = draft.state.branches.get(name);
      // A branch that undo or redo brings back is the one it was: what was run on it counts as run.
      const { base, createdSeq } =
        former !== undefined && takesBack(draft, event.batch) ? former : { base: versionId, createdSeq: seq };
      draft.branches().set(name, { name, head: versionId, frozen: null, deleted: false, base, createdSeq });
      return;
    }
    case 'branch.switched':
      changeBranch(draft, seq, event.payload.name, () => ({}));
      if (draft.state.branches.has(event.payload.name)) draft.state.currentBranch = event.payload.name;
      return;
    case 'branch.renamed':
      return rename(draft, event);
    case 'branch.deleted':
      return changeBranch(draft, seq, event.payload.name, () => ({ deleted: true }));
    case 'branch.moved': {
      const { name, to } = event.payload;
      if (knows(draft, seq, to)) changeBranch(draft, seq, name, () => ({ head: to }));
      return;
    }
  }
}

function commit(draft: Draft, event: EventOf<'version.committed'>): void {
  const { seq, at, actor, payload } = event;
  if (draft.state.versions.has(payload.versionId)) {
    warn(draft, seq, `event ${seq}`, `Version ${payload.versionId} was committed before; the first one stands.`);
    return;
  }
  const parent = payload.parentId === null ? undefined : draft.state.versions.get(payload.parentId);
  if (payload.parentId !== null && parent === undefined) {
    warn(
      draft,
      seq,
      payload.versionId,
      `Its parent ${payload.parentId} is not in this study; it is shown as far as it goes.`,
    );
  }
  const before = parent?.map.items ?? [];
  const removed = new Set(payload.delta.removed);
  const gone = payload.gone ?? [];
  const run = payload.runId === null ? undefined : draft.state.runs.get(payload.runId);
  const evictions = payload.runId === null ? draft.state.looseEvictions : (run?.eviction?.removed ?? []);
  if (payload.runId === null) draft.state.looseEvictions = [];
  draft.versions().set(payload.versionId, {
    id: payload.versionId,
    parentId: payload.parentId,
    branch: payload.branch,
    cause: payload.cause,
    runId: payload.runId,
    at,
    actor,
    reason: payload.reason,
    seq,
    map: mapAfter(before, payload),
    tokens: payload.tokens,
    tokensBySection: payload.tokensBySection,
    budgetTokens: payload.budgetTokens,
    hash: payload.hash,
    evicted: [...new Set([...payload.delta.removed, ...gone.map((item) => item.id)])],
    ghosts: [...before.filter((item) => removed.has(item.id) && !gone.some((each) => each.id === item.id)), ...gone],
    evictions,
    measured: null,
  });
  for (const item of [...payload.delta.put, ...gone]) {
    noteItemId(draft, item.id);
    if (item.born > draft.state.births) draft.state.births = item.born;
  }
  const branch = draft.state.branches.get(payload.branch);
  if (branch !== undefined) draft.branches().set(branch.name, { ...branch, head: payload.versionId });
  else if (payload.parentId === null) {
    draft.branches().set(payload.branch, {
      name: payload.branch,
      head: payload.versionId,
      frozen: null,
      deleted: false,
      base: payload.versionId,
      createdSeq: seq,
    });
  } else warn(draft, seq, payload.versionId, `It stands on branch ${payload.branch}, which this study does not have.`);
  if (payload.runId !== null) {
    changeRun(draft, seq, payload.runId, () => ({ versionId: payload.versionId, stage: 'commit' }));
  }
}

function mapAfter(before: readonly MapItem[], payload: EventPayload<'version.committed'>): ContextMap {
  return applyDelta({ sections: payload.sections, headers: payload.headers, items: before }, payload.delta);
}

function rename(draft: Draft, { seq, payload }: EventOf<'branch.renamed'>): void {
  const branch = draft.state.branches.get(payload.from);
  const taken = draft.state.branches.get(payload.to);
  if (branch === undefined || (taken !== undefined && taken !== branch && !taken.deleted)) {
    warn(draft, seq, `event ${seq}`, `Branch ${payload.from} could not be renamed to ${payload.to}.`);
    return;
  }
  // The place in the list is kept, so that lanes do not jump; what stands on the branch carries its new name.
  const entries = [...draft.state.branches.values()];
  const own = draft.branches();
  own.clear();
  for (const each of entries) {
    if (each.deleted && each.name === payload.to) continue;
    own.set(each === branch ? payload.to : each.name, each === branch ? { ...each, name: payload.to } : each);
  }
  if (draft.state.currentBranch === payload.from) draft.state.currentBranch = payload.to;
  for (const version of draft.state.versions.values()) {
    if (version.branch === payload.from) draft.versions().set(version.id, onBranch(version, payload.to));
  }
  for (const run of draft.state.runs.values()) {
    if (run.branch === payload.from) draft.runs().set(run.id, onBranch(run, payload.to));
  }
}

/** A copy with another branch name. What is read on demand (state-patch.ts) still is: a plain copy would read it all. */
function onBranch<T extends Version | Run>(value: T, branch: string): T {
  const fields = Object.getOwnPropertyDescriptors(value);
  return Object.create(Object.prototype, { ...fields, branch: { ...fields.branch, value: branch } }) as T;
}

function changeBranch(draft: Draft, seq: number, name: string, change: () => Partial<Branch>): void {
  const branch = draft.state.branches.get(name);
  if (branch === undefined) {
    warn(draft, seq, `event ${seq}`, `It speaks of branch ${name}, which this study does not have.`);
    return;
  }
  draft.branches().set(name, { ...branch, ...change() });
}

/** Whether the operation that is being reduced is an undo or a redo. */
function takesBack(draft: Draft, batch: number | undefined): boolean {
  const last = draft.state.operations.at(-1);
  return last !== undefined && last.seq === batch && last.type.startsWith('operation.');
}

function knows(draft: Draft, seq: number, versionId: string): boolean {
  if (draft.state.versions.has(versionId)) return true;
  warn(draft, seq, `event ${seq}`, `It speaks of version ${versionId}, which this study does not have.`);
  return false;
}
