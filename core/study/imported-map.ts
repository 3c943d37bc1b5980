import type { SectionId } from '#core/map/index.ts';

/** A map as read from a file of whatever kind; ids of another study mean nothing here. */
export interface ImportedMap {
  /** Where it came from, for the items' origin. */
  readonly from: string;
  readonly items: readonly {
    readonly section: SectionId;
    readonly content: string;
    readonly score: number;
    readonly pinned: boolean;
  }[];
  /** What was odd in the file, each with its place. */
  readonly warnings: readonly string[];
}
