// A person writes on the map while a step runs that changes it: both are brought together, in the real window, with the demo's
// queries and the offline model. Its second step rewrites cr-00001, its third deletes rr-00001.
import { expect, test } from '@playwright/test';
import { exportedText, item, mapOnScreen, openWindow, step, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
test.afterEach(() => peek.close());

async function openStepped(): Promise<StudyWindow> {
  peek = await openWindow('demo-offline');
  await step(peek.page, 1);
  return peek;
}

test('an item that a step rewrites while it is written on is merged by keyboard, and one that it deletes becomes a new one', async () => {
  const { page } = await openStepped();
  const text = page.getByTestId('editor-text');
  const edit = async (id: string, words: string) => {
    await item(page, id).hover();
    await item(page, id).getByTestId('item-edit').click();
    await text.press('Control+End');
    await text.pressSequentially(words);
  };
  await edit('cr-00001', ' Count them anew.');
  await expect(text).toHaveValue(/about 2,200 records.*Count them anew\.$/s);
  await step(page, 2);
  const rewritten = page.getByTestId('editor-rewritten');
  await expect(rewritten.locator('del mark')).toHaveText(['about 2,200 ']);
  await expect(rewritten.locator('ins mark')).toHaveText(['2,160 ']);
  await text.focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Merge', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(text).toBeFocused();
  await expect(text).toHaveValue(/^One text of 2,160 records.*Count them anew\.$/s);
  await expect(rewritten).toBeHidden();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('map-version')).toHaveText('v3');
  const merged = (await mapOnScreen(page)).find(({ id }) => id === 'cr-00001');
  expect(merged?.content).toMatch(/^One text of 2,160 records.*Count them anew\.$/s);

  await edit('rr-00001', ' Unsure.');
  await step(page, 3);
  await expect(page.getByTestId('editor-gone')).toContainText('rr-00001 was deleted meanwhile, in v4.');
  await page.getByTestId('editor-as-new').press('Enter');
  await page.getByTestId('editor-save').click();
  await expect(page.getByTestId('map-version')).toHaveText('v5');
  const items = await mapOnScreen(page);
  expect(items.find(({ id }) => id === 'rr-00001')).toBeUndefined();
  expect(items.filter(({ content }) => content.endsWith(' Unsure.')).length).toBe(1);
});

test('a text of the map is merged with what steps changed, undone in the editor, and an item that went is decided', async () => {
  const { page } = await openStepped();
  const text = page.getByTestId('monaco-text');
  const overtaken = page.getByTestId('map-text-overtaken');
  const merge = page.getByTestId('map-text-merge');
  await page.getByTestId('map-tab-text').click();
  await text.getByText('CONTEXT ROADMAP').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Also by hand.');
  await step(page, 2);
  await expect(overtaken).toContainText('from v1 to v2');
  await expect(page.getByTestId('merge-conflict')).toHaveCount(0);
  await merge.click();
  await expect(overtaken).toBeHidden();
  await expect(text).toContainText('One text of 2,160 records');

  await text.getByText('CONTEXT ROADMAP').click();
  await page.keyboard.press('Control+z');
  await expect(overtaken).toContainText('from v1 to v2');
  await merge.click();
  await step(page, 3);
  await expect(overtaken).toContainText('from v2 to v3');
  const conflict = page.getByTestId('merge-conflict');
  await expect(conflict).toHaveAttribute('data-item-id', 'rr-00001');
  await expect(conflict.locator('ins mark')).toHaveText([' Also by hand.']);
  await expect(merge).toHaveAttribute('aria-disabled', 'true');
  await conflict.getByRole('button', { name: 'Keep as a new item' }).press('Enter');
  await expect(merge).toHaveAttribute('aria-disabled', 'false');
  await merge.press('Enter');
  await page.getByTestId('map-text-save').click();
  await expect(page.getByTestId('map-version')).toHaveText('v4');
  const prompt = await exportedText(page, 'prompt');
  for (const words of ['[cr-00001] One text of 2,160 records', 'login loop', ' Also by hand.'])
    expect(prompt).toContain(words);
  expect(prompt).not.toContain('[rr-00001]');
});
