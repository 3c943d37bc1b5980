// Replaying a recorded study in the real window: as it is, under other settings, kept as a study; and its cassette.
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerSaveDialog, openWindow, step, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
test.afterEach(() => peek.close());

const shot = async (page: Page, name: string) => {
  const folder = process.env['PEEK_SHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

async function openRecordedReplay(): Promise<Page> {
  peek = await openWindow('{study}');
  await expect(peek.page.getByTestId('queries-progress')).toHaveText('10 / 12');
  return openReplay(peek.page);
}

async function openReplay(page: Page): Promise<Page> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-field').fill('replay');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('replay-dialog')).toBeVisible();
  return page;
}

test('the demo comes again from its own recording, equal, and no model is called', async () => {
  const page = await openRecordedReplay();
  await page.getByTestId('replay-start').click();
  await expect(page.getByTestId('replay-progress')).toBeVisible();
  await expect(page.getByTestId('replay-equal')).toContainText(/no model called, 1\d versions came again/, {
    timeout: 120_000,
  });
  await shot(page, 'replay-equal');
});

test('a replay can be stopped', async () => {
  const page = await openRecordedReplay();
  await page.getByTestId('replay-start').click();
  await page.getByTestId('replay-stop').click();
  await expect(page.getByTestId('replay-report')).toContainText('Stopped');
  await expect(page.getByTestId('replay-start')).toBeVisible();
});

async function withBudget(page: Page, budget: string): Promise<void> {
  await page.getByTestId('replay-changed').click();
  await page.getByTestId('replay-settings').getByTestId('budget-field').fill(budget);
}

test('under another budget it names the first difference and leads to the recorded call', async () => {
  const page = await openRecordedReplay();
  await withBudget(page, '300');
  await page.getByTestId('replay-start').click();
  await expect(page.getByTestId('replay-difference')).toContainText(/not in the recording.*differs at character/s, {
    timeout: 120_000,
  });
  await expect(page.getByTestId('replay-counts')).toContainText('1 refused');
  await shot(page, 'replay-refused');
  await page.getByTestId('replay-go').click();
  await expect(page.getByTestId('replay-dialog')).toBeHidden();
  await expect(page.getByTestId('prompts')).toBeVisible();
  await shot(page, 'replay-gone-to');
});

test('calls that were not recorded are asked about, made anew, marked, and the replay is kept as a study', async () => {
  peek = await openWindow('demo-offline');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');
  await step(page, 1);
  await step(page, 2);
  await openReplay(page);
  await withBudget(page, '300');
  await page.getByTestId('replay-ask').click();
  await page.getByLabel('Keep the replay as a study').check();
  await answerSaveDialog(peek, join(peek.folder, 'smaller.peek'));
  await page.getByTestId('replay-start').click();
  await expect(page.getByTestId('replay-asked')).toContainText('not in the recording');
  await shot(page, 'replay-asked');
  await page.getByTestId('replay-yes').click();
  await expect(page.getByTestId('replay-asked')).toContainText('not in the recording');
  await page.getByTestId('replay-yes-all').click();
  await expect(page.getByTestId('replay-open')).toBeVisible({ timeout: 150_000 });
  await expect(page.getByTestId('replay-query').first()).toContainText(/\d replayed.*\d anew/s);
  await shot(page, 'replay-changed');
  await page.getByTestId('replay-open').click();
  await expect(page.getByTestId('replay-dialog')).toBeHidden();
  await expect(page.getByTestId('queries-progress')).toHaveText('2 / 10');
  await page.getByTestId('query-row').first().click();
  await page.getByTestId('tab-prompts').click();
  await expect(page.getByTestId('call-origin')).toHaveText('replayed');
  await page.getByRole('button', { name: /^Cartographer/ }).click();
  await expect(page.getByTestId('call-origin')).toHaveText('offline');
  await shot(page, 'replay-kept');
});

test('a cassette is exported whole, or without a word of the prompts', async () => {
  peek = await openWindow('{study}');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  const save = async (name: string, trimmed: boolean) => {
    const path = join(peek.folder, name);
    await answerSaveDialog(peek, path);
    await page.getByTestId('action-study.export').click();
    await page.getByTestId('export-cassette').click();
    await page.getByLabel('Leave the prompts out').setChecked(trimmed);
    await shot(page, 'cassette');
    await page.getByTestId('export-save').click();
    await expect(page.getByTestId('export-dialog')).toBeHidden();
    return JSON.parse(await readFile(path, 'utf8')) as { trimmed: boolean; calls: { messages: unknown }[] };
  };
  const whole = await save('whole.json', false);
  const trimmed = await save('trimmed.json', true);
  expect([whole.trimmed, trimmed.trimmed]).toEqual([false, true]);
  expect(whole.calls.length).toBe(trimmed.calls.length);
  expect(whole.calls.every(({ messages }) => Array.isArray(messages))).toBe(true);
  expect(trimmed.calls.every(({ messages }) => messages === null)).toBe(true);
});
