// Keyframes in the file. They are written after the events they stand for, each in a transaction of its own, and only used
// when they were made by this very reducer. Their details are kept deflated and unpacked when somebody asks for them.

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readPatch, REDUCER_VERSION, writePatch } from '#core/study/index.ts';
import type { Keyframes, PackedKeyframe, StatePatch } from '#core/study/index.ts';
import { breathe } from '../breath.ts';
import { isRow, numberIn, rollBack } from './database.ts';
import type { Database } from './database.ts';

/** A cache beside a cache, so it needs no format of its own: a Peek that does not know the table passes it over. */
const DETAILS = 'CREATE TABLE IF NOT EXISTS keyframe_details (seq INTEGER PRIMARY KEY, bytes BLOB NOT NULL)';

export interface KeyframeTable extends Keyframes {
  /** All of them as they stand in the file. */
  packed(): readonly PackedKeyframe[];
  /** Reads all of them a few at a time, so that nothing else waits long; the next `read` of all gives these. */
  readAhead(): Promise<void>;
}

/** Keyframes read before others have their turn: some ms. Ours. */
const READ_AT_ONCE = 40;

/** `reading` says in words what is wrong with a file that cannot be read. */
export function keyframesIn(db: Database, readOnly: boolean, reading: <T>(act: () => T) => T): KeyframeTable {
  if (!readOnly) tidy(db);
  const hasDetails = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'keyframe_details'").get() !== undefined;
  if (!hasDetails)
    return { lastSeq: 0, read: () => [], packed: () => [], readAhead: () => Promise.resolve(), put: () => false };
  const select = db.prepare(
    `SELECT json, bytes FROM keyframes JOIN keyframe_details USING (seq)
     WHERE seq > ? AND seq <= ? AND reducer = ? ORDER BY seq`,
  );
  const last = db.prepare('SELECT max(seq) AS seq FROM keyframes WHERE reducer = ?');
  let lastSeq = numberIn(last.get(REDUCER_VERSION), 'seq');
  let ahead: readonly StatePatch[] | null = null;

  const rowsBetween = (afterSeq: number, upToSeq: number): readonly unknown[] =>
    reading((): readonly unknown[] => select.all(afterSeq, upToSeq, REDUCER_VERSION));

  function patchOf(row: unknown): StatePatch {
    const { head, details } = keyframeOf(row);
    return readPatch(head, () => inflateRawSync(details).toString('utf8'));
  }

  return {
    get lastSeq() {
      return lastSeq;
    },
    read(afterSeq, upToSeq) {
      const known = ahead;
      ahead = null;
      if (known !== null && afterSeq === 0 && upToSeq === known.at(-1)?.seq) return known;
      return rowsBetween(afterSeq, upToSeq).map(patchOf);
    },
    async readAhead() {
      const some = db.prepare(
        `SELECT json, bytes FROM keyframes JOIN keyframe_details USING (seq)
         WHERE seq > ? AND reducer = ? ORDER BY seq LIMIT ${READ_AT_ONCE}`,
      );
      const patches: StatePatch[] = [];
      try {
        for (;;) {
          const rows = some.all(patches.at(-1)?.seq ?? 0, REDUCER_VERSION);
          if (rows.length === 0) break;
          patches.push(...rows.map(patchOf));
          await breathe();
        }
        ahead = patches;
      } catch {
        // One that cannot be read, or a file closed meanwhile: whoever reads next finds out what it is.
        ahead = null;
      }
    },
    packed: () => rowsBetween(0, lastSeq).map(keyframeOf),
    put(patch) {
      try {
        const { head, details } = writePatch(patch);
        const bytes = deflateRawSync(Buffer.from(details), { level: 1 });
        db.exec('PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE');
        const row = [patch.seq, REDUCER_VERSION, head] as const;
        db.prepare('INSERT OR REPLACE INTO keyframes (seq, reducer, json) VALUES (?, ?, ?)').run(...row);
        db.prepare('INSERT OR REPLACE INTO keyframe_details (seq, bytes) VALUES (?, ?)').run(patch.seq, bytes);
        db.exec('COMMIT');
        lastSeq = patch.seq;
        return true;
      } catch {
        // A cache that cannot grow (a full disk, say) only makes opening slower; the events say what is wrong.
        rollBack(db);
        return false;
      }
    },
  };
}

function keyframeOf(row: unknown): PackedKeyframe {
  if (!isRow(row, 'json', 'bytes') || typeof row.json !== 'string') throw new Error('a keyframe has no text');
  if (!(row.bytes instanceof Uint8Array)) throw new Error('a keyframe has no details');
  return { head: row.json, details: row.bytes };
}

/** Keyframes of another reducer are of no use any more. Whose they are is noted, since looking through them takes time. */
function tidy(db: Database): void {
  try {
    const noted: unknown = db.prepare("SELECT value FROM meta WHERE key = 'reducer'").get();
    if (isRow(noted, 'value') && noted.value === String(REDUCER_VERSION)) return;
    db.exec(DETAILS);
    db.prepare('DELETE FROM keyframes WHERE reducer <> ?').run(REDUCER_VERSION);
    db.exec('DELETE FROM keyframe_details WHERE seq NOT IN (SELECT seq FROM keyframes)');
    db.prepare("INSERT OR REPLACE INTO meta (key, value) VALUES ('reducer', ?)").run(String(REDUCER_VERSION));
  } catch {
    // On a full disk the study opens all the same, only slower.
  }
}
