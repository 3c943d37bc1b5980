// A run over a context of 100 MB: how long main ever stands still, from opening the study to the updated map.

import { join } from 'node:path';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Figure } from '../figure.ts';
import { msFigure } from '../figure.ts';
import { endTrace, frames, openWindow, share, startTrace, watchFrames } from './open-window.ts';

const BYTES = 100_000_000;
/** By then an app that nobody touches has loaded what it loads ahead of the first study. */
const LOADED_MS = 10_000;
/** About as long as the run: what other work on the machine takes from an app that does nothing. */
const AT_REST_MS = 20_000;
const LINE =
  '2026-09-30 | T-5204 | enterprise | EU | export | high | 3 | open\nThe new export drops our custom columns.\n';

export async function largeContextFigures(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'peek-bench-'));
  const text = join(folder, 'large.txt');
  await writeFile(text, LINE.repeat(Math.ceil(BYTES / LINE.length)));
  const window = await openWindow([]);
  const { app, page } = window;
  await page.getByTestId('start-new').waitFor();
  await app.evaluate(
    ({ dialog }, paths) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [paths.text] });
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: paths.study });
      const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      Object.assign(globalThis, { benchDelay: delay });
    },
    { text, study: join(folder, 'large.peek') },
  );
  const longest = () =>
    app.evaluate(() => {
      const delay = Reflect.get(globalThis, 'benchDelay') as { max: number; reset(): void };
      const max = delay.max / 1e6;
      delay.reset();
      return max;
    });
  await new Promise((resolve) => setTimeout(resolve, LOADED_MS));
  const loading = await longest();
  await watchFrames(page);
  await new Promise((resolve) => setTimeout(resolve, AT_REST_MS));
  const atRest = await longest();
  const gapsAtRest = await frames(page);
  await page.getByTestId('start-new').click();
  await page.getByTestId('choose-file').click();
  await page.getByTestId('context-chosen').waitFor();
  const reading = await longest();
  await page.getByTestId('new-queries').fill('How many tickets mention the word "export"?');
  await page.getByTestId('new-study-create').click();
  await page.getByTestId('action-run.step').waitFor();
  await page.getByTestId('new-study-dialog').waitFor({ state: 'hidden' });
  const making = await longest();
  await frames(page);
  await startTrace(window);
  await longest();
  await page.getByTestId('action-run.step').click();
  await page.locator('[data-testid="query-row"][data-status="done"]').waitFor({ timeout: 300_000 });
  const running = await longest();
  const gaps = await frames(page);
  const { heaviestTaskMs } = await endTrace(window, 'CrBrowserMain');
  await window.close();
  await rm(folder, { recursive: true, force: true });
  return [
    msFigure('loading the tokenizer at rest: longest block of main', loading, 100),
    msFigure('at rest: longest block of main', atRest),
    msFigure('at rest: longest frame of the window', share(gapsAtRest, 1)),
    msFigure('reading the context: longest block of main', reading, 100),
    msFigure('making the study: longest block of main', making, 100),
    msFigure('running a query: longest block of main', running, 100),
    msFigure('running a query: most processor time of a task of main', heaviestTaskMs, 100),
    msFigure('running a query: longest frame of the window', share(gaps, 1), 100),
  ];
}
