// What the tests see and do in a study's window, said once.
import { expect, type Locator, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStudyFile } from '#core/node/index.ts';
import { emptyState, reduceAll } from '#core/study/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { launchPeek, processOptions, type LaunchedPeek } from './launch-peek.ts';

export const recorded = join(import.meta.dirname, '..', 'fixtures', 'hand-played', 'hand-played.peek');

export interface StudyWindow extends LaunchedPeek {
  readonly page: Page;
  /** A folder of the test's own, with settings and studies. */
  readonly folder: string;
  /** Closes the window as a person does and opens Peek again, with the same settings. */
  reopen(...args: readonly string[]): Promise<StudyWindow>;
  /** Starts Peek while it runs, as a double click on a file does; the process that runs takes it over. */
  startOnceMore(...args: readonly string[]): Promise<void>;
  /** Ends the process without a word, as a crash or a power cut does, and opens Peek again. */
  crashAndReopen(...args: readonly string[]): Promise<StudyWindow>;
}

/** Opens Peek on arguments in which `{study}` stands for a copy of the recorded study. */
export function openWindow(...args: readonly string[]): Promise<StudyWindow> {
  return openIn(args, false);
}

/** The same with an offline model that writes at a pace that can be watched, so that a run can be met in its middle. */
export function openPacedWindow(...args: readonly string[]): Promise<StudyWindow> {
  return openIn(args, true);
}

/** The two windows that a reader sees, from left to right. */
export async function twoPages({ app }: LaunchedPeek): Promise<readonly [Page, Page]> {
  const pages = () => app.windows().filter((page) => page.url().startsWith('app://ui'));
  await expect.poll(() => pages().length).toBe(2);
  const [one, other] = pages();
  if (one === undefined || other === undefined) throw new Error('a window was closed');
  const leftOf = (page: Page) => page.evaluate(() => window.screenX);
  return (await leftOf(one)) < (await leftOf(other)) ? [one, other] : [other, one];
}

/** Where on the screen the windows stand that a reader sees, the one that was opened first first. */
export function placesOf({ app }: LaunchedPeek): Promise<readonly Electron.Rectangle[]> {
  return app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()
      .filter(({ webContents }) => webContents.getURL().startsWith('app://ui'))
      .sort((one, other) => one.id - other.id)
      .map((window) => window.getBounds()),
  );
}

export async function moveWindows(peek: LaunchedPeek, places: readonly Electron.Rectangle[]): Promise<void> {
  await peek.app.evaluate(({ BrowserWindow }, wanted) => {
    BrowserWindow.getAllWindows()
      .filter(({ webContents }) => webContents.getURL().startsWith('app://ui'))
      .sort((one, other) => one.id - other.id)
      .forEach((window, at) => window.setBounds(wanted[at] ?? {}));
  }, places);
  await expect.poll(() => placesOf(peek)).toEqual(places);
}

async function openIn(args: readonly string[], paced: boolean): Promise<StudyWindow> {
  const folder = await mkdtemp(join(tmpdir(), 'peek window '));
  if (args.includes('{study}')) await copyFile(recorded, join(folder, 'copy.peek'));
  return windowIn(
    folder,
    args.map((arg) => (arg === '{study}' ? join(folder, 'copy.peek') : arg)),
    paced,
  );
}

async function windowIn(folder: string, args: readonly string[], paced: boolean): Promise<StudyWindow> {
  const userData = join(folder, 'settings');
  const peek = await launchPeek(args, { userData, paced });
  const faults: string[] = [];
  peek.page.on('pageerror', (error) => faults.push(error.message));
  peek.page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  const end = async () => {
    await peek.close();
    expect(faults, 'errors of the page').toEqual([]);
  };
  return {
    ...peek,
    folder,
    async close() {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
    async reopen(...again) {
      await end();
      return windowIn(folder, again, paced);
    },
    async startOnceMore(...more) {
      const { executablePath, args: all, env } = processOptions(more, userData, paced);
      const second = spawn(executablePath, all, { env, stdio: 'ignore' });
      expect(await once(second, 'exit'), 'it leaves the window to the process that runs').toEqual([0, null]);
    },
    async crashAndReopen(...again) {
      const ended = peek.app.waitForEvent('close');
      peek.app.process().kill('SIGKILL');
      await ended;
      return windowIn(folder, again, paced);
    },
  };
}

export const queryRow = (page: Page, number: number): Locator =>
  page.locator(`[data-testid="query-row"][data-query-id="q${number}"]`);

export const item = (page: Page, itemId: string): Locator =>
  page.locator(`[data-testid="map-item"][data-item-id="${itemId}"]`);

export async function expectIdle(page: Page): Promise<void> {
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'idle');
}

