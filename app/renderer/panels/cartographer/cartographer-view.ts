// The Cartographer's edits joined with the map they change and with what became of each. Pure.

import type { EditKind, MapItem, ProposedEdit, Refusal, SectionId } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';
import type { DraftDecision } from '../../store/draft-slice.ts';

export type EditState = 'open' | 'accepted' | 'refused' | 'changed' | 'applied' | 'waiting';

export interface EditRow {
  readonly editId: string;
  readonly kind: EditKind | null;
  readonly itemId: string | null;
  readonly section: SectionId | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly tokensBefore: number | null;
  readonly tokensAfter: number | null;
  readonly refusal: Refusal | null;
  readonly state: EditState;
  /** The Distiller's tag for the item, where it gave the reason. */
  readonly tag: 'helpful' | 'harmful' | 'neutral' | 'stale' | null;
  readonly raw: string;
  /** True when a person wrote the text that was applied. */
  readonly changedByHand: boolean;
}

/**
 * The edits of a run, in their order.
 *
 * drafts    what the reader has decided; null where the edits do not wait for that
 * foreseen  of a pending review: the items that the edits would make or change, by edit
 */
export function editRows(
  state: StudyState,
  run: Run,
  drafts: ReadonlyMap<string, DraftDecision> | null,
  foreseen: ReadonlyMap<string, MapItem> = new Map(),
): readonly EditRow[] {
  const items = new Map(state.versions.get(run.baseVersionId)?.map.items.map((item) => [item.id, item]));
  const outcomes = new Map(run.applied?.outcomes.map((outcome) => [outcome.editId, outcome]));
  const decided = new Map(run.decisions.map((decision) => [decision.editId, decision]));
  const tags = new Map(run.tags.map((each) => [each.itemId, each.tag]));
  return (run.proposed?.edits ?? []).map((edit) => {
    const outcome = outcomes.get(edit.editId);
    const decision = decided.get(edit.editId);
    const itemId = outcome?.status === 'applied' ? outcome.itemId : edit.itemId;
    const tag = itemId === null ? null : (tags.get(itemId) ?? null);
    const common = {
      editId: edit.editId,
      kind: edit.kind,
      itemId,
      tag,
      raw: edit.raw,
      changedByHand: decision?.decision === 'change',
    };
    if (outcome?.status === 'applied') {
      const { section, before, after, tokensBefore, tokensAfter } = outcome;
      return { ...common, section, before, after, tokensBefore, tokensAfter, refusal: null, state: 'applied' };
    }
    const proposed = proposedTexts(edit, items);
    if (outcome?.status === 'refused' || edit.refusal !== null) {
      return {
        ...common,
        ...proposed,
        tokensAfter: null,
        refusal: outcome?.status === 'refused' ? outcome.refusal : edit.refusal,
        state: 'refused',
      };
    }
    const draft = drafts?.get(edit.editId);
    const next = foreseen.get(edit.editId);
    return {
      ...common,
      ...proposed,
      itemId: itemId ?? next?.id ?? null,
      after: draft?.content ?? proposed.after,
      tokensAfter: next?.tokens ?? null,
      refusal: null,
      state: drafts === null ? 'waiting' : draftState(draft),
    };
  });
}

function draftState(draft: DraftDecision | undefined): EditState {
  if (draft === undefined) return 'open';
  return draft.decision === 'accept' ? 'accepted' : draft.decision === 'refuse' ? 'refused' : 'changed';
}

function proposedTexts(edit: ProposedEdit, items: ReadonlyMap<string, MapItem>) {
  const item = edit.itemId === null ? undefined : items.get(edit.itemId);
  return {
    section: edit.section ?? item?.section ?? null,
    before: edit.kind === 'ADD' ? null : (item?.content ?? null),
    after: edit.kind === 'DELETE' ? null : edit.content,
    tokensBefore: item?.tokens ?? (edit.kind === 'ADD' ? 0 : null),
  };
}

/** The decisions as a preview asks for them: what is not yet decided counts as accepted. */
export function previewDecisions(run: Run, drafts: ReadonlyMap<string, DraftDecision>) {
  return (run.proposed?.edits ?? [])
    .filter((edit) => edit.refusal === null)
    .map((edit) => {
      const draft = drafts.get(edit.editId);
      return { editId: edit.editId, decision: draft?.decision ?? ('accept' as const), content: draft?.content ?? null };
    });
}
