// Keyframes in the file. They are written after the events they stand for, each in a transaction of its own, and only used
// when they were made by this very reducer.

import { REDUCER_VERSION } from '#core/study/index.ts';
import type { Keyframes, StatePatch } from '#core/study/index.ts';
import { isRow, numberIn } from './database.ts';
import type { Database } from './database.ts';

export function keyframesIn(db: Database, readOnly: boolean): Keyframes {
  const select = db.prepare('SELECT json FROM keyframes WHERE seq > ? AND seq <= ? AND reducer = ? ORDER BY seq');
  const last = db.prepare('SELECT max(seq) AS seq FROM keyframes WHERE reducer = ?');
  const foreign = db.prepare('SELECT count(*) AS n FROM keyframes WHERE reducer <> ?');
  let lastSeq = numberIn(last.get(REDUCER_VERSION), 'seq');
  if (!readOnly && numberIn(foreign.get(REDUCER_VERSION), 'n') > 0) {
    db.prepare('DELETE FROM keyframes WHERE reducer <> ?').run(REDUCER_VERSION);
  }
  return {
    get lastSeq() {
      return lastSeq;
    },
    read(afterSeq, upToSeq) {
      return select.all(afterSeq, upToSeq, REDUCER_VERSION).map((row: unknown): StatePatch => {
        if (!isRow(row, 'json') || typeof row.json !== 'string') throw new Error('a keyframe has no text');
        // Written by diffStates of this reducer version; nothing else writes here.
        return JSON.parse(row.json) as StatePatch;
      });
    },
    put(patch) {
      try {
        const json = JSON.stringify(patch);
        db.exec('PRAGMA synchronous = NORMAL');
        db.prepare('INSERT OR REPLACE INTO keyframes (seq, reducer, json) VALUES (?, ?, ?)').run(
          patch.seq,
          REDUCER_VERSION,
          json,
        );
        lastSeq = patch.seq;
        return true;
      } catch {
        // A cache that cannot grow (a full disk, say) only makes opening slower; the events say what is wrong.
        return false;
      }
    },
  };
}
