// `npm run screenshots -- --out DIR`: a picture of every view of the real window, in every theme, in two sizes, with nothing,
// with an ordinary study, with far too much, and with a failure. One launch; the same window goes from state to state.
// --only WORD takes those whose name holds the word, e.g. "evictor", "light", "huge-1024".

import type { Page } from '@playwright/test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchPeek, type LaunchedPeek } from '../launch-peek.ts';
import { answerOpenDialog } from '../study-window.ts';
import { act, failRequest } from './act.ts';
import { contactSheet } from './contact-sheet.ts';
import { STATES, writeStudies } from './studies.ts';
import { EVERY, START_VIEWS, VIEWS, type Shown, type View } from './views.ts';

const THEMES = ['dark', 'light', 'contrast'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
] as const;
type Size = (typeof SIZES)[number];

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'test-results/gallery' }, only: { type: 'string', default: '' } },
});
const out = resolve(values.out);
const only = values.only.split(',');
mkdirSync(out, { recursive: true });
const started = Date.now();
const taken: string[] = [];
const missed: string[] = [];

const folder = mkdtempSync(join(tmpdir(), 'peek gallery '));
const studies = writeStudies(folder);
const peek = await launchPeek([], { userData: join(folder, 'settings') });
try {
  for (const size of SIZES) await shootSize(peek, size);
} finally {
  await peek.close();
  studies.close();
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(join(out, 'index.html'), contactSheet(taken));
console.log(`${taken.length} pictures in ${out} in ${Math.round((Date.now() - started) / 1000)} s`);
if (missed.length > 0) console.log(`${missed.length} views were missed, as told above`);
process.exitCode = missed.length > 0 ? 1 : 0;

async function shootSize(app: LaunchedPeek, size: Size): Promise<void> {
  const { page } = app;
  await resize(app, size);
  // Panes take their first sizes from the window's.
  await page.reload();
  const shown: Shown = { page, act: (action) => act(app, action), fail: (request) => failRequest(app, request) };
  await page.getByTestId('start-demo').waitFor();
  await shootViews(shown, START_VIEWS, size.width === SIZES[0].width ? 'first' : 'again', size);
  for (const state of STATES) {
    // The ordinary one is always opened: others are compared with it.
    if (state !== 'normal' && !names(state, size).some(wanted)) continue;
    await answerOpenDialog(app, studies.paths[state]);
    await shown.act('study.open');
    await page.getByTestId('timeline-chart').waitFor({ timeout: 30_000 });
    await shown.act('tab.trajectory');
    if (state === 'normal' || state === 'by-hand')
      await page.locator('[data-testid="query-row"][data-query-id="q8"]').click();
    await shootViews(
      shown,
      VIEWS.filter((view) => (view.states ?? EVERY).includes(state)),
      state,
      size,
    );
  }
  await shown.act('study.close');
  await page.getByTestId('start-demo').waitFor();
}

/** The page itself gets this size, whatever the system's menu bar takes. */
async function resize({ app, page }: LaunchedPeek, { width, height }: Size): Promise<void> {
  let extra = 0;
  for (let tries = 0; tries < 20; tries += 1) {
    await app.evaluate(
      ({ BrowserWindow }, [wide, high]) => {
        BrowserWindow.getAllWindows()
          .find((window) => window.isVisible())
          ?.setContentSize(wide ?? 0, high ?? 0);
      },
      [width, height + extra],
    );
    await page.waitForTimeout(50);
    const inner = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
    if (inner.width === width && inner.height === height) return;
    if (inner.width === width) extra += height - inner.height;
  }
}

function names(state: string, size: Size): readonly string[] {
  return [...VIEWS, ...START_VIEWS].flatMap((view) => THEMES.map((theme) => nameOf(view, state, size, theme)));
}

function nameOf(view: View, state: string, size: Size, theme: string): string {
  return `${view.name}-${state}-${size.width}-${theme}`;
}

function wanted(name: string): boolean {
  return only.some((word) => name.includes(word));
}

async function shootViews(shown: Shown, views: readonly View[], state: string, size: Size): Promise<void> {
  for (const view of views) {
    const themes = THEMES.filter((theme) => wanted(nameOf(view, state, size, theme)));
    if (themes.length === 0) continue;
    try {
      await view.open(shown);
      // An action that was refused shows nothing: its picture is missed, not taken of what stood there before.
      await shown.page.locator(view.ready).first().waitFor({ timeout: 10_000 });
      if (view.settle !== undefined) await shown.page.waitForTimeout(view.settle);
      for (const theme of themes) {
        await shown.act(`theme.${theme}`);
        await shoot(shown.page, nameOf(view, state, size, theme));
      }
    } catch (error) {
      miss(`${view.name}, ${state}, ${size.width}: ${String(error).split('\n').slice(0, 4).join(' ')}`);
      await shown.page.screenshot({ path: join(out, `missed-${view.name}-${state}-${size.width}.png`) });
    }
    await back(shown, view);
  }
}

function miss(words: string): void {
  missed.push(words);
  console.log(`missed: ${words}`);
}

/** Closes what the view had opened. */
async function back(shown: Shown, view: View): Promise<void> {
  await shown.page.keyboard.press('Escape');
  await shown.act('view.close');
  await shown.act('view.close');
  await view.after?.(shown).catch((error: unknown) => miss(`${view.name}, leaving: ${String(error)}`));
}

async function shoot(page: Page, name: string): Promise<void> {
  // Where nothing lies under it: a click on the way here must not light up what came to stand there.
  await page.mouse.move(0, 0);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 40))));
  await page.screenshot({ path: join(out, `${name}.png`) });
  taken.push(name);
}
