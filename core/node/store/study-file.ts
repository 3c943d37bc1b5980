// A .peek file as a StudyLog: append in one transaction, read in pages, long texts once. One writer; what it acknowledged
// survives kill -9 (the write-ahead log belongs to the system by then), and power loss too from a moment later on, except for
// the last model calls and iterations, which reach the disk with the next decision.

import { existsSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { decodeRow, encodeRow, headOf, INLINE_TEXT_LIMIT, placeEvents, SHORT_STUDY } from '#core/study/index.ts';
import type {
  LoggedEvent,
  NewEvent,
  PackedState,
  SearchStep,
  StoredText,
  StudyEvent,
  StudyLog,
  TextRef,
} from '#core/study/index.ts';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { breathe } from '../breath.ts';
import { checkStudy } from './check.ts';
import type { CheckReport } from './check.ts';
import { eventRowOf, isRow, numberIn, rollBack } from './database.ts';
import type { Database } from './database.ts';
import { keyframesIn } from './keyframe-table.ts';
import { saidIndexIn } from './said-index.ts';
import { readFormat } from './schema.ts';
import { searchSaid } from './search.ts';
import type { SearchOptions } from './search.ts';
import { isOfFile, StoreFailure, storeErrorOf } from './store-error.ts';
import type { StoreError } from './store-error.ts';
import { createToDisk } from './to-disk.ts';
import { decodeText, encodeText, hashText } from './texts.ts';

export interface StudyFile extends StudyLog {
  readonly path: string;
  /** Null when it may be written; else why not, and by whom it is held. */
  readonly readOnlyWords: string | null;
  /** Set when it was of an older format and brought up: the file name of the copy that was kept as it was. */
  readonly backupName: string | null;
  /** A long study's state packed for another process; null for a short one, whose state is soon sent as it is. */
  packedState(): PackedState | null;
  /** Before an engine is made of a long study: reads what that needs in slices, so that nothing else waits long. */
  readAhead(): Promise<void>;
  /** Adds a piece of the context (UTF-8, up to some MB); only before the study is created. */
  putContext(chunk: Uint8Array): void;
  /** The whole context, read piece by piece so that nothing else waits long. */
  contextBytes(): Promise<Uint8Array>;
  /** Looks through everything that was said, the newest first, in slices so that nothing else waits long. */
  search(text: string, options: SearchOptions): Promise<SearchStep>;
  /** Indexes what is new for so long; true when all is indexed. Happens by itself when the study rests. */
  indexSaid(milliseconds: number): boolean;
  /** Looks over the whole file. */
  check(): Promise<CheckReport>;
  /** Writes the study as it is now into a new file, also when its own file was moved away. */
  saveCopy(path: string): Result<null, StoreError>;
}

export interface OpenDatabase {
  readonly path: string;
  readonly db: Database;
  readonly readOnlyWords: string | null;
  readonly backupName?: string | null;
  /** Called once, last: gives up the writer's lock and whatever else was held. */
  readonly release: () => void;
}

/** Losing these to a power cut costs a repeated call, not a decision. */
const CHEAP: ReadonlySet<string> = new Set(['call.finished', 'iteration.finished']);

export function studyFileOn(open: OpenDatabase): StudyFile {
  const { path, db, readOnlyWords } = open;
  const readOnly = readOnlyWords !== null;
  const inode = statSync(path).ino;
  const pending = new Map<string, string>();
  const toDisk = createToDisk(`${path}-wal`);
  let lastText: { readonly hash: string; readonly text: string } | null = null;
  let closed = false;

  const insertEvent = db.prepare(
    'INSERT INTO events (seq, batch, at, actor, type, v, run, json) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const insertText = db.prepare('INSERT OR IGNORE INTO texts (hash, chars, encoding, bytes) VALUES (?, ?, ?, ?)');
  const selectText = db.prepare('SELECT encoding, bytes FROM texts WHERE hash = ?');
  const hasText = db.prepare('SELECT 1 FROM texts WHERE hash = ?');
  const format = readFormat(db);
  const keyframes = format >= 2 ? keyframesIn(db, readOnly, reading) : undefined;
  const said = format >= 2 ? saidIndexIn(db, readOnly, whole) : null;
  if (!readOnly) said?.wake();
  const selectAfter = db.prepare('SELECT * FROM events WHERE seq > ? ORDER BY seq LIMIT ?');
  const selectBefore = db.prepare('SELECT * FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?');
  const selectRun = db.prepare('SELECT * FROM events WHERE run = ? ORDER BY seq');
  const selectLast = db.prepare('SELECT max(seq) AS seq FROM events');

  function write<T>(cheap: boolean, change: () => T): T {
    if (closed) throw new StoreFailure({ kind: 'failed', words: `${basename(path)} is closed.` });
    if (readOnlyWords !== null) throw new StoreFailure({ kind: 'read-only-folder', words: readOnlyWords });
    try {
      // A drive that is gone does not answer this either.
      if (statSync(path, { throwIfNoEntry: false })?.ino !== inode) {
        const words = `${basename(path)} was moved or deleted while it was open. Nothing more can be stored in it; put it back or save a copy.`;
        throw new StoreFailure({ kind: 'missing', words });
      }
      // Where the disk could not be reached behind the commit, the commit itself waits for it and says what is wrong.
      const waits = !cheap && toDisk.failed;
      db.exec(`PRAGMA synchronous = ${waits ? 'FULL' : 'NORMAL'}; BEGIN IMMEDIATE`);
      const result = change();
      db.exec('COMMIT');
      if (!cheap) toDisk.soon();
      return result;
    } catch (error) {
      rollBack(db);
      throw error instanceof StoreFailure ? error : new StoreFailure(storeErrorOf(error, path));
    }
  }

  /** A file that cannot be read is told like one that cannot be written; a fault of ours stays what it is. */
  function reading<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw readingFailure(error);
    }
  }

  async function readingOn<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw readingFailure(error);
    }
  }

  function readingFailure(error: unknown): unknown {
    return isOfFile(error) ? new StoreFailure(storeErrorOf(error, path)) : error;
  }

  function eventsFrom(select: () => readonly unknown[]): readonly LoggedEvent[] {
    return reading(select).map((row) => decodeRow(eventRowOf(row)));
  }

  function eventsBefore(seq: number, limit: number): readonly LoggedEvent[] {
    return eventsFrom(() => selectBefore.all(seq, limit));
  }

  function storeText(hash: string, text: string): void {
    const key = Buffer.from(hash, 'hex');
    if (hasText.get(key) !== undefined) return;
    const { encoding, bytes } = encodeText(text);
    insertText.run(key, text.length, encoding, bytes);
  }

  function textOf(ref: TextRef): string {
    const waiting = pending.get(ref.$text);
    if (waiting !== undefined) return waiting;
    if (lastText?.hash !== ref.$text) {
      const row: unknown = reading((): unknown => selectText.get(Buffer.from(ref.$text, 'hex')));
      if (!isRow(row, 'encoding', 'bytes') || !(row.bytes instanceof Uint8Array)) {
        return `${headOf(ref)}\n[The rest of this text is missing from the study file.]`;
      }
      const { encoding, bytes } = row;
      lastText = { hash: ref.$text, text: reading(() => decodeText(String(encoding), bytes)) };
    }
    return lastText.text;
  }

  function whole(text: StoredText): string {
    return typeof text === 'string' ? text : textOf(text);
  }

  return {
    path,
    readOnlyWords,
    backupName: open.backupName ?? null,
    ...(keyframes === undefined ? {} : { keyframes }),
    readOnly,
    time: () => new Date().toISOString(),
    keep(text: string): StoredText {
      if (text.length <= INLINE_TEXT_LIMIT) return text;
      const hash = hashText(text);
      pending.set(hash, text);
      return { $text: hash, chars: text.length, head: text.slice(0, INLINE_TEXT_LIMIT / 4) };
    },
    append(events: readonly NewEvent[], at = new Date().toISOString()): readonly StudyEvent[] {
      const cheap = events.every((event) => CHEAP.has(event.type));
      const placed = write(cheap, () => {
        for (const [hash, text] of pending) storeText(hash, text);
        const placed = placeEvents(events, numberIn(selectLast.get(), 'seq'), at);
        for (const event of placed) {
          const { seq, batch, at, actor, type, v, json } = encodeRow(event);
          insertEvent.run(seq, batch, at, actor, type, v, runIdOf(event), json);
        }
        return placed;
      });
      pending.clear();
      said?.wake();
      return placed;
    },
    read(afterSeq: number, limit = -1): readonly LoggedEvent[] {
      return eventsFrom(() => selectAfter.all(afterSeq, limit));
    },
    readRun(runId: string): readonly LoggedEvent[] {
      return eventsFrom(() => selectRun.all(runId));
    },
    text: (ref: TextRef, from = 0, to = ref.chars): string => textOf(ref).slice(from, to),
    packedState() {
      if (keyframes === undefined || keyframes.lastSeq <= SHORT_STUDY) return null;
      const { lastSeq } = keyframes;
      return {
        keyframes: keyframes.packed(),
        events: eventsFrom(() => selectAfter.all(lastSeq, -1)),
      };
    },
    readAhead: () => keyframes?.readAhead() ?? Promise.resolve(),
    putContext(chunk: Uint8Array): void {
      write(true, () => db.prepare('INSERT INTO context (bytes) VALUES (?)').run(chunk));
    },
    contextBytes: () => readingOn(() => readContext(db, path)),
    search: (text, options) => readingOn(() => searchSaid({ eventsBefore, whole, index: said }, text, options)),
    indexSaid: (milliseconds) => reading(() => said?.work(milliseconds) ?? false),
    check: () => readingOn(() => checkStudy(db, keyframes)),
    saveCopy(to) {
      if (existsSync(to))
        return err({ kind: 'exists', words: `${basename(to)} is already there. Choose another name.` });
      try {
        db.prepare('VACUUM INTO ?').run(to);
        return ok(null);
      } catch (error) {
        // What was written of it is no study.
        for (const end of ['', '-journal']) rmSync(to + end, { force: true });
        return err(storeErrorOf(error, to));
      }
    },
    close(): void {
      if (closed) return;
      closed = true;
      said?.close();
      try {
        closeDatabase(db, readOnly);
      } finally {
        open.release();
      }
    },
  };
}

