// What a recording can answer by itself, whoever holds it: events, texts, prompts, maps of any version, search.

import type { RequestError, RequestInput, SearchHit, SearchStep } from '#app/bridge/index.ts';
import { mapJson, mapMarkdown, mapPrompt } from '#core/interop/index.ts';
import type { ChatMessage } from '#core/lm/index.ts';
import { err, ok } from '#core/result.ts';
import { findInText, hitsIn, messagesOf, runFromEvents, soughtIn } from '#core/study/index.ts';
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
    'study.search': ({ text, limit, before }) => ok(search(recorded.events(), text, limit, before, whole)),
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

/** How long the page may stand still. A number of ours. */
const SEARCH_MS = 30;

/** The newest first, as in the store. */
function search(
  events: readonly LoggedEvent[],
  text: string,
  limit: number,
  before: number | null,
  whole: (text: StoredText) => string,
): SearchStep {
  const sought = soughtIn(text);
  const hits: SearchHit[] = [];
  const until = performance.now() + SEARCH_MS;
  if (sought === null) return { hits, ahead: [], before: null };
  for (const event of events.toReversed()) {
    if (before !== null && event.seq >= before) continue;
    for (const hit of hitsIn(event, sought, whole)) if (hit !== null) hits.push(hit);
    if (hits.length >= limit || performance.now() >= until)
      return { hits: hits.slice(0, limit), ahead: [], before: event.seq };
  }
  return { hits, ahead: [], before: null };
}

export function notFound(words: string): { readonly ok: false; readonly error: RequestError } {
  return err({ kind: 'not-found', words });
}
