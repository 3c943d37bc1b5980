// Exports of a study of 10,000 versions, first thing after it was opened, as main makes them: how long any of them holds up
// everything else, and how long it takes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapPieces } from '#core/interop/index.ts';
import { writeCassette } from '#core/lm/index.ts';
import { createEngine } from '#core/study/index.ts';
import { scriptedPorts } from '#core/study/engine/testing.ts';
import { cassetteOf } from '#core/study/replay/index.ts';
import { hashText, openStudyFile, writePieces, writeStudyPage, type OpenStudy } from '#core/node/index.ts';
import { longestBlock, msFigure } from './figure.ts';
import type { Bench, Figure } from './figure.ts';
import { madeUpStudy } from './made-up-study.ts';

const VERSIONS = 10_000;
const RUNS = 3;
const PAGE_PROGRAM = join(import.meta.dirname, '../out/share');

type Opened = Pick<OpenStudy, 'file' | 'engine'>;

const EXPORTS: Readonly<Record<string, (study: Opened) => Promise<Iterable<string>>>> = {
  'map JSON': (study) => Promise.resolve(mapOf(study, 'json')),
  'map Markdown': (study) => Promise.resolve(mapOf(study, 'markdown')),
  cassette: ({ file }) => Promise.resolve(writeCassette(cassetteOf(file, hashText, false))),
  'HTML page': async (study) => {
    const page = await writeStudyPage(study, PAGE_PROGRAM, 'a bench');
    if (!page.ok) throw new Error(page.error.words);
    return page.value.pieces;
  },
};

export const exports: Bench = {
  name: 'exports',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'peek-bench-'));
    try {
      const path = madeUpStudy(VERSIONS);
      const to = join(folder, 'export');
      const figures: Figure[] = [];
      for (const [name, make] of Object.entries(EXPORTS)) figures.push(...(await measured(name, make, path, to)));
      return figures;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The best of some runs: what other work on the machine adds is no block of ours. */
async function measured(name: string, make: (study: Opened) => Promise<Iterable<string>>, path: string, to: string) {
  const blocks: number[] = [];
  const whole: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const study = opened(path);
    const started = performance.now();
    blocks.push(
      await longestBlock(async () => {
        const written = await writePieces(to, await make(study));
        if (!written.ok) throw new Error(written.error.words);
      }),
    );
    whole.push(performance.now() - started);
    study.file.close();
  }
  return [
    msFigure(`${name}: longest block`, Math.min(...blocks), 100),
    msFigure(`${name}: longest block, worst of ${String(RUNS)}`, Math.max(...blocks)),
    msFigure(`${name}: whole`, Math.min(...whole)),
  ];
}

function opened(path: string): Opened {
  const file = openStudyFile(path, { readOnly: true });
  if (!file.ok) throw new Error(file.error.words);
  return { file: file.value, engine: createEngine({ ...scriptedPorts(file.value), hash: hashText }) };
}

function mapOf({ engine: { state } }: Opened, format: 'json' | 'markdown'): Iterable<string> {
  const pieces = mapPieces(state, state.branches.get(state.currentBranch)?.head ?? '', format);
  if (pieces === null) throw new Error('the long study has no map');
  return pieces;
}
