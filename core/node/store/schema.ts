// The tables of a .peek file (docs/study-format.md). A .peek file is one SQLite database: events in order, long texts once
// by hash, the context in pieces. Everything else in it can be made again from these.

import type { DatabaseSync } from '@photostructure/sqlite';

/** "PEEK" in ASCII: tells a study from any other database. */
export const APPLICATION_ID = 0x50_45_45_4b;

/** Raised by a change that an older Peek could not read; migrations.ts brings older files up. */
export const FORMAT_VERSION = 1;

export const TABLES = `
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

export function createTables(db: InstanceType<typeof DatabaseSync>): void {
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION};`);
  db.exec(TABLES);
}
