// Fifty events a second, run after run, while somebody reads an older one: memory stays, the place stays, frames come.

import type { Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { msFigure } from '../figure.ts';
import { frames, handleOf, openWindow, share, watchFrames } from './open-window.ts';
import type { OpenWindow } from './open-window.ts';
import { pushIterations } from './pushing.ts';

const EVENTS_A_SECOND = 50;
/** A quarter of a second's events at once, as a busy engine appends them. */
const PUSHES_A_SECOND = 4;
const ITERATIONS_A_RUN = 60;

export async function liveFigures(minutes: number): Promise<readonly Figure[]> {
  const window = await openWindow(['demo']);
  const { page } = window;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByTestId('queries-progress').waitFor();
  const handle = await handleOf(page);
  const send = sender(window, handle);
  // Warmed up until old runs fold, so that what is measured is the steady state.
  for (let second = 0; second < 90; second++) await send(50);
  await page.locator('[data-testid="query-row"][data-query-id="q1"]').click();
  await page.getByTestId('tab-trajectory').click();
  await page.locator('.trajectory-scroll').evaluate((list) => list.scrollTo({ top: 260 }));
  await page.waitForFunction(() => (document.querySelector('.trajectory-scroll')?.scrollTop ?? 0) > 0);
  const placeBefore = await placeOf(page);
  await watchFrames(page);
  const memoryBefore = await memoryOf(window);
  const seconds = Math.round(minutes * 60);
  const started = performance.now();
  for (let push = 0; push < seconds * PUSHES_A_SECOND; push++) {
    await send(EVENTS_A_SECOND / PUSHES_A_SECOND);
    const due = started + ((push + 1) * 1_000) / PUSHES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  const gaps = await frames(page);
  const memoryAfter = await memoryOf(window);
  const placeAfter = await placeOf(page);
  const grown = await movedWhileGrowing(window, handle);
  await window.close();
  return [
    { name: 'minutes of fifty events a second', value: minutes, unit: 'count', limit: null },
    { name: 'memory of the page before', value: memoryBefore, unit: 'MB', limit: null },
    { name: 'memory of the page more at the end', value: memoryAfter - memoryBefore, unit: 'MB', limit: 20 },
    { name: 'pixels that the place moved', value: Math.abs(placeAfter - placeBefore), unit: 'count', limit: 0 },
    { name: 'pixels that the place moved in the run that grows', value: grown, unit: 'count', limit: 0 },
    msFigure('frames, median', share(gaps, 0.5)),
    msFigure('frames, p99', share(gaps, 0.99), 50),
    msFigure('longest frame', share(gaps, 1), 100),
  ];
}

/** Ten seconds of the same pace, read in the middle of the very run that they make longer. */
async function movedWhileGrowing({ app, page }: OpenWindow, handle: string): Promise<number> {
  const seconds = 10;
  const [run, before] = [{ handle, runId: 'r-grows', queryId: 'q11', ends: false }, 60];
  let seq = await pushIterations(app, { ...run, seq: 2_000_000, first: 1, count: before, starts: true });
  await page.locator('[data-testid="query-row"][data-query-id="q11"]').click();
  await page.locator(`[data-testid="iteration"][data-iteration="${before}"]`).waitFor();
  await page.locator('.trajectory-scroll').hover();
  await page.mouse.wheel(0, -3_000);
  await page.locator('.new-badge').waitFor();
  const row = await page.getByTestId('iteration').nth(3).getAttribute('data-iteration');
  const placed = page.locator(`[data-testid="iteration"][data-iteration="${row ?? ''}"]`);
  const top = (await placed.boundingBox())?.y ?? Number.NaN;
  const count = EVENTS_A_SECOND / 2 / PUSHES_A_SECOND;
  let first = before + 1;
  const started = performance.now();
  for (let push = 0; push < seconds * PUSHES_A_SECOND; push++) {
    const more = Math.floor(count * (push + 1)) - Math.floor(count * push);
    seq = await pushIterations(app, { ...run, seq, first, count: more, starts: false });
    first += more;
    const due = started + ((push + 1) * 1_000) / PUSHES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  return Math.abs(((await placed.boundingBox())?.y ?? Number.NaN) - top);
}

function sender(window: OpenWindow, handle: string): (events: number) => Promise<void> {
  let seq = 1_000_000;
  let run = 900;
  let first = 1;
  let owed = 0;
  return async (events) => {
    owed += events / 2;
    const count = Math.floor(owed);
    owed -= count;
    const ends = first + count > ITERATIONS_A_RUN;
    seq = await pushIterations(window.app, {
      handle,
      runId: `r${run}`,
      queryId: 'q11',
      seq,
      first,
      count,
      starts: first === 1,
      ends,
    });
    first += count;
    if (!ends) return;
    first = 1;
    run += 1;
  };
}

function placeOf(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelector('[data-testid="iteration"]')?.getBoundingClientRect().top ?? 0);
}

/** After the page has thrown away what it does not need. */
async function memoryOf({ page }: OpenWindow): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return Math.round(usedSize / 1e5) / 10;
}
