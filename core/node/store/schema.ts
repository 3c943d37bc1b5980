// The tables of a .peek file (docs/study-format.md). A .peek file is one SQLite database: events in order, long texts once
// by hash, the context in pieces. Everything else in it can be made again from these.

import { rollBack } from './database.ts';
import type { Database } from './database.ts';

/** "PEEK" in ASCII: tells a study from any other database. */
export const APPLICATION_ID = 0x50_45_45_4b;

/** Raised by a change that an older Peek could not read or write; each step up is one of MIGRATIONS. */
export const FORMAT_VERSION = 2;

const FORMAT_1 = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    batch INTEGER,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    type TEXT NOT NULL,
    v INTEGER NOT NULL,
    run TEXT,
    json TEXT NOT NULL
  );
  CREATE INDEX events_by_run ON events (run, seq) WHERE run IS NOT NULL;
  CREATE TABLE texts (
    id INTEGER PRIMARY KEY,
    hash BLOB NOT NULL UNIQUE,
    chars INTEGER NOT NULL,
    encoding TEXT NOT NULL,
    bytes BLOB NOT NULL
  );
  CREATE TABLE context (part INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
`;

/** Keyframes and the index of everything said: caches beside the events. */
const FORMAT_2 = `
  CREATE TABLE keyframes (seq INTEGER PRIMARY KEY, reducer INTEGER NOT NULL, json TEXT NOT NULL);
  CREATE VIRTUAL TABLE said USING fts5 (text, content = '', tokenize = 'unicode61 remove_diacritics 2');
`;

/** From format n + 1 on: what makes it of format n. Each runs in one transaction with the others. */
const MIGRATIONS: readonly string[] = [FORMAT_1, FORMAT_2];

export function createTables(db: Database): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  migrate(db, 0);
}

/** All steps or none; a file that a crash left in between is still of the old format. */
export function migrate(db: Database, from: number): void {
  db.exec('BEGIN IMMEDIATE');
  try {
    for (const step of MIGRATIONS.slice(from)) db.exec(step);
    db.exec(`PRAGMA user_version = ${FORMAT_VERSION}`);
    db.exec('COMMIT');
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

export function readFormat(db: Database): number {
  const row: unknown = db.prepare('PRAGMA user_version').get();
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}
