// The menu bar and several windows: its lines are actions of the window, and windows of one study show the same.
import { expect, test, type Page } from '@playwright/test';
import { expectIdle, openWindow, queryRow, step, type StudyWindow } from './study-window.ts';

/** What only the system or another window could show; and what asks nothing of this window. */
const NOT_FOR_THE_WINDOW = ['New Window', 'Clear', 'Show Log File'];

/** The actions that the lines of the menu bar send to the window, each line chosen once; the window does not hear of it. */
function actionsOfMenu({ app }: StudyWindow): Promise<readonly string[]> {
  return app.evaluate(({ BrowserWindow, Menu }, left) => {
    const sent: string[] = [];
    const window = BrowserWindow.getAllWindows().find((each) => each.webContents.getURL().startsWith('app://ui'));
    if (window === undefined) throw new Error('there is no window');
    const { webContents } = window;
    const send = webContents.send.bind(webContents);
    webContents.send = (_channel: string, _name: string, push: { readonly action: string }) => {
      sent.push(push.action);
    };
    const choose = (items: readonly Electron.MenuItem[]) => {
      for (const item of items) {
        if (item.submenu) choose(item.label === 'Open Recent' ? [] : item.submenu.items);
        else if (item.type !== 'separator' && !item.role && !left.includes(item.label)) (item.click as () => void)();
      }
    };
    choose(Menu.getApplicationMenu()?.items ?? []);
    webContents.send = send;
    return sent;
  }, NOT_FOR_THE_WINDOW);
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

test('every line of the menu bar that is meant for the window names an action that it has', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  const actions = await actionsOfMenu(peek);
  expect(actions.length).toBeGreaterThan(35);
  await page.keyboard.press('Control+k');
  // The palette does not name itself.
  for (const name of new Set(actions.filter((each) => each !== 'palette.open'))) {
    await page.getByTestId('palette-field').fill(name);
    await expect(page.getByTestId(`palette-${name}`), name).toBeAttached();
  }
  await peek.close();
});

test('the menu opens dialogs and panels, changes the theme, freezes the map and undoes that', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
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
  await expect(second.getByTestId('recent-study').first()).toBeVisible();
  return second;
}

test('two windows of one study show the same, and one may be closed while the other goes on', async () => {
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
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  const second = await secondWindow(peek);
  await second.getByTestId('start-demo-offline').click();
  await expect(second.getByTestId('queries-progress')).toHaveText('0 / 10');
  await Promise.all([step(page, 11), step(second, 1)]);
  await expect(page.getByTestId('queries-progress')).toHaveText('11 / 12');
  await expect(second.getByTestId('queries-progress')).toHaveText('1 / 10');
  await peek.close();
});
