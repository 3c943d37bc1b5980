// A study of 10,000 versions and a gigabyte of trajectory: how long until its first screen, and until any moment of it.

import { statSync } from 'node:fs';
import { emptyMap, renderMap } from '#core/map/index.ts';
import { countWords } from '#core/map/testing/index.ts';
import { createEngine, createTimeline, headVersion } from '#core/study/index.ts';
import type { Engine } from '#core/study/index.ts';
import { scriptedPorts } from '#core/study/engine/testing.ts';
import { anIterationEvent } from '#core/study/testing.ts';
import { createStudyFile, hashText, openStudyFile } from '#core/node/store/index.ts';
import type { StudyFile } from '#core/node/store/index.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import { msFigure, timed } from './figure.ts';
import type { Bench } from './figure.ts';
import { madeOnce } from './made-once.ts';
import { chance, madeUpSteps } from './made-up.ts';
import type { Chance } from './made-up.ts';

const VERSIONS = 10_000;
const TEXTS_PER_VERSION = 5;
const TEXT_CHARS = 20_000;
const NO_MAP = emptyMap([], 'all');

export const longStudy: Bench = {
  name: 'long-study',
  run() {
    const path = madeLong();
    let engine: Engine | null = null;
    const opening = timed(
      () => {
        const file = open(path);
        engine = createEngine({ ...scriptedPorts(file), hash: hashText });
        const head = headVersion(engine.state);
        if (head === null || renderMap(head.map) === '') throw new Error('the long study has no map');
        file.close();
      },
      10,
      0,
    );
    const file = open(path);
    const state = createEngine({ ...scriptedPorts(file), hash: hashText }).state;
    const timeline = createTimeline(file);
    // As the engine does while it opens.
    timeline.lend(file.keyframes?.read(0, state.seq) ?? []);
    const random = chance(13);
    const seqs = [...state.versions.values()].map((version) => version.seq);
    const reached = timed(
      () => renderMap(headVersion(timeline.at(seqs[random.below(seqs.length)] ?? 1))?.map ?? NO_MAP),
      300,
      10,
    );
    file.close();
    return [
      { name: 'versions', value: state.versions.size, unit: 'count', limit: null },
      { name: 'events', value: state.seq, unit: 'count', limit: null },
      { name: 'trajectory', value: (VERSIONS * TEXTS_PER_VERSION * TEXT_CHARS) / 1e6, unit: 'MB', limit: null },
      { name: 'file', value: Math.round(statSync(path).size / 1e6), unit: 'MB', limit: null },
      msFigure('open, first screen, best', opening.minMs, 300),
      msFigure('open, first screen, processor time', opening.cpuMs, 300),
      msFigure('open, first screen, median', opening.medianMs, 300),
      msFigure('open, first screen, slowest of 10', opening.maxMs, 300),
      msFigure('reach a random version, processor time', reached.cpuMs, 50),
      msFigure('reach a random version, median', reached.medianMs, 50),
      msFigure('reach a random version, p95', reached.p95Ms, 50),
      msFigure('reach a random version, slowest of 300', reached.maxMs, 50),
    ];
  },
};

function open(path: string): StudyFile {
  const opened = openStudyFile(path, { readOnly: true });
  if (!opened.ok) throw new Error(opened.error.words);
  return opened.value;
}

function madeLong(): string {
  return madeOnce('long-study-4', 'a study of 10,000 versions and 1 GB', (path) => {
    const made = createStudyFile(path);
    if (!made.ok) throw new Error(made.error.words);
    fillLong(made.value);
    made.value.close();
  });
}

/** Each text is a window of this many characters into one made-up book, at a place of its own: none is stored twice. */
const BOOK_CHARS = 4_000_000;

function fillLong(file: StudyFile): void {
  const { events } = playStudy(madeUpSteps(VERSIONS), {}, { count: countWords, hash: quickHash });
  const book = madeUpText(chance(17), BOOK_CHARS);
  let texts = 0;
  let batch: Parameters<StudyFile['append']>[0][number][] = [];
  for (const { type, actor, payload } of events) {
    batch.push({ type, actor, payload } as (typeof batch)[number]);
    if (type === 'run.started') {
      for (let number = 1; number <= TEXTS_PER_VERSION; number += 1) {
        const from = (texts * 7_919) % (BOOK_CHARS - TEXT_CHARS);
        const stdout = file.keep(`${texts} ${book.slice(from, from + TEXT_CHARS)}`);
        texts += 1;
        const block = { code: 'print(part)', stdout, stderr: '', shown: stdout };
        batch.push(anIterationEvent({ runId: payload.runId, number, blocks: [block] }));
      }
    }
    if (batch.length > 5_000) {
      file.append(batch);
      batch = [];
    }
  }
  file.append(batch);
  // An engine that opens it to write leaves the keyframes that years of use would have left.
  createEngine({ ...scriptedPorts(file), hash: hashText });
}

const WORDS = 'record field date user label count table section index value range unit total share region ticket'.split(
  ' ',
);

/** Plausible text of so many characters, hardly two alike. */
export function madeUpText(random: Chance, chars: number): string {
  let text = '';
  while (text.length < chars) text += `${WORDS[random.below(WORDS.length)] ?? ''} ${random.below(100_000)} `;
  return text.slice(0, chars);
}
