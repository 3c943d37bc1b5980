// A study's log in memory: for tests, for the browser, for studies that are looked at and not kept. It passes every event
// through the same encoding and decoding as the file does.

import { decodeRow, encodeRow, placeEvents } from './decode.ts';
import type { EventRow } from './decode.ts';
import type { LoggedEvent, NewEvent, StudyEvent } from './events.ts';
import type { StudyLog } from './log.ts';
import { refOf } from './text.ts';
import type { StoredText, TextRef } from './text.ts';

export interface MemoryLogPorts {
  /** SHA-256 of the UTF-8 text, hex. */
  readonly hash: (text: string) => string;
  /** The time now, ISO 8601, UTC. */
  readonly at: () => string;
}

export interface MemoryLog extends StudyLog {
  /** What a file would hold; the same rows make the same log. */
  readonly rows: readonly EventRow[];
  readonly texts: ReadonlyMap<string, string>;
}

export function createMemoryLog(ports: MemoryLogPorts, from?: Pick<MemoryLog, 'rows' | 'texts'>): MemoryLog {
  const rows: EventRow[] = [...(from?.rows ?? [])];
  const texts = new Map(from?.texts ?? []);
  const runs = rows.map(runOf);
  return {
    rows,
    texts,
    readOnly: false,
    time: ports.at,
    keep(text: string): StoredText {
      const kept = refOf(text, ports.hash);
      if (typeof kept !== 'string') texts.set(kept.$text, text);
      return kept;
    },
    append(events: readonly NewEvent[], at = ports.at()): readonly StudyEvent[] {
      const placed = placeEvents(events, rows.at(-1)?.seq ?? 0, at);
      for (const event of placed) {
        rows.push(encodeRow(event));
        runs.push('runId' in event.payload ? event.payload.runId : null);
      }
      return placed;
    },
    read(afterSeq: number, limit = Number.POSITIVE_INFINITY): readonly LoggedEvent[] {
      const from = rows.findIndex((row) => row.seq > afterSeq);
      return from < 0 ? [] : rows.slice(from, from + Math.min(limit, rows.length)).map(decodeRow);
    },
    readRun(runId: string): readonly LoggedEvent[] {
      return rows.filter((_, at) => runs[at] === runId).map(decodeRow);
    },
    text(ref: TextRef, from = 0, to = ref.chars): string {
      return texts.get(ref.$text)?.slice(from, to) ?? '';
    },
    close(): void {
      // Nothing is held open.
    },
  };
}

/** The run an event belongs to, by its payload; null for events of the study as a whole. */
function runOf(row: EventRow): string | null {
  const payload: unknown = JSON.parse(row.json);
  if (typeof payload !== 'object' || payload === null || !('runId' in payload)) return null;
  return typeof payload.runId === 'string' ? payload.runId : null;
}
