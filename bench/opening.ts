// Opening a study, part by part, over studies of three lengths: what costs the same whatever the length, and what grows with it.

import { statSync } from 'node:fs';
import { createEngine } from '#core/study/index.ts';
import { scriptedPorts } from '#core/study/engine/testing.ts';
import { hashText, openStudyFile } from '#core/node/index.ts';
import type { StudyFile } from '#core/node/index.ts';
import { msFigure, timed } from './figure.ts';
import type { Bench, Figure } from './figure.ts';
import { madeUpStudy } from './made-up-study.ts';

const LENGTHS = [100, 1_000, 10_000];

export const opening: Bench = {
  name: 'opening',
  run: () => LENGTHS.flatMap(openingOf),
};

function openingOf(versions: number): readonly Figure[] {
  const path = madeUpStudy(versions);
  const name = (words: string) => `${String(versions)} versions: ${words}`;
  const store = timed(() => opened(path).close(), 40, 10);
  const file = opened(path);
  const last = file.read(0).at(-1)?.seq ?? 0;
  const page = timed((run) => file.read((run * 7_919) % last, 100), 40, 10);
  const read = timed(() => file.keyframes?.read(0, file.keyframes.lastSeq), 20, 5);
  const state = timed(() => createEngine({ ...scriptedPorts(file), hash: hashText }).state, 20, 5);
  const sent = timed(() => file.packedState(), 20, 5);
  file.close();
  return [
    { name: name('file'), value: Math.round(statSync(path).size / 1e6), unit: 'MB', limit: null },
    { name: name('events'), value: last, unit: 'count', limit: null },
    msFigure(name('open and close the store, median'), store.medianMs),
    msFigure(name('open and close the store, processor time'), store.cpuMs),
    msFigure(name('read 100 events anywhere, processor time'), page.cpuMs),
    msFigure(name('read the keyframes, processor time'), read.cpuMs),
    msFigure(name('the state of the first screen, median'), state.medianMs),
    msFigure(name('the state of the first screen, processor time'), state.cpuMs),
    msFigure(name('pack it for the window, processor time'), sent.cpuMs),
  ];
}

function opened(path: string): StudyFile {
  const file = openStudyFile(path, { readOnly: true });
  if (!file.ok) throw new Error(file.error.words);
  return file.value;
}
