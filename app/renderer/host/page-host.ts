// The host of a shared page: a study as it was when the page was written, to read. What would change it, or needs a model, a
// tokenizer or files, is refused in words.

import type { EngineStatus, Host, OpenedStudy, RequestError, RequestInput, RequestName } from '#app/bridge/index.ts';
import type { PageData } from '#core/interop/index.ts';
import { err, ok } from '#core/result.ts';
import { decodeRow, emptyState, reduceAll } from '#core/study/index.ts';
import { browserAnswers } from './browser-answers.ts';
import type { Answer } from './browser-answers.ts';
import { recordedAnswers } from './recorded-answers.ts';

type Answers = { readonly [N in RequestName]: (input: RequestInput<N>) => Answer<N> };

const HANDLE = 'page';
const IDLE: EngineStatus = {
  phase: 'idle',
  words: '',
  runId: null,
  queued: 0,
  python: { kind: 'sandbox', phase: 'none' },
};
const READ_ONLY = 'This page is a copy to read. Open the study itself in Peek to change it or to go on.';

export function createPageHost(page: PageData): Host {
  const events = page.rows.map(decodeRow);
  const state = reduceAll(emptyState, events);
  const texts = new Map(page.texts);
  const opened: OpenedStudy = {
    handle: HANDLE,
    fileName: `${state.name}.peek`,
    recentId: null,
    readOnly: { words: readOnlyWords(page) },
    state,
    engine: IDLE,
    view: null,
  };
  const answers: Answers = {
    ...recordedAnswers({
      events: () => events,
      state: () => state,
      text: (hash) => texts.get(hash) ?? null,
      prompt: () => null,
    }),
    ...browserAnswers(page.madeBy, 'page', 'A page keeps no keys.'),
    'study.initial': () => ok(opened),
    'study.recent': () => ok([]),
    'study.openDialog': refused,
    'study.openRecent': refused,
    'study.openDemo': refused,
    'study.openDropped': refused,
    'study.create': refused,
    'study.close': () => ok(null),
    'study.viewed': () => ok(null),
    'study.command': () => err({ kind: 'read-only', words: READ_ONLY }),
    'studies.search': refused,
    'studies.map': refused,
    'study.verify': refused,
    'work.stop': () => ok(null),
    'context.choose': refused,
    'context.dropped': refused,
    'queries.choose': refused,
    'queries.parse': refused,
    'call.next': () => refusedFor('The prompt of a run that is still to come is made by Peek.'),
    'preview.review': refused,
    'preview.command': refused,
    'preview.whatIf': () =>
      refusedFor('What-if counts tokens anew, for which this page has no tokenizer. Open the study in Peek.'),
    'export.save': () => refusedFor('A page saves nothing; copy the text, or export from the study itself in Peek.'),
    'keys.state': () => ok({ source: 'none' }),
    'keys.set': refused,
    'keys.clear': refused,
    'models.test': refused,
    'models.prices': refused,
    'replay.start': refused,
    'replay.settings': refused,
    'replay.stop': () => ok(null),
    'replay.answer': () => ok(null),
    'replay.open': refused,
    'manual.reply': refused,
  };
  return {
    request: <N extends RequestName>(name: N, input: RequestInput<N>) => Promise.resolve(answers[name](input)),
    on: () => () => undefined,
    pathOf: () => null,
  };
}

function readOnlyWords(page: PageData): string {
  const left = page.leftOut.length === 0 ? '' : ` Left out to keep it small: ${page.leftOut.join('; ')}.`;
  return `a copy of this study, written by ${page.madeBy} on ${page.madeAt.slice(0, 10)}. The context itself is not in it.${left}`;
}

function refused(): { readonly ok: false; readonly error: RequestError } {
  return refusedFor(READ_ONLY);
}

function refusedFor(words: string): { readonly ok: false; readonly error: RequestError } {
  return err({ kind: 'refused', words });
}
