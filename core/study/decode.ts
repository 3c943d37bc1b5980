// From a row of the log to an event. Rows are decoded one by one: a row that cannot be read costs that row alone, is kept as it
// is and comes out as a warning. Old versions are lifted step by step; what a newer Peek wrote is shown as unknown.

import { eventSchemas } from './events.ts';
import type { EventType, LoggedEvent, NewEvent, StudyEvent, UnknownEvent } from './events.ts';
import { UPCASTERS, versionOf } from './upcasters.ts';

export interface EventRow {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly v: number;
  /** Null on the first event of an operation. */
  readonly batch: number | null;
  /** The payload as JSON text. */
  readonly json: string;
}

export function encodeRow(event: StudyEvent): EventRow {
  const { seq, at, actor, type, v, batch } = event;
  return { seq, at, actor, type, v, batch: batch ?? null, json: JSON.stringify(event.payload) };
}

/** Gives each new event its place; all of them together are one operation. */
export function placeEvents(events: readonly NewEvent[], lastSeq: number, at: string): readonly StudyEvent[] {
  const first = lastSeq + 1;
  return events.map((event, index) => {
    const place = { seq: first + index, v: versionOf(event.type), at };
    return index === 0 ? { ...event, ...place } : { ...event, ...place, batch: first };
  });
}

export function decodeRow(row: EventRow): LoggedEvent {
  if (!isEventType(row.type))
    return unknown(row, `Peek does not know events of the type "${row.type}". It is kept as it is.`);
  const known = versionOf(row.type);
  if (row.v > known) {
    return unknown(
      row,
      `It was written by a newer Peek (${row.type} version ${row.v}, known ${known}). It is kept as it is.`,
    );
  }
  let payload: unknown;
  try {
    payload = JSON.parse(row.json);
  } catch {
    return unknown(row, 'Its text is not JSON. It is kept as it is.');
  }
  for (let version = row.v; version < known; version += 1) {
    const lift = UPCASTERS[`${row.type}@${version}`];
    if (lift === undefined)
      return unknown(row, `There is no way from version ${version} of ${row.type} to ${version + 1}.`);
    payload = lift(payload);
  }
  const parsed = eventSchemas[row.type].safeParse(payload);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const where = issue === undefined || issue.path.length === 0 ? 'the payload' : issue.path.join('.');
    return unknown(
      row,
      `It does not fit its schema at ${where}: ${issue?.message ?? 'unreadable'}. It is kept as it is.`,
    );
  }
  if (row.actor !== 'engine' && !row.actor.startsWith('user:'))
    return unknown(row, `Its actor "${row.actor}" is unknown.`);
  return {
    type: row.type,
    actor: row.actor,
    payload: parsed.data,
    seq: row.seq,
    v: known,
    at: row.at,
    ...(row.batch === null ? {} : { batch: row.batch }),
  } as StudyEvent;
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(eventSchemas, type);
}

function unknown(row: EventRow, words: string): UnknownEvent {
  return { type: 'unknown', seq: row.seq, at: row.at, originalType: row.type, json: row.json, words };
}
