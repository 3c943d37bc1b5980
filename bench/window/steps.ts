// Moving in time: the map one version on and back, and the axis of ten thousand versions dragged.

import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { createStudyFile } from '#core/node/index.ts';
import { countWords } from '#core/map/testing/index.ts';
import { playStudy, quickHash } from '#core/study/insight/testing/index.ts';
import type { NewEvent } from '#core/study/index.ts';
import type { Figure } from '../figure.ts';
import { msFigure } from '../figure.ts';
import { madeUpSteps } from '../made-up.ts';
import { endTrace, frames, openWindow, share, startTrace, watchFrames } from './open-window.ts';

const STEPS = 100;
const VERSIONS = 10_000;

interface StepTimes {
  /** From the key press until the map shows the version, laid out: what the reader waits for beside the next frame. */
  readonly map: readonly number[];
  /** Until everything beside the map has followed and the page has nothing to do. */
  readonly all: readonly number[];
}

/**
 * Presses the keys as a reader does, five versions back and five on: what the app puts off until the reader's hands rest stays
 * put off here too.
 */
async function timeSteps(page: Page, steps: number): Promise<StepTimes> {
  await page.evaluate(() => {
    const shown = () => document.querySelector('[data-testid="map-version"]')?.textContent ?? '';
    const map: number[] = [];
    const all: number[] = [];
    let before = '';
    let started = 0;
    let settled = Promise.resolve();
    const begin = () => {
      before = shown();
      started = performance.now();
    };
    /** Listens last, when the map is drawn already, unless events must be read first. */
    const end = () => {
      settled = (async () => {
        // A timer would be late by what is drawn after the map.
        for (let turn = 0; turn < 50 && shown() === before; turn++) await Promise.resolve();
        while (shown() === before && performance.now() < started + 1_000) await new Promise((go) => setTimeout(go));
        document.body.getBoundingClientRect();
        map.push(performance.now() - started);
        await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
        all.push(performance.now() - started);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      })();
    };
    window.addEventListener('keydown', begin, { capture: true });
    window.addEventListener('keydown', end);
    const stop = () => {
      window.removeEventListener('keydown', begin, { capture: true });
      window.removeEventListener('keydown', end);
      return { map, all };
    };
    Object.assign(window, { stepSettled: () => settled, stopSteps: stop });
  });
  for (let step = 0; step < steps; step++) {
    await page.keyboard.press(Math.floor(step / 5) % 2 === 0 ? '[' : ']');
    await page.evaluate(() => (window as unknown as { stepSettled(): Promise<void> }).stepSettled());
  }
  return page.evaluate(() => (window as unknown as { stopSteps(): StepTimes }).stopSteps());
}

export async function stepFigures(): Promise<readonly Figure[]> {
  const demo = await openWindow(['demo']);
  await demo.page.getByTestId('queries-progress').waitFor();
  // The hand-played study ends with versions that are only reused; from v8 on each step changes the map.
  for (let back = 0; back < 3; back++) await demo.page.keyboard.press('[');
  await timeSteps(demo.page, 20);
  const steps = await timeSteps(demo.page, STEPS);
  await demo.close();

  const folder = await mkdtemp(join(tmpdir(), 'peek-bench-'));
  const path = join(folder, 'long.peek');
  writeLong(path);
  const long = await openWindow([path]);
  const { page } = long;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByTestId('queries-progress').waitFor();
  const chart = page.getByTestId('timeline-chart');
  const box = await chart.boundingBox();
  if (box === null) throw new Error('the timeline has no place on screen');
  const firstStarted = performance.now();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.getByTestId('not-now-banner').waitFor();
  const firstMs = performance.now() - firstStarted;
  await timeSteps(page, 20);
  const longSteps = await timeSteps(page, STEPS);
  await watchFrames(page);
  await startTrace(long);
  await page.mouse.move(box.x + box.width - 60, box.y + box.height / 2);
  await page.mouse.down();
  for (let step = 0; step <= 120; step++)
    await page.mouse.move(box.x + box.width - 60 - (step / 120) * (box.width - 140), box.y + box.height / 2);
  await page.mouse.up();
  const { longestTaskMs, heaviestTaskMs } = await endTrace(long);
  const gaps = await frames(page);
  await long.close();
  await rm(folder, { recursive: true, force: true });
  return [
    msFigure('one version on or back, median', share(steps.map, 0.5), 16),
    msFigure('one version on or back, p95', share(steps.map, 0.95), 16),
    msFigure('until all panes have followed, median', share(steps.all, 0.5)),
    msFigure('until all panes have followed, p95', share(steps.all, 0.95)),
    msFigure('of 10,000 versions: the first travel', firstMs, 1_000),
    msFigure('of 10,000 versions: one on or back, median', share(longSteps.map, 0.5), 50),
    msFigure('of 10,000 versions: one on or back, p95', share(longSteps.map, 0.95), 50),
    msFigure('scrubbing 10,000 versions: longest task', longestTaskMs, 50),
    msFigure('scrubbing 10,000 versions: most processor time of a task', heaviestTaskMs, 50),
    msFigure('scrubbing 10,000 versions: frames, median', share(gaps, 0.5)),
    msFigure('scrubbing 10,000 versions: frames, p99', share(gaps, 0.99), 50),
  ];
}

function writeLong(path: string): void {
  const made = createStudyFile(path);
  if (!made.ok) throw new Error(made.error.words);
  const { events } = playStudy(madeUpSteps(VERSIONS), {}, { count: countWords, hash: quickHash });
  const batch: NewEvent[] = [...events];
  for (let at = 0; at < batch.length; at += 1_000) made.value.append(batch.slice(at, at + 1_000));
  made.value.close();
}
