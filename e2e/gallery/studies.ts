// The studies that the gallery shows, as files like any other: nothing asked yet, a whole afternoon (the recorded demo), one
// that is far too large, one whose run failed, one whose edits wait for review, and one in mid-run that another process
// writes, so that the window may only read along; and the afternoon once more, to go on with by hand.

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStudyFile, tokenCounter, type StudyFile } from '#core/node/index.ts';
import type { NewEvent, StoredText, StudyEvent } from '#core/study/index.ts';
import { anIterationEvent } from '#core/study/testing.ts';
import { playStudy } from '#core/study/insight/testing/index.ts';
import { sampleStudy, type SampleName } from '../../app/renderer/testing/sample-study.ts';
import { chance, madeUpSteps } from '../../bench/made-up.ts';
import { madeUpText } from '../../bench/long-study.ts';
import { recorded } from '../study-window.ts';

export const STATES = ['empty', 'normal', 'huge', 'error', 'review', 'live', 'by-hand'] as const;
export type State = (typeof STATES)[number];

export interface Studies {
  readonly paths: Readonly<Record<State, string>>;
  /** Gives free what is held open. */
  close(): void;
}

/** Writes one study per state into the folder. */
export function writeStudies(folder: string): Studies {
  const at = (state: State) => join(folder, `${state}.peek`);
  copyFileSync(recorded, at('normal'));
  copyFileSync(recorded, at('by-hand'));
  writeSample('empty', at('empty')).close();
  writeSample('failed', at('error')).close();
  writeSample('review', at('review')).close();
  writeHuge(at('huge'));
  const held = writeSample('running', at('live'));
  return {
    paths: {
      empty: at('empty'),
      normal: at('normal'),
      huge: at('huge'),
      error: at('error'),
      review: at('review'),
      live: at('live'),
      'by-hand': at('by-hand'),
    },
    close: () => held.close(),
  };
}

export function writeSample(name: SampleName, path: string): StudyFile {
  const { events, texts } = sampleStudy(name, COUNT);
  const file = create(path);
  // The sample names its long texts in its own way; a file names them by what they hold.
  const keep = (key: string) => file.keep(texts.get(key) ?? '');
  // One by one: what is appended together is one line of the operations log.
  for (const event of events) file.append([unplaced(withTexts(event, keep))]);
  return file;
}

/** As the window counts. */
const COUNT = tokenCounter('o200k_base');
const QUERIES = 300;
const BUDGET = 2_048;
/** One unbroken word of 5,000 characters, a right-to-left text, and a very long question: layouts break on these. */
const UNBROKEN = 'x'.repeat(5_000);
const RIGHT_TO_LEFT = 'הרשומות מופרדות בשורה של "=" ומסודרות לפי תאריך (cr-00001) עם 5,204 רשומות';

function writeHuge(path: string): void {
  const { events } = playStudy(madeUpSteps(QUERIES), { budgetTokens: BUDGET }, { count: COUNT, hash: shortHash });
  const file = create(path);
  const random = chance(23);
  let run = 0;
  for (const event of events) {
    file.append([unplaced(longer(event))]);
    if (event.type !== 'run.started') continue;
    run += 1;
    const iterations = run === QUERIES ? 400 : 3;
    // Together: each append waits for the disk.
    const finished: NewEvent[] = [];
    for (let number = 1; number <= iterations; number += 1) {
      const whole = number === 1 ? UNBROKEN : madeUpText(random, run === QUERIES && number === 400 ? 400_000 : 600);
      const stdout = file.keep(whole);
      const block = {
        code: `part = context[${number}_000:]\nprint(part)`,
        stdout,
        stderr: '',
        shown: stdout,
        outputChars: whole.length,
      };
      const { runId } = event.payload;
      finished.push(anIterationEvent({ runId, number, callId: `${runId}-c${number}`, blocks: [block] }));
    }
    file.append(finished);
  }
  file.close();
}

function longer(event: StudyEvent): StudyEvent {
  if (event.type === 'study.created')
    return {
      ...event,
      payload: { ...event.payload, name: 'a study with three hundred queries and a rather long name' },
    };
  if (event.type === 'query.added') {
    const { queryId } = event.payload;
    const text =
      queryId === 'q298'
        ? `How many of these are there: ${UNBROKEN}?`
        : queryId === 'q299'
          ? RIGHT_TO_LEFT
          : `${madeUpText(chance(Number(queryId.slice(1))), 90)} in the whole of it, and why?`;
    return { ...event, payload: { ...event.payload, text } };
  }
  return event;
}

function create(path: string): StudyFile {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  return made.value;
}

function unplaced({ type, actor, payload }: StudyEvent): NewEvent {
  // The three belong together: they come from one event.
  return { type, actor, payload } as NewEvent;
}

function withTexts<T>(value: T, keep: (key: string) => StoredText): T {
  // What goes in is an event and what comes out is the same event with other names for its texts.
  return JSON.parse(JSON.stringify(value), (_name, each: unknown) =>
    typeof each === 'object' && each !== null && '$text' in each && typeof each.$text === 'string'
      ? keep(each.$text)
      : each,
  ) as T;
}

function shortHash(text: string): string {
  let hash = 7;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0).toString(16).padStart(64, '0');
}
