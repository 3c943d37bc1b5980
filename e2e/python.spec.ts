// How Python stands, in the real window; and that one which is not sandboxed is said so wherever it shows.

import { expect, test } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { peekFolder } from './run-peek.ts';
import { openPacedWindow, openWindow, step } from './study-window.ts';

test('the status line tells how the sandbox stands before, in and after a run', async () => {
  const peek = await openPacedWindow('demo-offline');
  const python = peek.page.getByTestId('python-status');
  await expect(python).toHaveAttribute('data-phase', 'ready');
  await expect(python).toHaveText('Python sandbox ready');

  // Every phase that shows while a run works is noted in the page itself, since some last but a moment.
  await python.evaluate((element) => {
    const phases: string[] = [];
    Object.assign(globalThis, { phases });
    new MutationObserver(() => phases.push(element.getAttribute('data-phase') ?? '')).observe(element, {
      attributes: true,
    });
  });
  await step(peek.page, 1);
  await expect(python).toHaveAttribute('data-phase', 'ready');
  expect(await peek.page.evaluate(() => (globalThis as unknown as { phases: string[] }).phases)).toContain('running');
  await expect(peek.page.locator('.unsandboxed')).toHaveCount(0);
  await peek.close();
});

test('a study without a query to answer starts no Python; one that is added does', async () => {
  const folder = await peekFolder();
  await writeFile(folder.file('messages.tsv'), 'ham\thello\nspam\tWIN\n'.repeat(40));
  const made = await folder.run('new', 'messages.peek', '--context', 'messages.tsv');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const peek = await openPacedWindow(folder.file('messages.peek'));
  const { page } = peek;
  const python = page.getByTestId('python-status');
  await page.getByTestId('add-queries').click();
  await page.getByTestId('queries-text').fill('How many messages are spam?');
  // Where it starts ahead, it starts as soon as the study is open: long before the dialog.
  await expect(python).toHaveAttribute('data-phase', 'none');
  await page.getByTestId('queries-add').click();
  await expect(python).toHaveAttribute('data-phase', 'ready');
  await peek.close();
  await folder.remove();
});

test('native Python is marked on the command line, in the study and in the window', async () => {
  const folder = await peekFolder();
  await writeFile(folder.file('messages.tsv'), 'ham\thello\nspam\tWIN\n'.repeat(40));
  await writeFile(
    folder.file('queries.jsonl'),
    '{"query": "How many messages are spam?"}\n{"query": "How many are ham?"}',
  );
  const made = await folder.run(
    ...['new', 'native.peek', '--context', 'messages.tsv', '--queries', 'queries.jsonl', '--python', 'native'],
  );
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const told = await folder.run('step', 'native.peek');
  expect(told.stdout).toContain('Python is NOT sandboxed');
  expect((await folder.run('show', 'native.peek')).stdout).toContain('Python NOT sandboxed');
  expect((await folder.run('export', 'native.peek', '--format', 'markdown')).stdout).toContain('was **not sandboxed**');

  const peek = await openWindow(folder.file('native.peek'));
  await expect(peek.page.getByTestId('python-status')).toHaveText('Python NOT sandboxed');
  await expect(peek.page.getByTestId('model-chip')).toContainText('Python NOT sandboxed');
  await peek.page.locator('[data-testid="query-row"][data-query-id="q1"]').click();
  await expect(peek.page.getByText('Python of this run was NOT sandboxed')).toBeVisible();
  await peek.page.keyboard.press('Control+,');
  await peek.page.getByTestId('settings-agent').click();
  const setting = peek.page.getByTestId('settings-dialog').getByRole('combobox', { name: /^Python/ });
  await expect(setting.locator('option:checked')).toHaveText('python3 of this machine: NOT sandboxed');
  await expect(peek.page.getByText('Model-written code can then read your files and use the network.')).toBeVisible();
  if (process.env['PEEK_PICTURES']) await peek.page.screenshot({ path: `${process.env['PEEK_PICTURES']}/native.png` });
  await peek.close();
  await folder.remove();
});
