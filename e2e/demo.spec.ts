// The study that `npm start` opens: recorded, labelled as what it is, and ready to go on without a key.
import { expect, test } from '@playwright/test';
import { item, mapOnScreen, openWindow, queryRow, step, tokensOnScreen } from './study-window.ts';

test('the demo opens on the recorded study, and stepping goes on with the offline model', async () => {
  const peek = await openWindow('demo');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  await expect(page.getByTestId('study-label')).toHaveText('hand-played');

  for (let number = 1; number <= 10; number += 1) {
    await expect(queryRow(page, number)).toHaveAttribute('data-status', 'done');
    await expect(queryRow(page, number)).toContainText('1.00');
  }

  await test.step('an eviction is shown with its ranking and its ghost', async () => {
    await queryRow(page, 6).click();
    await expect(page.getByTestId('map-version')).toHaveText('v7');
    await page.getByTestId('tab-evictor').click();
    expect(await page.getByTestId('rank-row').count()).toBeGreaterThan(1);
    await expect(item(page, 'rr-00001')).toHaveAttribute('data-gone', 'evicted');
    const { tokens, budget } = await tokensOnScreen(page);
    expect(budget).toBe(640);
    expect(tokens).toBeLessThanOrEqual(budget);
  });

  await test.step('the pinned item is marked, and the last two queries only reused the map', async () => {
    expect((await mapOnScreen(page)).filter(({ pinned }) => pinned).map(({ id }) => id)).toEqual(['ps-00001']);
    for (const number of [9, 10]) {
      await queryRow(page, number).click();
      await expect(page.getByTestId('query-summary')).toContainText('map v9, only reused');
    }
    await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'false');
  });

  await test.step('step goes on with the offline model, and the map learns', async () => {
    await step(page, 11);
    await expect(page.getByTestId('map-version')).toHaveText('v10');
    await expect(page.getByTestId('query-title')).toContainText('login loop');
    await expect(page.getByTestId('model-chip')).toContainText('offline (rule-based, no LM)');
    await expect(page.getByTestId('study-label')).toHaveText('hand-played');
    await expect(page.getByTestId('queries-progress')).toHaveText('11 / 12');
  });
  await peek.close();
});
