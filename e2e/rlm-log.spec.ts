// A log of the RLM library in the window: it becomes a study, wherever it is opened from.
import { expect, test, type Page } from '@playwright/test';
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerOpenDialog, answerSaveDialog, openWindow, queryRow, twoPages } from './study-window.ts';

const owls = join(import.meta.dirname, '..', 'fixtures', 'rlm-log', 'owls.jsonl');

async function expectOwls(page: Page): Promise<void> {
  await expect(page.getByTestId('query-row')).toHaveCount(3);
  await expect(queryRow(page, 1)).toContainText('How many owls were seen in all?');
  await expect(queryRow(page, 2)).toContainText('Where were jays seen?');
}

test('a log chosen by Open becomes a study where the user wants it, with its trajectory, its sub-agents and its faults', async () => {
  const peek = await openWindow();
  const { page, folder } = peek;
  await answerOpenDialog(peek, owls);
  await answerSaveDialog(peek, join(folder, 'owls'));
  await page.getByTestId('start-open').click();
  await expectOwls(page);
  expect(await readdir(folder)).toContain('owls.peek');

  await queryRow(page, 1).click();
  const trajectory = page.getByTestId('trajectory');
  await expect(trajectory).toContainText('One line a sighting.');
  await expect(trajectory).toContainText('ZeroDivisionError');
  await trajectory.getByRole('button', { name: /sub-call · acme-large/ }).click();
  await expect(trajectory).toContainText('print(2 + 1 + 3 + 2)');
  await page.getByTestId('warnings-button').click();
  await expect(page.getByTestId('warnings')).toContainText('line 8');
  await expect(page.getByTestId('warnings')).toContainText('they were read as times of this computer');
  await peek.close();
});

test('a log named on the command line becomes a study, beside what is open', async () => {
  const peek = await openWindow('{study}');
  await expect(peek.page.getByTestId('queries-progress')).toBeVisible();
  await answerSaveDialog(peek, join(peek.folder, 'owls.peek'));
  await peek.startOnceMore(owls);
  const [, page] = await twoPages(peek);
  await expectOwls(page);
  await peek.close();
});

test('a log dropped on the window becomes a study; other lines of JSON stay a context', async () => {
  const peek = await openWindow();
  const { page, folder } = peek;
  await expect(page.getByTestId('start-open')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const drop = async (path: string) => {
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  };
  const other = join(folder, 'rows.jsonl');
  await writeFile(other, '{"row": 1}\n{"row": 2}\n');
  await drop(other);
  await expect(page.getByTestId('context-chosen')).toContainText('rows.jsonl');
  await page.keyboard.press('Escape');

  const log = join(folder, 'owls.jsonl');
  await copyFile(owls, log);
  await answerSaveDialog(peek, join(folder, 'owls.peek'));
  await drop(log);
  await expectOwls(page);
  await rm(log);

  await test.step('the study stands by itself, also when the log is gone', async () => {
    const again = await peek.reopen(join(folder, 'owls.peek'));
    await expectOwls(again.page);
    await again.close();
  });
});

test('a log that is damaged from its second line on says so in the study, and one that holds nothing makes none', async () => {
  const peek = await openWindow();
  const { page, folder } = peek;
  const empty = join(folder, 'empty.jsonl');
  await writeFile(empty, '{"type": "metadata", "root_model": "acme-large"}\n\u0000\u0007[[[\n');
  await answerOpenDialog(peek, empty);
  await answerSaveDialog(peek, join(folder, 'empty.peek'));
  await page.getByTestId('start-open').click();
  await expect(page.getByRole('log')).toContainText('There is no iteration of an RLM');
  expect((await readdir(folder)).filter((name) => name.startsWith('empty'))).toEqual(['empty.jsonl']);
  await peek.close();
});
