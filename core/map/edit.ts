// Edits as the Cartographer proposes them and what became of each. Reading, checking and applying them is apply-edits.ts.

import type { SectionId } from './sections.ts';

export type EditKind = 'ADD' | 'REPLACE' | 'DELETE';

export type RefusalKind =
  | 'unknown-operation'
  | 'unknown-section'
  | 'unknown-item'
  | 'empty-content'
  | 'not-text'
  | 'too-long'
  | 'same-text'
  | 'duplicate'
  | 'pinned'
  | 'already-deleted'
  | 'refused-by-reviewer'
  | 'over-budget';

/** Why an edit, a hand edit or a pin was not carried out: a kind for programs, words (with the numbers) for people. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly words: string;
}

/** One operation of a reply, as far as it could be read. Fields that the reply did not give, or gave wrongly, are null. */
export interface ProposedEdit {
  readonly editId: string;
  readonly kind: EditKind | null;
  readonly section: SectionId | null;
  readonly itemId: string | null;
  readonly content: string | null;
  /** The cache candidate it takes up, where the reply named one. */
  readonly candidateId: string | null;
  /** Set when the operation could not even be read; such an edit is never applied. */
  readonly refusal: Refusal | null;
  /** The operation as the reply had it, for showing (JSON text). */
  readonly raw: string;
}

export type EditOutcome =
  | {
      readonly editId: string;
      readonly status: 'applied';
      readonly kind: EditKind;
      readonly itemId: string;
      readonly section: SectionId;
      /** Text before (REPLACE, DELETE) and after (ADD, REPLACE). */
      readonly before: string | null;
      readonly after: string | null;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  | { readonly editId: string; readonly status: 'refused'; readonly refusal: Refusal };
