// Creating and opening .peek files: what is not a study, cut off, too new, locked or not writable is said in words, and
// nothing is changed in a file before it is known to be a study of a known format.

import { DatabaseSync } from '@photostructure/sqlite';
import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { isRow } from './database.ts';
import type { Database } from './database.ts';
import { APPLICATION_ID, createTables, FORMAT_VERSION, migrate, readFormat } from './schema.ts';
import { NO_LOCKS, storeErrorOf } from './store-error.ts';
import type { StoreError } from './store-error.ts';
import { studyFileOn } from './study-file.ts';
import type { OpenDatabase, StudyFile } from './study-file.ts';
import { canLock, takeWriterLock } from './writer-lock.ts';

/** The format of a file whose tables are not there yet: making it was cut off. */
const UNMADE = 0;

/** How long a reader waits for the writer's moments of exclusive use. Ours. */
const BUSY_TIMEOUT_MS = 2_000;

/** Makes a new, empty study file; never over an existing one. */
export function createStudyFile(path: string): Result<StudyFile, StoreError> {
  if (existsSync(path)) {
    return err({ kind: 'exists', words: `${basename(path)} is already there. Choose another name.` });
  }
  const folder = dirname(path);
  if (!existsSync(folder)) return err({ kind: 'missing', words: `There is no folder ${folder}.` });
  const lock = takeWriterLock(path);
  if (lock.kind === 'taken') return err({ kind: 'in-use', words: `${basename(path)} is just being written.` });
  if (lock.kind === 'impossible') return err({ kind: 'read-only-folder', words: mayNotWrite(folder) });
  if (lock.kind === 'no-locks') {
    const words = `The folder ${folder} lies on a drive that cannot lock files, as some network drives are. A study there could be damaged by two programs at once; choose a folder on another disk.`;
    return err({ kind: 'no-locks', words });
  }
  let db: Database | null = null;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    createTables(db);
    startWriting(db);
    return ok(studyFileOn({ path, db, readOnlyWords: null, release: lock.release }));
  } catch (error) {
    db?.close();
    rmSync(path, { force: true });
    lock.release();
    return err(storeErrorOf(error, path));
  }
}

/**
 * Opens a study: to write where that is possible, else to read.
 *
 * readOnly  true: only to read, whatever is possible
 * Returns the file; `readOnlyWords` says why it may not be written.
 * Errors  missing, not-a-study, unfinished, truncated, damaged, newer-version, unreadable, …
 */
export function openStudyFile(
  path: string,
  options: { readonly readOnly?: boolean } = {},
): Result<StudyFile, StoreError> {
  const looked = look(path);
  if (!looked.ok) return looked;
  const opened =
    options.readOnly === true
      ? openToRead(path, 'This study was opened to be read only.', !mayWrite(dirname(path)) || canLock(path))
      : openToWrite(path);
  if (!opened.ok) return opened;
  const { db, release } = opened.value;
  try {
    const refused = check(db, path);
    if (refused === null) return ok(studyFileOn(opened.value));
    db.close();
    release();
    return err(refused);
  } catch (error) {
    db.close();
    release();
    return err(storeErrorOf(error, path));
  }
}

/** Looks at the first bytes without opening the file as a database. */
function look(path: string): Result<null, StoreError> {
  const name = basename(path);
  const notAStudy: StoreError = { kind: 'not-a-study', words: `${name} is not a Peek study.` };
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return err(notAStudy);
    const head = Buffer.alloc(100);
    const file = openSync(path, 'r');
    const read = readSync(file, head, 0, 100, 0);
    closeSync(file);
    if (read < 100 || head.toString('latin1', 0, 16) !== 'SQLite format 3\0') return err(notAStudy);
    if (head.readUInt32BE(68) !== APPLICATION_ID) return err(notAStudy);
    const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const pages = head.readUInt32BE(28);
    const walBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (walBytes === 0 && stat.size < pageSize * pages) {
      const words = `${name} is cut off: ${stat.size} of ${pageSize * pages} bytes are there. Copy it again from where it came.`;
      return err({ kind: 'truncated', words });
    }
    return ok(null);
  } catch (error) {
    return err(storeErrorOf(error, path));
  }
}

function openToWrite(path: string): Result<OpenDatabase, StoreError> {
  if (!mayWrite(path)) return openToRead(path, `${basename(path)} may not be written. Save a copy to change it.`);
  if (!mayWrite(dirname(path))) return openToRead(path, mayNotWrite(dirname(path)));
  const lock = takeWriterLock(path);
  if (lock.kind === 'impossible') return openToRead(path, mayNotWrite(dirname(path)));
  if (lock.kind === 'taken') return openHeld(path);
  if (lock.kind === 'no-locks') return openUnlocked(path);
  let db: Database | null = null;
  try {
    db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    const format = readFormat(db);
    const backupName = format !== UNMADE && format < FORMAT_VERSION ? bringUp(db, path) : null;
    if (readFormat(db) === FORMAT_VERSION) startWriting(db);
    return ok({ path, db, readOnlyWords: null, backupName, release: lock.release });
  } catch (error) {
    db?.close();
    lock.release();
    return err(storeErrorOf(error, path));
  }
}

