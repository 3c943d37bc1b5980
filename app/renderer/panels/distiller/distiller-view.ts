// The Distiller's words joined with the map they speak of and with what came of them. Pure.

import type { SectionId, Tag } from '#core/map/index.ts';
import type { Run, StudyState } from '#core/study/index.ts';

export interface TagRow {
  readonly itemId: string;
  readonly content: string;
  readonly tag: Tag | null;
  readonly delta: number;
}

const ORDER: Readonly<Record<Tag | 'none', number>> = { harmful: 0, stale: 1, helpful: 2, neutral: 3, none: 4 };

/** The items of the map the run was given: those that need a look first, then in the map's own order. */
export function tagRows(state: StudyState, run: Run): readonly TagRow[] {
  const tags = new Map(run.distilled?.tags.map((each) => [each.itemId, each]));
  const items = state.versions.get(run.baseVersionId)?.map.items ?? [];
  return items
    .map((item) => ({
      itemId: item.id,
      content: item.content,
      tag: tags.get(item.id)?.tag ?? null,
      delta: tags.get(item.id)?.delta ?? 0,
    }))
    .sort((a, b) => ORDER[a.tag ?? 'none'] - ORDER[b.tag ?? 'none']);
}

export interface CandidateRow {
  readonly candidateId: string;
  readonly section: SectionId | null;
  readonly value: string;
  readonly transferability: string;
  readonly rationale: string;
  readonly fate: { readonly kind: string; readonly words: string; readonly itemId: string | null };
}

const FATES = {
  added: { kind: 'add', words: 'added' },
  merged: { kind: 'replace', words: 'merged' },
  refused: { kind: 'refused', words: 'refused' },
  'left-out': { kind: 'note', words: 'left out' },
} as const;

export function candidateRows(run: Run): readonly CandidateRow[] {
  const fates = new Map(run.applied?.candidates.map((each) => [each.candidateId, each]));
  const evicted = new Set(run.eviction?.removed.map((each) => each.itemId));
  return (run.distilled?.candidates ?? []).map((candidate) => {
    const fate = fates.get(candidate.candidateId);
    if (fate === undefined) return { ...candidate, fate: { kind: 'note', words: 'open', itemId: null } };
    const gone = fate.itemId !== null && evicted.has(fate.itemId);
    return {
      ...candidate,
      fate: gone
        ? { kind: 'evict', words: 'evicted at once', itemId: fate.itemId }
        : { ...FATES[fate.fate], itemId: fate.itemId },
    };
  });
}
