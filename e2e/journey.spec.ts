// The main job from end to end, in the real window with the offline model: step, see, freeze, roll back, export, reopen.
import { expect, test } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answerSaveDialog,
  exportedText,
  itemsOf,
  mapOnScreen,
  openWindow,
  queryRow,
  step,
  tokensOnScreen,
  type ExportedMap,
} from './study-window.ts';

test('a map evolves, is frozen, rolled back, exported, and is all there again', async () => {
  let peek = await openWindow('demo-offline');
  let { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');
  await expect(page.getByTestId('study-label')).toHaveText('demo, offline model');
  await expect(page.getByTestId('model-chip')).toContainText('offline (rule-based, no LM)');
  await expect(page.getByTestId('map-version')).toHaveText('v0');

  const afterFirst = await test.step('the first step fills the map', async () => {
    await step(page, 1);
    await expect(page.getByTestId('map-version')).toHaveText('v1');
    const items = await mapOnScreen(page);
    expect(items.length).toBeGreaterThan(3);
    return items;
  });

  await test.step('the second shows tags on what was there, and edits', async () => {
    await step(page, 2);
    await expect(page.getByTestId('map-version')).toHaveText('v2');
    await page.getByTestId('tab-distiller').click();
    await expect(page.getByTestId('tag-row')).toHaveCount(afterFirst.length);
    expect(await page.getByTestId('tag-row').locator('[data-tag="helpful"]').count()).toBeGreaterThan(0);
    await page.getByTestId('tab-cartographer').click();
    expect(await page.locator('[data-testid="edit-card"][data-state="applied"]').count()).toBeGreaterThan(0);
    const { tokens, budget } = await tokensOnScreen(page);
    expect(tokens).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(budget);
    expect(await mapOnScreen(page)).not.toEqual(afterFirst);
  });

  await test.step('a frozen map is only reused: the same text, byte for byte', async () => {
    await page.getByTestId('action-map.freeze').click();
    await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'true');
    const before = await exportedText(page, 'prompt');
    await step(page, 3);
    expect(await exportedText(page, 'prompt')).toBe(before);
    await expect(page.getByTestId('map-version')).toHaveText('v2');
    await expect(page.getByTestId('query-summary')).toContainText('map v2, only reused');
  });

  await test.step('rolling back shows the difference first and does nothing until it is confirmed', async () => {
    await page.getByTestId('action-map.rollback').click();
    await expect(page.getByTestId('compare-totals')).toBeVisible();
    expect(await page.getByTestId('compare-card').count()).toBeGreaterThan(0);
    await expect(page.getByTestId('timeline-version')).toHaveText('v2');
    await page.getByTestId('rollback-confirm').click();
    await expect(page.getByTestId('map-version')).toHaveText('v1');
    expect(await mapOnScreen(page)).toEqual(afterFirst);
  });

  const saved = await test.step('the exported JSON is the map on screen', async () => {
    const path = join(peek.folder, 'map.json');
    await answerSaveDialog(peek, path);
    await page.getByTestId('action-study.export').click();
    await page.getByTestId('export-json').click();
    await page.getByTestId('export-save').click();
    await expect(page.getByTestId('notice-good').last()).toContainText('map.json');
    const file = JSON.parse(await readFile(path, 'utf8')) as ExportedMap;
    expect(file.study).toMatchObject({ name: 'Support tickets', label: 'demo, offline model', mapVersion: 'v1' });
    expect(itemsOf(file)).toEqual(await mapOnScreen(page));
    expect({ tokens: file.tokens, budget: file.budgetTokens }).toEqual(await tokensOnScreen(page));
    expect(file.text).toBe(await exportedText(page, 'prompt'));
    return file;
  });

  await test.step('closed and opened again, all is there', async () => {
    peek = await peek.reopen(join(peek.folder, 'settings', 'Demo, offline.peek'));
    ({ page } = peek);
    await expect(page.getByTestId('queries-progress')).toHaveText('3 / 10');
    for (const number of [1, 2, 3]) await expect(queryRow(page, number)).toHaveAttribute('data-status', 'done');
    await expect(page.getByTestId('map-version')).toHaveText('v1');
    await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'true');
    expect(await mapOnScreen(page)).toEqual(afterFirst);
    expect(JSON.parse(await exportedText(page, 'json'))).toEqual(saved);
    await queryRow(page, 1).click();
    await expect(page.getByTestId('query-summary')).toContainText('162');
    await page.getByTestId('tab-trajectory').click();
    await expect(page.getByTestId('iteration').first()).toContainText('print(');
  });
  await peek.close();
});