/** Another process writes: this one reads along. */
function openHeld(path: string): Result<OpenDatabase, StoreError> {
  try {
    // Not opened as read-only: should the writer go first, this one tidies up after both.
    const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    db.exec('PRAGMA query_only = ON');
    const words = `This study is open in ${holderOf(db)}. Only that one can change it; here it can be read.`;
    return ok({ path, db, readOnlyWords: words, release: () => undefined });
  } catch (error) {
    return err(storeErrorOf(error, path));
  }
}

/** Reads without changing the file. Where nothing may be written beside it, what a crash left is read from a copy. */
function openToRead(path: string, words: string, mayLock = true): Result<OpenDatabase, StoreError> {
  let copy: string | null = null;
  const release = () => {
    if (copy !== null) rmSync(copy, { recursive: true, force: true });
  };
  const opened = (db: Database) => ok({ path, db, readOnlyWords: words, release });
  try {
    if (mayLock && mayWrite(dirname(path))) {
      return opened(new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, readOnly: true }));
    }
    if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) {
      return opened(new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true }));
    }
    copy = mkdtempSync(join(tmpdir(), 'peek-read-'));
    copyFileSync(path, join(copy, 'study.peek'));
    copyFileSync(`${path}-wal`, join(copy, 'study.peek-wal'));
    return opened(new DatabaseSync(join(copy, 'study.peek')));
  } catch (error) {
    release();
    return err(storeErrorOf(error, path));
  }
}

/** Where nothing can be locked nothing can be written safely; a copy is read where a crash left something beside the file. */
function openUnlocked(path: string): Result<OpenDatabase, StoreError> {
  return openToRead(path, `${basename(path)} ${NO_LOCKS}`, false);
}

/** Only what costs the same whatever the size of the file. */
function check(db: Database, path: string): StoreError | null {
  const name = basename(path);
  const version = readFormat(db);
  if (version > FORMAT_VERSION) {
    const words = `${name} was made by a newer Peek (format ${version}; this one knows up to ${FORMAT_VERSION}). Update Peek to open it.`;
    return { kind: 'newer-version', words };
  }
  const isMade = version !== UNMADE && db.prepare('SELECT seq FROM events LIMIT 1').get() !== undefined;
  if (!isMade) {
    return { kind: 'unfinished', words: `${name} holds no study: making it was interrupted. Make it anew.` };
  }
  return null;
}

/**
 * Pages of the log that are brought into the file at once, by the commit that reaches them and waits for the disk: a quarter of
 * the usual number waits a third as long, and all commits together take up to a third longer. Ours, measured.
 */
const CHECKPOINT_PAGES = 250;

function startWriting(db: Database): void {
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}; PRAGMA foreign_keys = ON;`);
  const holder = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('holder', ?)").run(holder);
}

/** In words, for "is open in …". */
function holderOf(db: Database): string {
  const row: unknown = db.prepare("SELECT value FROM meta WHERE key = 'holder'").get();
  if (!isRow(row, 'value')) return 'another program';
  const holder: unknown = JSON.parse(String(row.value));
  if (!isRow(holder, 'pid', 'host')) return 'another program';
  const where = holder.host === hostname() ? 'on this computer' : `on ${String(holder.host)}`;
  return `another Peek ${where} (process ${String(holder.pid)})`;
}

/** Brings an older file up, after a copy of it is safely kept. Returns the copy's name. */
function bringUp(db: Database, path: string): string {
  // What a crash left in the write-ahead log belongs into the copy.
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const format = readFormat(db);
  const stem = basename(path, extname(path));
  for (let number = 1; ; number += 1) {
    const name = `${stem} (format ${format}${number === 1 ? '' : `, ${number}`})${extname(path)}`;
    const copy = join(dirname(path), name);
    if (existsSync(copy)) continue;
    try {
      copyFileSync(path, `${copy}.part`);
      renameSync(`${copy}.part`, copy);
    } finally {
      rmSync(`${copy}.part`, { force: true });
    }
    migrate(db, format);
    return name;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    // Why not does not matter: the study is then read, and that is said.
    return false;
  }
}

function mayNotWrite(folder: string): string {
  return `Nothing may be written in the folder ${folder}. Save a copy elsewhere to change it.`;
}
