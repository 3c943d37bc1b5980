// Which cache candidate an edit takes up, and what became of each candidate.

import type { EditOutcome, ProposedEdit } from '#core/map/index.ts';
import type { Candidate } from '../policy.ts';

/** Texts whose words overlap less than this do not say the same (Dice coefficient, 0…1). Ours. */
const SAME_ENOUGH = 0.5;

/**
 * Fills in the candidate of every ADD and REPLACE that names none: the one whose words its content shares most, if they
 * share enough. A candidate that an edit names is not given to another.
 */
export function linkCandidates(
  edits: readonly ProposedEdit[],
  candidates: readonly Candidate[],
): readonly ProposedEdit[] {
  const taken = new Set(edits.map((edit) => edit.candidateId));
  const open = candidates
    .filter((each) => !taken.has(each.candidateId))
    .map((each) => ({ each, words: wordsOf(each.value) }));
  return edits.map((edit) => {
    if (edit.candidateId !== null || edit.content === null || edit.kind === 'DELETE') return edit;
    const words = wordsOf(edit.content);
    let best: { readonly at: number; readonly share: number } | null = null;
    for (const [at, candidate] of open.entries()) {
      const share = overlap(words, candidate.words);
      if (share >= SAME_ENOUGH && share > (best?.share ?? 0)) best = { at, share };
    }
    if (best === null) return edit;
    const [linked] = open.splice(best.at, 1);
    return { ...edit, candidateId: linked?.each.candidateId ?? null };
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

export interface CandidateFate {
  readonly candidateId: string;
  /** added: as a new item. merged: into an existing one. refused: an edit took it up and was refused. left-out: none did. */
  readonly fate: 'added' | 'merged' | 'refused' | 'left-out';
  readonly editId: string | null;
  readonly itemId: string | null;
}

/**
 * What became of each candidate.
 *
 * candidates  the Distiller's
 * edits       the Cartographer's, with the candidates they take up
 * outcomes    of those edits
 * Returns one fate per candidate, in order. Where several edits take up one candidate, the first that was applied counts.
 */
export function candidateFates(
  candidates: readonly Candidate[],
  edits: readonly ProposedEdit[],
  outcomes: readonly EditOutcome[],
): readonly CandidateFate[] {
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.editId, outcome]));
  return candidates.map(({ candidateId }) => {
    const took = edits
      .filter((edit) => edit.candidateId === candidateId)
      .flatMap((edit) => outcomeOf.get(edit.editId) ?? []);
    const applied = took.find((outcome) => outcome.status === 'applied');
    if (applied !== undefined) {
      const { editId, itemId, kind } = applied;
      return { candidateId, fate: kind === 'ADD' ? 'added' : 'merged', editId, itemId };
    }
    const refused = took[0];
    if (refused !== undefined) return { candidateId, fate: 'refused', editId: refused.editId, itemId: null };
    return { candidateId, fate: 'left-out', editId: null, itemId: null };
  });
}
