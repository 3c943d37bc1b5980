// A run of a million iterations in the trajectory: the bar dragged from the first to the last, by mouse, traced.

import type { Page } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { msFigure } from '../figure.ts';
import { endTrace, frames, handleOf, openWindow, share, startTrace, watchFrames } from './open-window.ts';
import { pushIterations } from './pushing.ts';

const ROWS = 1_000_000;
const BATCH = 20_000;
const DRAG_STEPS = 240;

export async function rowFigures(): Promise<readonly Figure[]> {
  const window = await openWindow(['demo']);
  const { page } = window;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByTestId('queries-progress').waitFor();
  const handle = await handleOf(page);
  const run = { handle, runId: 'r900', queryId: 'q11' };
  let seq = 1_000_000;
  for (let first = 1; first <= ROWS; first += BATCH) {
    seq = await pushIterations(window.app, {
      ...run,
      seq,
      first,
      count: BATCH,
      starts: first === 1,
      ends: false,
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await page.getByTestId('tab-trajectory').click();
  const list = page.getByTestId('trajectory');
  await page.locator('[data-testid="iteration"]').first().waitFor();
  await list.focus();
  await page.keyboard.press('End');
  await page.locator(`[data-testid="iteration"][data-iteration="${ROWS}"]`).waitFor();
  await page.keyboard.press('Home');
  await page.locator('[data-testid="iteration"][data-iteration="1"]').waitFor();
  const box = await list.boundingBox();
  if (box === null) throw new Error('the trajectory has no place on screen');
  await collectGarbage(page);
  await watchFrames(page);
  await startTrace(window);
  // By the thumb of the scroll bar, from the top to the bottom and back.
  const x = box.x + box.width - 4;
  await page.mouse.move(x, box.y + 12);
  await page.mouse.down();
  for (let step = 1; step <= DRAG_STEPS; step++) {
    const part = step <= DRAG_STEPS / 2 ? (2 * step) / DRAG_STEPS : 2 - (2 * step) / DRAG_STEPS;
    // Past the end, as a hand goes: the thumb is held by a place of its own height.
    await page.mouse.move(x, box.y + 12 + part * (box.height + 40));
    if (step === DRAG_STEPS / 2) await page.locator(`[data-testid="iteration"][data-iteration="${ROWS}"]`).waitFor();
  }
  await page.mouse.up();
  const { longestTaskMs, heaviestTaskMs, tasksOver50Ms } = await endTrace(window);
  const gaps = await frames(page);
  const mounted = await page.getByTestId('iteration').count();
  const nodes = await page.evaluate(() => document.querySelectorAll('[data-testid="trajectory"] *').length);
  await window.close();
  return [
    { name: 'rows', value: ROWS, unit: 'count', limit: null },
    { name: 'rows mounted', value: mounted, unit: 'count', limit: null },
    { name: 'elements in the list', value: nodes, unit: 'count', limit: 400 },
    msFigure('dragging: longest task of the page', longestTaskMs, 50),
    msFigure('dragging: most processor time of a task', heaviestTaskMs, 50),
    { name: 'dragging: tasks over 50 ms', value: tasksOver50Ms, unit: 'count', limit: 0 },
    msFigure('dragging: frames, median', share(gaps, 0.5)),
    msFigure('dragging: frames, p99', share(gaps, 0.99), 50),
  ];
}

/** A run of a million iterations takes days; what was left behind by its arrival within minutes is not what is measured. */
async function collectGarbage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
}
