// The port to where a study's events are kept: the .peek store (core/node/store) or memory (tests, the browser).

import type { LoggedEvent, NewEvent, StudyEvent } from './events.ts';
import type { StatePatch } from './state-patch.ts';
import type { StoredText, TextRef } from './text.ts';

export interface StudyLog {
  readonly readOnly: boolean;
  /** The time now, as an event appended now would get it (ISO 8601, UTC). */
  time(): string;
  /** Short text as it is; long text as a reference, stored with the next append. */
  keep(text: string): StoredText;
  /**
   * All or none, durable on return. Assigns seq, v and at. Throws only StorageFailure.
   *
   * at   when they happened, for what is brought in from a log of another program; now where absent
   */
  append(events: readonly NewEvent[], at?: string): readonly StudyEvent[];
  /** Events after `seq`, in order. */
  read(afterSeq: number, limit?: number): readonly LoggedEvent[];
  /** All events of one run, in order. */
  readRun(runId: string): readonly LoggedEvent[];
  /** The whole text behind a reference, or a slice of it in UTF-16 units. */
  text(ref: TextRef, from?: number, to?: number): string;
  /** Where the log can keep keyframes beside the events, so that a long study need not be reduced from its beginning. */
  readonly keyframes?: Keyframes;
  close(): void;
}

/** A cache: losing it costs time, never truth. */
export interface Keyframes {
  /** Seq of the last one; 0 when there is none. */
  readonly lastSeq: number;
  /** Those after one seq up to another, in order; what they hold of details is read when it is needed, also after closing. */
  read(afterSeq: number, upToSeq: number): readonly StatePatch[];
  /** The difference from the last one. False when it could not be kept. */
  put(patch: StatePatch): boolean;
}

/** The disk is full, the file vanished, the folder is read-only: thrown by append, turned into words by the engine. */
export class StorageFailure extends Error {
  readonly kind = 'storage';
}
