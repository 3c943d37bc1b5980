// The map of the version under review, with the proposed edits drawn in as they are decided so far. Pure.

import type { MapPreview } from '#app/bridge/index.ts';
import type { ContextMap, MapItem, SectionId } from '#core/map/index.ts';
import type { Run, StudyState, Version } from '#core/study/index.ts';
import type { DraftDecision } from '../../store/draft-slice.ts';
import type { ShownItem, ShownSection } from '../../store/map-items.ts';
import type { VersionChange } from '../../store/timeline.ts';

export function pendingSections(
  state: StudyState,
  version: Version,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
): readonly ShownSection[] {
  const run = state.activeRunId === null ? undefined : state.runs.get(state.activeRunId);
  const edits = (run?.proposed?.edits ?? []).filter(
    (edit) => edit.refusal === null && drafts.get(edit.editId)?.decision !== 'refuse',
  );
  const refused = new Set(preview.refusals.map((each) => each.editId));
  const scores = new Map(run?.distilled?.tags.map((each) => [each.itemId, each.delta]));
  const evicted = new Set(preview.eviction.removed.map((each) => each.itemId));
  const live = edits.filter((edit) => !refused.has(edit.editId));
  const replaced = new Map(
    live
      .filter((edit) => edit.kind === 'REPLACE')
      .map((edit) => [edit.itemId, drafts.get(edit.editId)?.content ?? edit.content]),
  );
  const deleted = new Set(live.filter((edit) => edit.kind === 'DELETE').map((edit) => edit.itemId));
  const added = live.filter((edit) => edit.kind === 'ADD');
  const ranked = new Map(preview.eviction.ranking.map((each) => [each.itemId, each]));
  const newIds = newIdsOf(version, preview, added);

  const shownOf = (item: MapItem): ShownItem => {
    const content = replaced.get(item.id);
    const next: MapItem = {
      ...item,
      score: item.score + (scores.get(item.id) ?? 0),
      content: content ?? item.content,
      tokens: ranked.get(item.id)?.tokens ?? item.tokens,
    };
    if (deleted.has(item.id)) return { item: next, change: null, gone: 'deleted' };
    if (evicted.has(item.id)) return { item: next, change: null, gone: 'evicted' };
    return { item: next, change: content === undefined || content === null ? null : 'rewritten', gone: null };
  };
  const addedOf = (section: SectionId): readonly ShownItem[] =>
    added.flatMap((edit): ShownItem[] => {
      if (edit.section !== section) return [];
      const id = newIds.get(edit.editId) ?? `${section}-new`;
      const given = ranked.get(id);
      const item: MapItem = {
        id,
        section,
        content: drafts.get(edit.editId)?.content ?? edit.content ?? '',
        score: 0,
        born: given?.born ?? 0,
        tokens: given?.tokens ?? 0,
        pin: null,
        origin: { kind: 'policy', runId: run?.id ?? '', editId: edit.editId, candidateId: null },
      };
      return [{ item, change: 'added', gone: evicted.has(id) ? 'evicted' : null }];
    });
  return version.map.sections.map((id) => ({
    id,
    tokens: preview.tokensBySection[id] ?? 0,
    items: [...version.map.items.filter((item) => item.section === id).map(shownOf), ...addedOf(id)],
  }));
}

/** New items get their ids on applying; the preview's ranking already names them, in the order of the edits. */
function newIdsOf(
  version: Version,
  preview: MapPreview,
  added: readonly { readonly editId: string }[],
): ReadonlyMap<string, string> {
  const known = new Set(version.map.items.map((item) => item.id));
  const fresh = preview.eviction.ranking.filter((each) => !known.has(each.itemId)).sort((a, b) => a.born - b.born);
  return new Map(
    added.flatMap(({ editId }, at) => {
      const id = fresh[at]?.itemId;
      return id === undefined ? [] : [[editId, id] as const];
    }),
  );
}

/** All that the map would hold or let go; what an edit would add under the id it would get. */
function pendingItems(
  state: StudyState,
  version: Version,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
): readonly ShownItem[] {
  return pendingSections(state, version, preview, drafts).flatMap(({ items }) => items);
}

/** One item as the edits would leave it; null where they neither keep nor make it. */
export function pendingItem(
  state: StudyState,
  version: Version,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
  itemId: string,
): ShownItem | null {
  return pendingItems(state, version, preview, drafts).find(({ item }) => item.id === itemId) ?? null;
}

/** What each ADD and REPLACE of a review would make, by edit. */
export function foreseenItems(
  state: StudyState,
  run: Run,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
): ReadonlyMap<string, MapItem> {
  const version = state.versions.get(run.baseVersionId);
  if (version === undefined) return new Map();
  const items = pendingItems(state, version, preview, drafts).map(({ item }) => item);
  const byId = new Map(items.map((item) => [item.id, item]));
  const byEdit = new Map(
    items.flatMap((item) => (item.origin.kind === 'policy' ? [[item.origin.editId, item] as const] : [])),
  );
  return new Map(
    (run.proposed?.edits ?? []).flatMap((edit) => {
      const item = edit.kind === 'REPLACE' ? byId.get(edit.itemId ?? '') : byEdit.get(edit.editId);
      return item === undefined || edit.kind === 'DELETE' ? [] : [[edit.editId, item] as const];
    }),
  );
}

/** The map alone, as the edits would leave it, and what would come and go again on the way. */
export function pendingMap(
  state: StudyState,
  version: Version,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
): { readonly map: ContextMap; readonly passed: readonly MapItem[] } {
  const items = pendingItems(state, version, preview, drafts);
  const { sections, headers } = version.map;
  return {
    map: { sections, headers, items: items.filter(({ gone }) => gone === null).map(({ item }) => item) },
    passed: items.filter(({ change, gone }) => change === 'added' && gone !== null).map(({ item }) => item),
  };
}

export function changeOfPending(
  state: StudyState,
  version: Version,
  preview: MapPreview,
  drafts: ReadonlyMap<string, DraftDecision>,
): VersionChange {
  const before = new Map(version.map.items.map((item) => [item.id, item]));
  const items = pendingItems(state, version, preview, drafts);
  return {
    added: items.filter(({ item }) => !before.has(item.id)).length,
    rewritten: items.filter(({ change }) => change === 'rewritten').length,
    deleted: items.filter(({ gone }) => gone === 'deleted').length,
    evicted: preview.eviction.removed.length,
  };
}
