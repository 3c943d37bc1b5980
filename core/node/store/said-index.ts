// The index of everything that was said (SQLite's FTS5). It is filled behind the events, a little at a time while nothing else
// happens, so that appending never waits for it; where it stands is kept in the file. It holds words only, the texts stay
// where they are: it says in which events to look first.

import { decodeRow, SAID_VERSION, saidIn, withoutAnsi } from '#core/study/index.ts';
import type { Said, StoredText } from '#core/study/index.ts';
import { eventRowOf, isRow, numberIn, rollBack } from './database.ts';
import type { Database } from './database.ts';

/** Longer texts are indexed in pieces, each in a moment. Characters; ours. */
const PIECE_CHARS = 64_000;

/** Rows of an event lie beside each other: row = seq × this + place. */
const ROWS_PER_EVENT = 65_536;

/** How long one turn of indexing may hold up everything else. */
const TURN_MS = 15;

/** Between two turns: what a reader waits for comes first, and the index is in no hurry. Ours. */
const PAUSE_MS = 60;

/** How long after an append indexing begins; a run that writes all the time is not disturbed. */
const REST_MS = 200;

export interface SaidIndex {
  /** Events are waiting: indexing begins once there is rest. */
  wake(): void;
  /** Indexes for so long; true when all is indexed. */
  work(milliseconds: number): boolean;
  /** Events before `seq` in which it stands, the newest first. `query` is in FTS5's own syntax. */
  find(query: string, seq: number, limit: number): readonly number[];
  close(): void;
}

export function saidIndexIn(db: Database, readOnly: boolean, whole: (text: StoredText) => string): SaidIndex {
  const insert = db.prepare('INSERT INTO said (rowid, text) VALUES (?, ?)');
  const next = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT 50');
  const match = db.prepare('SELECT rowid AS row FROM said WHERE said MATCH ? AND rowid < ? ORDER BY rowid DESC');
  let timer: NodeJS.Timeout | null = null;
  let closed = false;

  let { seq, place } = readPosition(db, readOnly);

  function work(milliseconds: number): boolean {
    if (closed) return true;
    if (readOnly) {
      // Only the writer indexes; how far it has come may have changed meanwhile.
      ({ seq, place } = readPosition(db, readOnly));
      return next.all(seq).length === 0;
    }
    const until = performance.now() + milliseconds;
    const before = { seq, place };
    db.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
    try {
      // Something is done each time, however busy the machine is.
      let done = indexSome(until);
      while (!done && performance.now() < until) done = indexSome(until);
      writePosition(db, seq, place);
      db.exec('COMMIT');
      return done;
    } catch (error) {
      rollBack(db);
      ({ seq, place } = before);
      throw error;
    }
  }

  /** True when there was nothing left to index. */
  function indexSome(until: number): boolean {
    const rows = next.all(seq);
    for (const row of rows as readonly unknown[]) {
      const event = decodeRow(eventRowOf(row));
      const texts = piecesOf(saidIn(event), whole);
      for (const [at, text] of texts.entries()) {
        if (at < place || at >= ROWS_PER_EVENT) continue;
        insert.run(event.seq * ROWS_PER_EVENT + at, text);
        place = at + 1;
        if (performance.now() >= until && place < texts.length) return false;
      }
      seq = event.seq;
      place = 0;
      if (performance.now() >= until) return false;
    }
    return rows.length === 0;
  }

  function turn(): void {
    timer = null;
    let done = true;
    try {
      done = work(TURN_MS);
    } catch {
      // The disk is full, or the file is gone: the events will tell. The index waits for better times.
    }
    if (!done && !closed) schedule(PAUSE_MS);
  }

  function schedule(ms: number): void {
    timer = setTimeout(turn, ms);
    timer.unref();
  }

  return {
    wake() {
      if (readOnly || closed) return;
      if (timer !== null) clearTimeout(timer);
      schedule(REST_MS);
    },
    work,
    find(query, before, limit) {
      const found = new Set<number>();
      for (const each of match.iterate(query, before * ROWS_PER_EVENT)) {
        found.add(Math.floor(numberIn(each, 'row') / ROWS_PER_EVENT));
        if (found.size >= limit) break;
      }
      return [...found];
    },
    close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Without colour codes: a word that touches one is a word all the same. */
function piecesOf(all: readonly Said[], whole: (text: StoredText) => string): readonly string[] {
  return all.flatMap((said) => {
    const text = whole(said.text);
    if (text.length <= PIECE_CHARS) return [withoutAnsi(text)];
    const pieces: string[] = [];
    for (let from = 0; from < text.length; from += PIECE_CHARS)
      pieces.push(withoutAnsi(text.slice(from, from + PIECE_CHARS)));
    return pieces;
  });
}

/** Where the index stands; an index of other pieces is thrown away. */
function readPosition(db: Database, readOnly: boolean): { seq: number; place: number } {
  const row: unknown = db.prepare("SELECT value FROM meta WHERE key = 'said'").get();
  const position: unknown = isRow(row, 'value') ? JSON.parse(String(row.value)) : null;
  if (isRow(position, 'version', 'seq', 'place') && position.version === SAID_VERSION) {
    return { seq: Number(position.seq), place: Number(position.place) };
  }
  if (position !== null && !readOnly) db.exec("INSERT INTO said (said) VALUES ('delete-all')");
  return { seq: 0, place: 0 };
}

function writePosition(db: Database, seq: number, place: number): void {
  const value = JSON.stringify({ version: SAID_VERSION, seq, place });
  db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('said', ?)").run(value);
}
