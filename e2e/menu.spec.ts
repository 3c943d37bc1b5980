// The menu bar and several windows: each item does what its action does, and windows of one study show the same.
import { expect, test, type Page } from '@playwright/test';
import { expectIdle, openWindow, queryRow, step, type StudyWindow } from './study-window.ts';

interface MenuLine {
  readonly path: string;
  readonly accelerator: string | null;
}

/** All lines of the menu bar that can be chosen, with the names of the menus above them. */
function menuLines({ app }: StudyWindow): Promise<readonly MenuLine[]> {
  return app.evaluate(({ Menu }) => {
    const lines: { path: string; accelerator: string | null }[] = [];
    const walk = (items: readonly Electron.MenuItem[], above: string) => {
      for (const each of items) {
        const path = `${above}${each.label.replace('&', '')}`;
        if (each.submenu) walk(each.submenu.items, `${path} > `);
        else if (each.type !== 'separator') lines.push({ path, accelerator: each.accelerator ?? null });
      }
    };
    walk(Menu.getApplicationMenu()?.items ?? [], '');
    return lines;
  });
}

async function chooseFromMenu({ app }: StudyWindow, path: string): Promise<void> {
  const found = await app.evaluate(({ Menu }, names) => {
    let items = Menu.getApplicationMenu()?.items ?? [];
    let item: Electron.MenuItem | undefined;
    for (const name of names) {
      item = items.find(({ label }) => label.replace('&', '') === name);
      items = item?.submenu?.items ?? [];
    }
    item?.click();
    return item !== undefined;
  }, path.split(' > '));
  expect(found, path).toBe(true);
}

test('the menu bar names what a study can do, and each line of it does it', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  const lines = await menuLines(peek);
  for (const menu of ['File', 'Edit', 'Study', 'View', 'Help'])
    expect(lines.some(({ path }) => path.startsWith(`${menu} > `))).toBe(true);
  const open: readonly (readonly [string, string])[] = [
    ['File > New Study…', 'new-study-dialog'],
    ['File > Export…', 'export-dialog'],
    ['File > Settings…', 'settings-dialog'],
    ['Help > Keys', 'keys-dialog'],
    ['Help > About Peek', 'about-dialog'],
    ['View > Command Palette…', 'palette-field'],
    ['Edit > Find in All Recent Studies…', 'find-all-field'],
  ];
  for (const [path, testId] of open) {
    await chooseFromMenu(peek, path);
    await expect(page.getByTestId(testId), path).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId(testId), path).toBeHidden();
  }
  const sides: readonly (readonly [string, string])[] = [
    ['Study > What If…', 'What if'],
    ['Study > Compare Versions or Studies…', 'Compare'],
    ['Study > Operations Log', 'Operations'],
    ['Study > Cost by Stage', 'Cost by stage'],
    ['Study > Warnings', 'Warnings'],
    ['Edit > Notes', 'Notes'],
  ];
  for (const [path, title] of sides) {
    await chooseFromMenu(peek, path);
    await expect(page.getByTestId('side').getByRole('heading', { name: title }), path).toBeVisible();
  }
  await chooseFromMenu(peek, 'View > Theme: Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await chooseFromMenu(peek, 'Study > Freeze or Unfreeze Map');
  await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'true');
  await chooseFromMenu(peek, 'Edit > Undo Last Operation');
  await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'false');
  await peek.close();
});

/** A window more, by the menu. */
async function secondWindow(peek: StudyWindow): Promise<Page> {
  const opened = peek.app.waitForEvent('window', (each) => each.url().startsWith('app://ui'));
  await chooseFromMenu(peek, 'File > New Window');
  const second = await opened;
  await expect(second.getByTestId('recent-study').first()).toBeVisible({ timeout: 30_000 });
  return second;
}

test('two windows of one study show the same, and one may be closed while the other goes on', async () => {
  test.setTimeout(90_000);
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  const second = await secondWindow(peek);
  await second.getByTestId('recent-study').first().click();
  await expect(second.getByTestId('queries-progress')).toHaveText('10 / 12');
  // Both may write: neither is told that somebody else holds the file.
  await expect(second.getByTestId('action-run.step')).toHaveAttribute('aria-disabled', 'false');

  await step(page, 11);
  await expect(queryRow(second, 11)).toHaveAttribute('data-status', 'done');
  await expect(second.getByTestId('queries-progress')).toHaveText('11 / 12');
  // Each window keeps its own place in time.
  await second.keyboard.press('[');
  await expect(second.getByTestId('not-now-banner')).toBeVisible();
  await expect(page.getByTestId('not-now-banner')).toBeHidden();

  await second.close();
  await step(page, 12);
  await expect(page.getByTestId('queries-progress')).toHaveText('12 / 12');
  await peek.close();
});

test('two windows of two studies do not speak into each other', async () => {
  test.setTimeout(90_000);
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  const second = await secondWindow(peek);
  await second.getByTestId('start-demo-offline').click();
  await expect(second.getByTestId('queries-progress')).toHaveText('0 / 10', { timeout: 30_000 });
  await Promise.all([step(page, 11), step(second, 1)]);
  await expect(page.getByTestId('queries-progress')).toHaveText('11 / 12');
  await expect(second.getByTestId('queries-progress')).toHaveText('1 / 10');
  await peek.close();
});
