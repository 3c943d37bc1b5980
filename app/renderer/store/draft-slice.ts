// What the reader has begun and not yet sent: decisions on proposed edits, an item's text, the whole map's text, notes, queries.
// Kept here and not by the panel that shows it, so that it is there again when the reader has looked elsewhere.

import type { MergeSide } from '#core/map/index.ts';

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
  /** What the item said when the writing began; the map may have rewritten it since. */
  readonly base: string;
  /** Just begun: the caret belongs into it. Not when it only comes into view again. */
  readonly begun: boolean;
}

export interface MapTextDraft {
  readonly text: string;
  /** The version whose text it began as, and that text. */
  readonly versionId: string;
  readonly base: string;
  /** The draft that it was merged from with the map of that version: undoing the merge in the editor leads back to it. */
  readonly unmerged: MapTextDraft | null;
  /** Which side of an item to go on with that both changed, by item id: decided while the draft and the map are merged. */
  readonly decided: ReadonlyMap<string, MergeSide>;
}

export interface DraftSlice {
  /** By edit id; of the run that waits for review. */
  readonly decisions: ReadonlyMap<string, DraftDecision>;
  /** What was written for an edit, by edit id: kept while the edit is accepted or refused, should it be changed after all. */
  readonly changes: ReadonlyMap<string, string>;
  /** The edit the keyboard stands on. */
  readonly reviewCursor: string | null;
  readonly item: ItemDraft | null;
  readonly mapText: MapTextDraft | null;
  /** Notes that are being written, by what they are on. */
  readonly notes: ReadonlyMap<string, string>;
  /** Queries that are being written. */
  readonly queries: string;
}

export const emptyDraftSlice: DraftSlice = {
  decisions: new Map(),
  changes: new Map(),
  reviewCursor: null,
  item: null,
  mapText: null,
  notes: new Map(),
  queries: '',
};
