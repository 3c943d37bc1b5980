// A first-time walk, by the names that stand on the screen: from what `npm start` opens to "I edited an item by hand, stepped,
// rolled back, exported". Nothing is found by an id, no key is known.
import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerSaveDialog, openPacedWindow } from './study-window.ts';

/** What a newcomer may take for it, reading nothing. */
const WALK_MS = 120_000;

test('a newcomer edits an item, steps, rolls back and exports in under two minutes', async () => {
  test.setTimeout(WALK_MS);
  const peek = await openPacedWindow('demo');
  const { page } = peek;
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first();

  await expect(page.getByRole('heading', { name: 'Context map' })).toBeVisible();
  await expect(page.getByText('hand-played').first()).toBeVisible();

  const items = page.getByRole('region', { name: 'Items of the map' });
  const first = items.getByRole('listitem').first();
  await first.hover();
  await first.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Text of the item' }).fill('A year of support tickets, newest first.');
  await button('Save').click();
  await expect(items.getByText('A year of support tickets, newest first.')).toBeVisible();

  await button(/^Step/).click();
  await expect(button(/^Stop/)).toBeVisible();
  await expect(button(/^Step/)).toBeVisible();
  await expect(page.getByText('11 / 12')).toBeVisible();

  await button('Roll back').click();
  await page.getByRole('region', { name: 'Compare' }).getByRole('button', { name: 'Roll back', exact: true }).click();
  await expect(page.getByText(/^Rolled back to/)).toBeVisible();

  const path = join(peek.folder, 'my map.json');
  await answerSaveDialog(peek, path);
  await button('Export').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
  await expect(page.getByText('Saved as my map.json.')).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('A year of support tickets, newest first.');
  await peek.close();
});
