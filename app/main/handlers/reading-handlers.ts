// Reading an open study: events, long texts, prompts, search. Nothing here changes it.

import { breathe } from '#core/node/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { findInText, runFromEvents } from '#core/study/index.ts';
import type { RequestError } from '#app/bridge/index.ts';
import type { StudyDesk } from '../study-desk.ts';
import { withStudy, type DeskHandlers } from './callers.ts';
import { eventsAsText } from './events-as-text.ts';

type Names = 'study.events' | 'text.read' | 'text.find' | 'run.detail' | 'call.messages' | 'call.next';

/** More than a window can show at once; it asks again for what follows. A number of ours. */
const MAX_SLICE_CHARS = 8_000_000;

export function readingHandlers(desk: StudyDesk): Pick<DeskHandlers, Names> {
  return {
    'study.events': ({ handle, afterSeq, limit }, caller) =>
      withStudy(desk, handle, caller, async ({ study }) => ok(await eventsAsText(study.file, afterSeq, limit))),
    'text.read': ({ handle, ref, from, to }, caller) =>
      withStudy(desk, handle, caller, ({ study }) =>
        ok(study.file.text(ref, from, Math.min(to, from + MAX_SLICE_CHARS))),
      ),
    'text.find': ({ handle, ref, words, limit }, caller) =>
      withStudy(desk, handle, caller, async ({ study }) => {
        const places: number[] = [];
        for (const piece of findInText(study.file.text(ref), words)) {
          places.push(...piece.slice(0, limit - places.length));
          if (places.length >= limit) break;
          await breathe();
        }
        return ok(places);
      }),
    'run.detail': ({ handle, runId }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => {
        const run = study.engine.state.runs.get(runId);
        const detail = run === undefined ? null : JSON.stringify(runFromEvents(run, study.file.readRun(runId)));
        return orNotFound(detail, `the run ${runId}`);
      }),
    'call.messages': ({ handle, callId }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => orNotFound(study.messagesOf(callId), `the call ${callId}`)),
    'call.next': ({ handle, queryId }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => orNotFound(study.nextMessages(queryId), `the query ${queryId}`)),
  };
}

function orNotFound<T>(value: T | null, what: string): Result<T, RequestError> {
  if (value !== null) return ok(value);
  return err({ kind: 'not-found', words: `This study does not hold ${what}.` });
}