/** A closed study is one file that opens anywhere, also where nothing may be written: no write-ahead log beside it. */
function closeDatabase(db: Database, readOnly: boolean): void {
  try {
    if (readOnly) {
      db.exec('PRAGMA query_only = OFF');
      return;
    }
    db.exec("DELETE FROM meta WHERE key = 'holder'");
    db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;');
  } catch (error) {
    // Refused while somebody still reads along; then the last reader takes the log away.
    const { kind, words } = storeErrorOf(error, 'the study');
    if (kind !== 'in-use' && kind !== 'missing') console.warn(`closing the study: ${words}`);
  } finally {
    db.close();
  }
}

async function readContext(db: Database, path: string): Promise<Uint8Array> {
  const sizes = db.prepare('SELECT part, length(bytes) AS size FROM context ORDER BY part').all();
  const whole = new Uint8Array(sizes.reduce((sum: number, row: unknown) => sum + numberIn(row, 'size'), 0));
  await breathe();
  const select = db.prepare('SELECT bytes FROM context WHERE part = ?');
  let at = 0;
  for (const size of sizes) {
    const row: unknown = select.get(numberIn(size, 'part'));
    if (!isRow(row, 'bytes') || !(row.bytes instanceof Uint8Array)) {
      const words = `${basename(path)} is damaged: a part of its context is missing. Use a copy of it, if there is one.`;
      throw new StoreFailure({ kind: 'damaged', words });
    }
    whole.set(row.bytes, at);
    at += row.bytes.length;
    await breathe();
  }
  return whole;
}

function runIdOf(event: StudyEvent): string | null {
  return 'runId' in event.payload ? event.payload.runId : null;
}
