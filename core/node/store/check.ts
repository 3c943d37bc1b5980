// Looking a study over: is the database whole, is every event there and readable, is every long text what its hash says, is
// the context the one the study was made with.

import { createHash } from 'node:crypto';
import { decodeRow, emptyState, patchStates, reduceAll, stateText } from '#core/study/index.ts';
import type { Keyframes, LoggedEvent, StudyState } from '#core/study/index.ts';
import { breathe } from '../breath.ts';
import { eventRowOf, isRow, numberIn } from './database.ts';
import type { Database } from './database.ts';
import { decodeText, hashText } from './texts.ts';

export interface CheckReport {
  readonly ok: boolean;
  /** What is wrong, each with its place. */
  readonly problems: readonly string[];
  /** What is odd but loses nothing: events of types or versions this Peek does not know. */
  readonly warnings: readonly string[];
  readonly events: number;
  readonly texts: number;
}

/** Yields between pages, so that a large study can be looked over while the window lives. */
export async function checkStudy(db: Database, keyframes: Keyframes | undefined): Promise<CheckReport> {
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const row of db.prepare('PRAGMA integrity_check(20)').all()) {
    const words = isRow(row, 'integrity_check') ? String(row.integrity_check) : 'unreadable';
    if (words !== 'ok') problems.push(`database: ${words}`);
  }
  const known = new Set<string>();
  const texts = await checkTexts(db, known, problems);
  const { events, state } = await checkEvents(db, known, problems, warnings);
  const context = await hashContext(db);
  const wanted = state.context?.sha256;
  if (context !== null && wanted !== undefined && context !== wanted) {
    problems.push(`context: its SHA-256 is ${context}, the study was made with ${wanted}`);
  }
  checkKeyframes(keyframes, state, db, problems);
  return { ok: problems.length === 0, problems, warnings, events, texts };
}

async function checkTexts(db: Database, known: Set<string>, problems: string[]): Promise<number> {
  const page = db.prepare('SELECT id, hash, encoding, bytes FROM texts WHERE id > ? ORDER BY id LIMIT 50');
  let last = 0;
  let count = 0;
  for (;;) {
    const rows = page.all(last);
    if (rows.length === 0) return count;
    for (const row of rows) {
      if (!isRow(row, 'id', 'hash', 'encoding', 'bytes')) continue;
      last = Number(row.id);
      count += 1;
      const hash = row.hash instanceof Uint8Array ? Buffer.from(row.hash).toString('hex') : '';
      known.add(hash);
      if (hashOf(row.encoding, row.bytes) !== hash) problems.push(`text ${hash.slice(0, 12)}…: it is not what it was`);
    }
    await breathe();
  }
}

function hashOf(encoding: unknown, bytes: unknown): string | null {
  try {
    return bytes instanceof Uint8Array ? hashText(decodeText(String(encoding), bytes)) : null;
  } catch {
    // Bytes that cannot be unpacked have no hash; the caller says so.
    return null;
  }
}

async function checkEvents(
  db: Database,
  known: ReadonlySet<string>,
  problems: string[],
  warnings: string[],
): Promise<{ events: number; state: StudyState }> {
  const page = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT 500');
  let state = emptyState;
  let last = 0;
  let count = 0;
  for (;;) {
    const rows = page.all(last).map(eventRowOf);
    if (rows.length === 0) break;
    const events: LoggedEvent[] = [];
    for (const row of rows) {
      if (row.seq !== last + 1) problems.push(`events ${last + 1} to ${row.seq - 1} are missing`);
      last = row.seq;
      count += 1;
      const event = decodeRow(row);
      events.push(event);
      if (event.type === 'unknown') warnings.push(`event ${event.seq} (${event.originalType}): ${event.words}`);
      for (const [, hash = ''] of row.json.matchAll(/"\$text":"([0-9a-f]{64})"/g)) {
        if (!known.has(hash))
          problems.push(`event ${row.seq} (${row.type}): its text ${hash.slice(0, 12)}… is missing`);
      }
    }
    state = reduceAll(state, events);
    await breathe();
  }
  return { events: count, state };
}

async function hashContext(db: Database): Promise<string | null> {
  const select = db.prepare('SELECT bytes FROM context WHERE part > ? ORDER BY part LIMIT 1');
  const parts = numberIn(db.prepare('SELECT count(*) AS n FROM context').get(), 'n');
  if (parts === 0) return null;
  const hash = createHash('sha256');
  for (let part = 0; part < parts; part += 1) {
    const row: unknown = select.get(part);
    if (isRow(row, 'bytes') && row.bytes instanceof Uint8Array) hash.update(row.bytes);
    await breathe();
  }
  return hash.digest('hex');
}

/** Keyframes must tell what the events tell. */
function checkKeyframes(keyframes: Keyframes | undefined, state: StudyState, db: Database, problems: string[]): void {
  if (keyframes === undefined || keyframes.lastSeq === 0) return;
  const kept = patchStates(emptyState, keyframes.read(0, keyframes.lastSeq));
  const after = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq').all(kept.seq);
  const told = reduceAll(
    kept,
    after.map((row) => decodeRow(eventRowOf(row))),
  );
  if (stateText(told) !== stateText(state)) problems.push('keyframes: they tell another state than the events');
}
