// What a recording can answer by itself, whoever holds it: events, texts, prompts, maps of any version, search.

import type { RequestError, RequestInput, SearchHit } from '#app/bridge/index.ts';
import { mapJson, mapMarkdown, mapPrompt } from '#core/interop/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { err, ok } from '#core/result.ts';
import { findInText, messagesOf, runFromEvents, saidIn } from '#core/study/index.ts';
import type { LoggedEvent, StoredText, StudyState } from '#core/study/index.ts';
import type { Answer } from './browser-answers.ts';

export interface Recorded {
  events(): readonly LoggedEvent[];
  state(): StudyState;
  /** The text by its hash, perhaps cut short; null when the recording does not hold it. */
  text(hash: string): string | null;
  /** Messages kept apart from the events. */
  prompt(callId: string): readonly ChatMessage[] | null;
}

type Names =
  | 'study.events'
  | 'study.search'
  | 'text.read'
  | 'text.find'
  | 'run.detail'
  | 'call.messages'
  | 'map.text'
  | 'export.text';
type RecordedAnswers = { readonly [N in Names]: (input: RequestInput<N>) => Answer<N> };

const MISSING = '[This text was left out of this page, to keep it small.]';
const CUT = '\n[The rest of this text was left out of this page, to keep it small.]';

export function recordedAnswers(recorded: Recorded): RecordedAnswers {
  const exported = (versionId: string, format: 'json' | 'prompt' | 'markdown'): Answer<'export.text'> => {
    const text = { json: mapJson, prompt: mapPrompt, markdown: mapMarkdown }[format](recorded.state(), versionId);
    return text === null ? notFound(`There is no version ${versionId}.`) : ok(text);
  };
  const whole = (text: StoredText): string =>
    typeof text === 'string' ? text : (recorded.text(text.$text) ?? `${text.head}\n${MISSING}`);
  return {
    'study.events': ({ afterSeq, limit }) =>
      ok(
        JSON.stringify(
          recorded
            .events()
            .filter((event) => event.seq > afterSeq)
            .slice(0, limit),
        ),
      ),
    'study.search': ({ text, limit }) => ok(search(recorded.events(), text, limit, whole)),
    'text.read': ({ ref, from, to }) => {
      const text = recorded.text(ref.$text);
      if (text === null)
        return ok(`${ref.head}\n${MISSING}`.slice(from, Math.max(to, ref.head.length + 1 + MISSING.length)));
      return ok(text.slice(from, to) + (to > text.length && text.length < ref.chars ? CUT : ''));
    },
    'text.find': ({ ref, words, limit }) =>
      ok([...findInText(recorded.text(ref.$text) ?? ref.head, words)].flat().slice(0, limit)),
    'run.detail': ({ runId }) => {
      const run = recorded.state().runs.get(runId);
      if (run === undefined) return notFound(`There is no run ${runId}.`);
      const own = recorded.events().filter((event) => isOfRun(event, runId));
      return ok(JSON.stringify(runFromEvents(run, own)));
    },
    'call.messages': ({ callId }) => {
      const kept = recorded.prompt(callId) ?? messagesOf(callId, recorded.events(), whole);
      return kept === null || kept.length === 0
        ? notFound('The messages of this call are not in the recording.')
        : ok(kept);
    },
    'map.text': ({ versionId }) => exported(versionId, 'prompt'),
    'export.text': ({ versionId, format }) => exported(versionId, format),
  };
}

function isOfRun(event: LoggedEvent, runId: string): boolean {
  return event.type !== 'unknown' && 'runId' in event.payload && event.payload.runId === runId;
}

const BEFORE = 60;
const AFTER = 160;

/** The newest first, as the store's own search does. */
function search(
  events: readonly LoggedEvent[],
  wanted: string,
  limit: number,
  whole: (text: StoredText) => string,
): readonly SearchHit[] {
  const sought = wanted.toLowerCase();
  const hits: SearchHit[] = [];
  for (const event of events.toReversed()) {
    for (const { kind, runId, iteration, itemId, text } of saidIn(event)) {
      const said = whole(text);
      const at = said.toLowerCase().indexOf(sought);
      if (at < 0) continue;
      const end = at + wanted.length;
      hits.push({
        seq: event.seq,
        kind,
        runId,
        iteration,
        itemId,
        before: said.slice(Math.max(0, at - BEFORE), at),
        match: said.slice(at, end),
        after: said.slice(end, end + AFTER),
      });
      if (hits.length >= limit) return hits;
    }
  }
  return hits;
}

export function notFound(words: string): { readonly ok: false; readonly error: RequestError } {
  return err({ kind: 'not-found', words });
}
