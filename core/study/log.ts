// The port to where a study's events are kept: the .peek store (core/node/store) or memory (tests, the browser).

import type { LoggedEvent, NewEvent, StudyEvent } from './events.ts';
import type { StoredText, TextRef } from './text.ts';

export interface StudyLog {
  readonly readOnly: boolean;
  /** The time now, as an event appended now would get it (ISO 8601, UTC). */
  time(): string;
  /** Short text as it is; long text as a reference, stored with the next append. */
  keep(text: string): StoredText;
  /** All or none, durable on return. Assigns seq, v and at. Throws only StorageFailure. */
  append(events: readonly NewEvent[]): readonly StudyEvent[];
  /** Events after `seq`, in order. */
  read(afterSeq: number, limit?: number): readonly LoggedEvent[];
  /** All events of one run, in order. */
  readRun(runId: string): readonly LoggedEvent[];
  /** The whole text behind a reference, or a slice of it in UTF-16 units. */
  text(ref: TextRef, from?: number, to?: number): string;
  close(): void;
}

/** The disk is full, the file vanished, the folder is read-only: thrown by append, turned into words by the engine. */
export class StorageFailure extends Error {
  readonly kind = 'storage';
}
