// A log of the RLM library of a hundred megabytes, as one is: in each line all messages so far and the context twice for each
// block. How long until it has been read, and until a study has been made of it.

import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRlmLogReader } from '#core/interop/index.ts';
import { aBlock, aCallOf, aFirstPrompt, aMetadataLine, anIterationLine } from '#core/interop/rlm-log/testing.ts';
import { createStudies, readLines } from '#core/node/index.ts';
import { createNativePython } from '#core/node/native-python/index.ts';
import { createOfflineModel } from '#core/lm/offline/index.ts';
import { longestBlock, msFigure } from './figure.ts';
import type { Bench } from './figure.ts';
import { chance, madeUpContent } from './made-up.ts';

const LOG_BYTES = 100_000_000;
const CONTEXT_CHARS = 400_000;
const ITERATIONS = 30;
const RUNS = 5;

export const rlmLog: Bench = {
  name: 'rlm-log',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'peek-bench-'));
    try {
      const log = join(folder, 'long.jsonl');
      writeLog(log);
      const readings: number[] = [];
      const imports: number[] = [];
      const blocks: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        let started = performance.now();
        await readLog(log);
        readings.push(performance.now() - started);
        const study = join(folder, `${String(run)}.peek`);
        started = performance.now();
        blocks.push(await longestBlock(() => importLog(log, study)));
        imports.push(performance.now() - started);
      }
      return [
        { name: 'log', value: Math.round(statSync(log).size / 1e6), unit: 'MB', limit: null },
        msFigure('read into events, best', Math.min(...readings), 1_000),
        msFigure('read into events, worst', Math.max(...readings)),
        msFigure('made into a study file, best', Math.min(...imports), 1_000),
        msFigure('made into a study file, worst', Math.max(...imports)),
        msFigure('longest block meanwhile, best', Math.min(...blocks), 100),
      ];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function writeLog(path: string): void {
  const random = chance(17);
  const words: string[] = [];
  for (let chars = 0; chars < CONTEXT_CHARS;) {
    const line = `"${madeUpContent(random)}", naïve\n`;
    words.push(line);
    chars += line.length;
  }
  const context = words.join('');
  const stdout = context.slice(0, 12_000);
  const file = openSync(path, 'w');
  try {
    let bytes = writeSync(file, `${JSON.stringify(aMetadataLine())}\n`);
    let prompt: unknown[] = [];
    for (let line = 0; bytes < LOG_BYTES; line += 1) {
      const iteration = (line % ITERATIONS) + 1;
      if (iteration === 1) prompt = [...aFirstPrompt('How many?')];
      const response = `I look further.\n\`\`\`repl\nprint(context[${String(line)}:])\n\`\`\``;
      const locals = { answer: { content: '', ready: false }, context_0: context, context };
      const block = aBlock({ stdout, locals, rlm_calls: [aCallOf({ prompt: stdout })] });
      const ends = iteration === ITERATIONS ? { final_answer: '7' } : {};
      bytes += writeSync(
        file,
        `${ascii(anIterationLine({ iteration, prompt, response, code_blocks: [block], ...ends }))}\n`,
      );
      prompt = [
        ...prompt,
        { role: 'assistant', content: response },
        { role: 'user', content: `REPL output:\n${stdout}` },
        { role: 'user', content: `Turn ${String(iteration + 1)}/${String(ITERATIONS)}:` },
      ];
    }
  } finally {
    closeSync(file);
  }
}

/** As Python writes it: what is not ASCII as an escape. */
function ascii(line: unknown): string {
  return JSON.stringify(line).replace(
    /[^\u0020-\u007e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

async function readLog(path: string): Promise<void> {
  const reader = createRlmLogReader({
    fileName: 'long.jsonl',
    decode: (bytes, from, to) => Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8'),
    keep: (text) => text,
  });
  let events = 0;
  for await (const { bytes, number } of readLines(path, LOG_BYTES)) {
    for (const step of bytes === null ? [] : reader.take(bytes, number)) events += step.events.length;
  }
  reader.end();
  if (events < reader.completions * ITERATIONS) throw new Error('the log was not read');
}

async function importLog(log: string, path: string): Promise<void> {
  const studies = createStudies({
    appVersion: '0',
    python: () => createNativePython(),
    model: () => createOfflineModel(),
  });
  const made = await studies.importLog(log, path, { actor: 'user:bench' });
  if (!made.ok) throw new Error(made.error.words);
}
