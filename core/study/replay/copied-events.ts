// What a person did (and the study's beginning) is no one's to derive: it is copied into the new log as it stands, texts
// and all. Events that name another event by its number get the number it has there.

import type { LoggedEvent, NewEvent, StudyEvent } from '../events.ts';
import type { StudyLog } from '../log.ts';
import { textRef } from '../text.ts';

/** Events that were appended together. */
export type Batch = readonly LoggedEvent[];

export function* batchesOf(log: Pick<StudyLog, 'read'>, pageSize = 1_000): Generator<Batch> {
  let batch: LoggedEvent[] = [];
  for (let after = 0; ;) {
    const events = log.read(after, pageSize);
    for (const event of events) {
      const [first] = batch;
      if (first !== undefined && batchOf(event) !== batchOf(first)) {
        yield batch;
        batch = [];
      }
      batch.push(event);
    }
    const last = events.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  if (batch.length > 0) yield batch;
}

function batchOf(event: LoggedEvent): number {
  return 'batch' in event ? (event.batch ?? event.seq) : event.seq;
}

/** True when anything in it was done by a person. */
export function isByPerson(batch: Batch): boolean {
  return batch.some((event) => event.type !== 'unknown' && event.actor !== 'engine');
}

/** Appends a copy; seqs maps numbers of the old log to those of the new one and is added to. */
export function copyBatch(batch: Batch, from: Pick<StudyLog, 'text'>, to: StudyLog, seqs: Map<number, number>): void {
  const known = batch.filter((event) => event.type !== 'unknown');
  const copies = known.map((event) => renumbered(event, seqs));
  for (const event of copies) keepTexts(event.payload, from, to);
  const appended = to.append(copies);
  known.forEach((event, place) => {
    const copy = appended[place];
    if (copy !== undefined) seqs.set(event.seq, copy.seq);
  });
}

function renumbered(event: StudyEvent, seqs: ReadonlyMap<number, number>): NewEvent {
  const { type, actor, payload } = event;
  if (event.type !== 'operation.undone' && event.type !== 'operation.redone')
    return { type, actor, payload } as NewEvent;
  const { seq } = event.payload;
  return { type: event.type, actor, payload: { seq: seqs.get(seq) ?? seq } };
}

function keepTexts(value: unknown, from: Pick<StudyLog, 'text'>, to: StudyLog): void {
  if (typeof value !== 'object' || value === null) return;
  const ref = textRef.safeParse(value);
  if (ref.success) {
    to.keep(from.text(ref.data));
    return;
  }
  for (const part of Object.values(value)) keepTexts(part, from, to);
}
