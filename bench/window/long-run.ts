// A run of 100,000 iterations of a kilobyte: how long anything stands still while its study is opened for the first time, while
// the run is looked at, and at the run's end.

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countWords } from '#core/map/testing/index.ts';
import { createStudyFile } from '#core/node/index.ts';
import type { NewEvent } from '#core/study/index.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import { anIterationEvent } from '#core/study/testing.ts';
import type { Figure } from '../figure.ts';
import { msFigure } from '../figure.ts';
import { madeOnce } from '../made-once.ts';
import { endTrace, openWindow, startTrace } from './open-window.ts';
import type { OpenWindow } from './open-window.ts';

const ITERATIONS = 100_000;
const BATCH = 5_000;

export async function longRunFigures(): Promise<readonly Figure[]> {
  const made = madeOnce('long-run-1', `a run of ${ITERATIONS.toLocaleString('en')} iterations`, writeLongRun);
  const folder = await mkdtemp(join(tmpdir(), 'peek-bench-'));
  const path = join(folder, 'long run.peek');
  // It has no keyframes, as one that another program wrote; opening it makes them.
  await copyFile(made, path);
  const window = await openWindow([]);
  const { app, page } = window;
  await page.getByTestId('start-open').waitFor();
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    Object.assign(globalThis, { benchDelay: delay });
  }, path);

  const opening = await measured(window, async () => {
    await page.getByTestId('start-open').click();
    await page.getByTestId('timeline-chart').waitFor();
    await page.getByTestId('query-title').waitFor();
  });
  const looking = await measured(window, async () => {
    await page.locator('[data-testid="query-row"][data-query-id="q1"]').click();
    await page.getByTestId('iteration').first().waitFor();
  });
  const ending = await measured(window, async () => {
    await page.getByTestId('trajectory').focus();
    await page.keyboard.press('Home');
    await page.locator('[data-testid="iteration"][data-iteration="1"]').waitFor();
    await page.keyboard.press('End');
    await page.locator(`[data-testid="iteration"][data-iteration="${ITERATIONS}"]`).waitFor();
  });
  await window.close();
  await rm(folder, { recursive: true, force: true });
  return [
    { name: 'iterations', value: ITERATIONS, unit: 'count', limit: null },
    ...figures('opening it without keyframes', opening),
    ...figures('looking at the run', looking),
    ...figures('from its first iteration to its last', ending),
  ];
}

interface Measured {
  readonly ms: number;
  readonly mainMs: number;
  readonly pageMs: number;
}

async function measured(window: OpenWindow, work: () => Promise<void>): Promise<Measured> {
  const longest = () =>
    window.app.evaluate(() => {
      const delay = Reflect.get(globalThis, 'benchDelay') as { max: number; reset(): void };
      const max = delay.max / 1e6;
      delay.reset();
      return max;
    });
  await startTrace(window);
  await longest();
  const started = performance.now();
  await work();
  const ms = performance.now() - started;
  const mainMs = await longest();
  return { ms, mainMs, pageMs: (await endTrace(window)).longestTaskMs };
}

function figures(name: string, { ms, mainMs, pageMs }: Measured): readonly Figure[] {
  return [
    msFigure(name, ms),
    msFigure(`${name}: longest block of main`, mainMs, 100),
    msFigure(`${name}: longest task of the page`, pageMs, 100),
  ];
}

function writeLongRun(path: string): void {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const file = made.value;
  const update = { kind: 'update', tags: [], edits: [] } as const;
  const { events } = playStudy([update, update], {}, { count: countWords, hash: quickHash });
  let isFirst = true;
  for (const { type, actor, payload } of events) {
    file.append([{ type, actor, payload } as NewEvent]);
    if (type !== 'run.started' || !isFirst) continue;
    isFirst = false;
    for (let first = 1; first <= ITERATIONS; first += BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, at) => first + at);
      file.append(
        numbers.map((number) =>
          anIterationEvent({
            runId: payload.runId,
            number,
            callId: `look${number}`,
            reply: `Look number ${number}. ${'word '.repeat(180)}`,
          }),
        ),
      );
    }
  }
  file.close();
}
