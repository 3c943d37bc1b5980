// What a run came to, as facts that can be held side by side: everything that was decided, nothing that differs from one
// making to the next (times, call ids, costs).

import type { LoggedEvent, StudyEvent } from '../events.ts';
import type { StoredText } from '../text.ts';

export interface Fact {
  /** For people: "the answer of r3". */
  readonly place: string;
  /** One fact of a kind and key is the same fact in another log. */
  readonly key: string;
  readonly value: unknown;
}

/** The fact in an event of a run; null for events that hold none. */
export function factOf(event: LoggedEvent): Fact | null {
  switch (event.type) {
    case 'iteration.finished': {
      const { runId, number, depth, reply, blocks, finalRefused } = event.payload;
      // Child agents work side by side, so their order is nobody's.
      if (depth > 0) return null;
      const shown = blocks.map(({ code, shown: output, limit }) => ({
        code: textFact(code),
        output: textFact(output),
        limit,
      }));
      const value = { reply: textFact(reply), blocks: shown, finalRefused };
      return { place: `iteration ${String(number)} of ${runId}`, key: `${runId} iteration ${String(number)}`, value };
    }
    case 'run.answered': {
      const { runId, answer, source, iterations, score } = event.payload;
      return fact(event, runId, 'the answer', { answer: textFact(answer), source, iterations, score });
    }
    case 'run.failed': {
      const { runId, stage, kind } = event.payload;
      return fact(event, runId, 'the failure', { stage, kind });
    }
    case 'distiller.spoke': {
      const { runId, diagnosis, tags, ignoredTags, untagged, candidates } = event.payload;
      return fact(event, runId, 'the diagnosis', {
        diagnosis: textFact(diagnosis),
        tags,
        ignoredTags,
        untagged,
        candidates,
      });
    }
    case 'edits.proposed': {
      const { runId, reasoning, edits } = event.payload;
      return fact(event, runId, 'the proposed edits', { reasoning: textFact(reasoning), edits });
    }
    case 'update.skipped':
      return fact(event, event.payload.runId, 'the skipped update', { stage: event.payload.stage });
    case 'edits.applied': {
      const { runId, outcomes, candidates } = event.payload;
      return fact(event, runId, 'the edits', { outcomes, candidates });
    }
    case 'items.evicted': {
      const { runId, eviction } = event.payload;
      return runId === null ? null : fact(event, runId, 'the eviction', eviction);
    }
    case 'version.committed': {
      const { runId, versionId, parentId, branch, hash, tokens, delta } = event.payload;
      if (runId === null) return null;
      return fact(event, runId, `version ${versionId}`, { versionId, parentId, branch, tokens, delta, hash });
    }
    case 'answer.judged': {
      const { runId, score, reason } = event.payload;
      return fact(event, runId, 'the verdict', { score, reason });
    }
    case 'items.measured': {
      const { versionId, pairs, words } = event.payload;
      return fact(event, versionId, 'the nearness of items', { pairs, words });
    }
    case 'run.completed':
      return fact(event, event.payload.runId, 'the end', { versionId: event.payload.versionId });
    default:
      return null;
  }
}

function fact(event: StudyEvent, runId: string, what: string, value: unknown): Fact {
  return { place: `${what} of ${runId}`, key: `${runId} ${event.type}`, value };
}

/** A long text by its hash and beginning: equal texts, equal facts. */
function textFact(text: StoredText): unknown {
  return typeof text === 'string' ? text : { sha256: text.$text, chars: text.chars, head: text.head };
}

export interface Unequal {
  /** Dotted path within the fact; empty for the fact itself. */
  readonly path: string;
  readonly recorded: unknown;
  readonly rederived: unknown;
}

/** The first place where two plain values differ, depth first; null when they are equal. */
export function firstUnequal(recorded: unknown, rederived: unknown, path = ''): Unequal | null {
  if (Object.is(recorded, rederived)) return null;
  if (Array.isArray(recorded) && Array.isArray(rederived)) {
    for (let place = 0; place < Math.max(recorded.length, rederived.length); place += 1) {
      const found = firstUnequal(recorded[place], rederived[place], join(path, String(place)));
      if (found !== null) return found;
    }
    return null;
  }
  if (isRecord(recorded) && isRecord(rederived)) {
    const names = [...new Set([...Object.keys(recorded), ...Object.keys(rederived)])];
    for (const name of names) {
      const found = firstUnequal(recorded[name], rederived[name], join(path, name));
      if (found !== null) return found;
    }
    return null;
  }
  return { path, recorded, rederived };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