/** A study as it lies in its file. */
export function stateOf(path: string): StudyState {
  const opened = openStudyFile(path, { readOnly: true });
  if (!opened.ok) throw new Error(opened.error.words);
  const state = reduceAll(emptyState, opened.value.read(0));
  opened.value.close();
  return state;
}

/** Steps, and waits until this query is answered and the map is updated; `timeout` where the query itself is a long piece of work. */
export async function step(page: Page, number: number, options: { readonly timeout?: number } = {}): Promise<void> {
  await page.getByTestId('action-run.step').click();
  await expect(queryRow(page, number)).toHaveAttribute('data-status', 'done', options);
  await expectIdle(page);
}

export interface ItemOnScreen {
  readonly id: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  readonly pinned: boolean;
}

/** The items of the map as a reader sees them, those that are gone left out. */
export async function mapOnScreen(page: Page): Promise<readonly ItemOnScreen[]> {
  await page.getByTestId('map-tab-items').click();
  const cards = page.locator('[data-testid="map-item"]:not([data-gone])');
  return cards.evaluateAll((all) =>
    all.map((card) => {
      const number = (text: string | null | undefined) => Number((text ?? 'none').replace('\u2212', '-'));
      const foot = [...card.querySelectorAll('.item-foot span')].map((part) => part.textContent);
      return {
        id: card.getAttribute('data-item-id') ?? '',
        content: card.querySelector('.item-text')?.textContent ?? '',
        tokens: number(foot.find((part) => /^\d+ tok$/.test(part))?.replace(' tok', '')),
        score: number(card.querySelector('[title="Score"]')?.textContent),
        pinned: card.querySelector('.item-foot [title^="Pinned by"]') !== null,
      };
    }),
  );
}

/** The tokens that the meter names, and the budget. */
export async function tokensOnScreen(page: Page): Promise<{ readonly tokens: number; readonly budget: number }> {
  const meter = page.getByRole('meter', { name: 'Tokens of the map' });
  const [tokens, budget] = await Promise.all([
    meter.getAttribute('aria-valuenow'),
    meter.getAttribute('aria-valuemax'),
  ]);
  return { tokens: Number(tokens), budget: Number(budget) };
}

/** What Export shows for the version on screen. */
export async function exportedText(page: Page, format: 'json' | 'prompt' | 'markdown'): Promise<string> {
  await page.getByTestId('action-study.export').click();
  await page.getByTestId(`export-${format}`).click();
  await expect(page.getByTestId('export-copy')).toHaveAttribute('aria-disabled', 'false');
  const text = await page.getByTestId('export-text').textContent();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('export-dialog')).toBeHidden();
  return text ?? '';
}

export interface ExportedMap {
  readonly study: { readonly name: string; readonly label: string | null; readonly mapVersion: string };
  readonly budgetTokens: number;
  readonly tokens: number;
  readonly text: string;
  readonly sections: readonly { readonly items: readonly ItemOnScreen[] }[];
}

/** The items of an exported file, with what is also on screen. */
export function itemsOf(file: ExportedMap): readonly ItemOnScreen[] {
  return file.sections.flatMap((section) =>
    section.items.map(({ id, content, tokens, score, pinned }) => ({ id, content, tokens, score, pinned })),
  );
}

/** Answers the next native save dialog with this path; everything else about saving is real. */
export async function answerSaveDialog(peek: LaunchedPeek, filePath: string): Promise<void> {
  await peek.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, filePath);
}

/** Answers the next native open dialog with this path. */
export async function answerOpenDialog(peek: LaunchedPeek, filePath: string): Promise<void> {
  await peek.app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [path] });
  }, filePath);
}
