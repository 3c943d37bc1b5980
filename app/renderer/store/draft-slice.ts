// What the reader has begun and not yet sent: decisions on proposed edits, an item's text, the whole map's text.

export interface DraftDecision {
  readonly decision: 'accept' | 'refuse' | 'change';
  readonly content: string | null;
  readonly reason: string | null;
}

export interface ItemDraft {
  readonly itemId: string | null;
  readonly section: 'cr' | 'cu' | 'dc' | 'ps' | 'rr' | 'ep';
  readonly content: string;
  readonly reason: string;
}

export interface DraftSlice {
  /** By edit id; of the run that waits for review. */
  readonly decisions: ReadonlyMap<string, DraftDecision>;
  /** The edit the keyboard stands on. */
  readonly reviewCursor: string | null;
  readonly item: ItemDraft | null;
  readonly mapText: string | null;
}

export const emptyDraftSlice: DraftSlice = { decisions: new Map(), reviewCursor: null, item: null, mapText: null };
