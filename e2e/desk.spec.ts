// What lies around a study: finding in all of them, comparing two, notes, links, the operations log, costs, the start screen.
import { expect, test, type Page } from '@playwright/test';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answerOpenDialog,
  answerSaveDialog,
  expectIdle,
  item,
  moveWindows,
  openPacedWindow,
  openWindow,
  placesOf,
  twoPages,
  queryRow,
  recorded,
  stateOf,
} from './study-window.ts';

async function fromPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette-field').fill(words);
  await page.keyboard.press('Enter');
}

test('a note is written on a query, an iteration, a version and an item, stands there, is found, and is exported', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  const write = async (words: string) => {
    await page.getByTestId('note-text').fill(words);
    await page.getByTestId('note-add').click();
    await expect(page.getByTestId('note').filter({ hasText: words })).toBeVisible();
  };
  await queryRow(page, 10).click();
  await page.keyboard.press('m');
  await write('compare with the pilot');
  await expect(queryRow(page, 10).locator('.query-notes')).toHaveText('1');

  await page.getByTestId('iteration').first().getByTestId('note-button').click();
  await write('it counted twice here');
  await expect(page.getByTestId('iteration').first().getByTestId('note-lines')).toContainText('it counted twice here');

  await page.getByRole('region', { name: 'Timeline' }).getByTestId('note-button').click();
  await write('the map we publish');
  await expect(page.locator('[data-mark="note"]')).toBeAttached();

  await page.keyboard.press('Escape');
  await item(page, 'cr-00001').click();
  await page.keyboard.press('Enter');
  await write('check against the raw file');

  await page.keyboard.press('/');
  await page.getByTestId('search-field').fill('counted twice');
  await page.getByTestId('search-hits').getByRole('button').first().click();
  await expect(page.getByTestId('notes-panel')).toContainText('query 10, iteration 1');

  const path = join(peek.folder, 'map.md');
  await answerSaveDialog(peek, path);
  await page.getByTestId('action-study.export').click();
  await page.getByTestId('export-markdown').click();
  await page.getByTestId('export-save').click();
  await expect(page.getByTestId('notice-good')).toBeVisible();
  expect(await readFile(path, 'utf8')).toContain('check against the raw file');
  await peek.close();
});

test('a link to a step is copied, and pasted into the palette it leads there again', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await queryRow(page, 5).click();
  await page.getByTestId('tab-evictor').click();
  await page.keyboard.press('y');
  await expect(page.getByTestId('notice-good')).toContainText('Link to query 5, evictor copied.');
  expect(await peek.app.evaluate(({ clipboard }) => clipboard.readText())).toBe('copy.peek#q5.evictor');

  await fromPalette(page, 'copy.peek#q3.i2');
  await expect(page.getByTestId('query-summary')).toContainText('Query 3');
  await expect(page.locator('[data-testid="iteration"][data-iteration="2"]')).toBeVisible();
  await fromPalette(page, '#q5.evictor.rr-00001');
  await expect(page.getByTestId('tab-evictor')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('biography')).toContainText('Born in query');
  await fromPalette(page, 'copy.peek#q8.after-distiller');
  await expect(page.getByTestId('not-now-banner')).toContainText('after the Distiller of query 8');
  await page.keyboard.press('y');
  await expect(page.getByTestId('notice-good').last()).toContainText('Link to query 8, after the Distiller');
  expect(await peek.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^copy\.peek#q8\.after-distiller\b/);
  await fromPalette(page, 'copy.peek#q10.after-distiller');
  await expect(page.getByTestId('notice-info')).toContainText('no moment after the Distiller of query 10');
  await expect(page.getByTestId('query-summary')).toContainText('Query 10');
  await fromPalette(page, 'copy.peek#q99');
  await expect(page.getByTestId('notice-info').last()).toContainText('This study has no query 99.');
  await fromPalette(page, 'other.peek#q1');
  await expect(page.getByTestId('notice-bad').last()).toContainText('other.peek is not among the recent studies');
  await peek.close();
});

test('a query is chosen without anything moving, and says that it is not now; the latest map is not called past', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  const top = async () => (await page.getByTestId('query-title').boundingBox())?.y;
  await queryRow(page, 10).click();
  const before = await top();
  await queryRow(page, 5).click();
  await expect(page.getByTestId('not-now-banner')).toContainText('The past. This is v6; now the map is at v9');
  expect(await top()).toBe(before);
  await page.keyboard.press('Shift+g');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  // Query 8 left the map that stands there now: nothing to go back for.
  await queryRow(page, 8).click();
  await expect(page.getByTestId('query-summary')).toContainText('Query 8');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await peek.close();
});

test('the operations log restores the map of an earlier line, with the difference shown first, and undo brings it back', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  await page.keyboard.press('o');
  const line = page.getByTestId('operation').filter({ hasText: 'updated the map after q3: v3' });
  await line.hover();
  await line.getByTestId('operation-restore').click();
  await expect(page.getByTestId('compare-totals')).toBeVisible();
  await page.getByTestId('rollback-confirm').click();
  await expect(page.getByTestId('map-version')).toHaveText('v3');
  await page.keyboard.press('o');
  await expect(page.getByTestId('operation').first()).toContainText('rolled main back from v9 to v3');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('map-version')).toHaveText('v9');
  await peek.close();
});

test('costs are told by stage and by query, and follow the moment', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await page.getByTestId('cost-button').click();
  const calls = (role: string) => page.locator(`[data-testid="cost-row"][data-role="${role}"] td`).first();
  await expect(calls('all')).toHaveText('49');
  await expect(calls('distiller')).toHaveText('8');
  await queryRow(page, 2).click();
  await expect(calls('distiller')).toHaveText('2');
  await peek.close();
});

test('words are found in every recent study, and a place that was found opens its study there', async () => {
  const peek = await openWindow('{study}');
  const { page } = peek;
  await expectIdle(page);
  await page.getByTestId('study-menu').click();
  await page.getByRole('menuitem', { name: 'Close this study' }).click();
  await page.getByTestId('start-demo-offline').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');

  await page.keyboard.press('Control+Shift+f');
  await page.getByTestId('find-all-field').fill('eight fixed sentences');
  const study = page.getByTestId('found-study').filter({ hasText: 'copy.peek' });
  await expect(study).toBeVisible();
  await study.getByTestId('found-hit').filter({ hasText: 'edit' }).first().click();
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  await expect(page.getByTestId('tab-cartographer')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByTestId('query-summary')).toContainText('Query 8');

  await test.step('and the two studies are laid beside each other, as items and as text', async () => {
    await page.keyboard.press('c');
    await page.getByTestId('other-study').selectOption({ label: 'Support tickets (Demo, offline.peek)' });
    await expect(page.getByTestId('compare-studies')).toContainText('B = 640');
    await expect(page.getByTestId('compare-card').first()).toBeVisible();
    await page.getByTestId('side').getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.getByTestId('monaco-diff').locator('.view-line').first()).toBeVisible();
  });
  await peek.close();
});

test('a place in another study of the same file name is gone to in that study', async () => {
  const peek = await openWindow();
  const { page } = peek;
  const open = async (folder: string) => {
    await mkdir(join(peek.folder, folder));
    await copyFile(recorded, join(peek.folder, folder, 'same.peek'));
    await answerOpenDialog(peek, join(peek.folder, folder, 'same.peek'));
    await page.getByTestId('start-open').click();
    await expectIdle(page);
  };
  await open('one');
  await queryRow(page, 10).click();
  await page.keyboard.press('m');
  await page.getByTestId('note-text').fill('[only in the first]');
  await page.getByTestId('note-add').click();
  await expect(page.getByTestId('note')).toBeVisible();
  await page.getByTestId('study-menu').click();
  await page.getByRole('menuitem', { name: 'Close this study' }).click();
  await open('two');

  await page.keyboard.press('Control+Shift+f');
  await page.getByTestId('find-all-field').fill('[only in');
  await page.getByTestId('found-hit').click();
  await expect(page.getByTestId('note')).toContainText('[only in the first]');
  await page.keyboard.press('Control+Shift+f');
  await expect(page.getByTestId('find-all-field')).toBeFocused();
  await page.keyboard.type('over it');
  await expect(page.getByTestId('find-all-field')).toHaveValue('over it');
  await peek.close();
});

test('a study opened from the file dialog, a dropped list of queries, and the window’s place are taken up', async () => {
  const peek = await openWindow();
  const { page } = peek;
  await expect(page.getByTestId('start-demo-offline')).toBeVisible();
  const path = join(peek.folder, 'mine.peek');
  await copyFile(recorded, path);
  await answerOpenDialog(peek, path);
  await page.getByTestId('start-open').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');

  const list = join(peek.folder, 'more.jsonl');
  await writeFile(list, '{"query": "How many are open?", "truth": "3"}\n');
  const data = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['{"query": "How many are open?", "truth": "3"}\n'], 'more.jsonl'));
    return transfer;
  });
  await page.locator('nav[data-drop="queries"]').dispatchEvent('drop', { dataTransfer: data });
  await expect(page.getByTestId('queries-text')).toHaveValue(/How many are open\?/);
  await page.getByTestId('queries-add').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 13');

  const place = { x: 130, y: 70, width: 1210, height: 770 };
  await moveWindows(peek, [place]);
  const again = await peek.reopen();
  await expect(again.page.getByTestId('queries-progress')).toHaveText('10 / 13');
  expect(await placesOf(again)).toEqual([place]);
  await again.page.getByTestId('study-menu').click();
  await again.page.getByRole('menuitem', { name: 'Close this study' }).click();
  await expect(again.page.getByTestId('recent-study').first()).toContainText('Support tickets');
  await again.page.getByTestId('recent-study').first().click();
  await expect(again.page.getByTestId('queries-progress')).toHaveText('10 / 13');
  await again.close();
});

test('the windows of last time open again where they stood, each with its study as it was left, and what is gone is told', async () => {
  let peek = await openWindow('{study}');
  await expectIdle(peek.page);
  const places = [
    { x: 20, y: 30, width: 1100, height: 720 },
    { x: 310, y: 140, width: 1180, height: 740 },
  ];

  await test.step('two windows, the second opened by starting Peek once more, are left', async () => {
    await copyFile(recorded, join(peek.folder, 'other.peek'));
    await peek.startOnceMore(join(peek.folder, 'other.peek'));
    await twoPages(peek);
    await moveWindows(peek, places);
    const [first, second] = await twoPages(peek);
    await expectIdle(second);
    await first.getByTestId('tab-evictor').click();
    await item(first, 'cr-00001').click();
    await first.keyboard.press('Enter');
    await expect(first.getByTestId('biography')).toBeVisible();
    await second.getByTestId('map-tab-json').click();
    await second.getByTestId('tab-prompts').click();
    await expect(second.getByTestId('tab-prompts')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('both are there again', async () => {
    peek = await peek.reopen();
    const [first, second] = await twoPages(peek);
    expect(await placesOf(peek)).toEqual(places);
    await expect(first.getByTestId('study-menu')).toContainText('Support tickets');
    await expect(first.getByTestId('tab-evictor')).toHaveAttribute('aria-selected', 'true');
    await expect(first.getByTestId('biography')).toContainText('Born in query');
    await expectIdle(second);
    await expect(second.getByTestId('tab-prompts')).toHaveAttribute('aria-selected', 'true');
    await expect(second.getByTestId('map-tab-json')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('and without the one that was moved away', async () => {
    await rm(join(peek.folder, 'copy.peek'));
    peek = await peek.reopen();
    const [other, start] = await twoPages(peek);
    await expect(start.getByTestId('notice-bad')).toContainText(
      'copy.peek was open last time, and is not in its place',
    );
    await expect(start.getByTestId('start-open')).toBeVisible();
    await expect(other.getByTestId('tab-prompts')).toHaveAttribute('aria-selected', 'true');
  });

  await test.step('a window that was closed while another stayed is not opened again', async () => {
    await peek.app.evaluate(({ BrowserWindow }) => {
      const [last] = BrowserWindow.getAllWindows().sort((one, other) => other.id - one.id);
      last?.close();
    });
    await expect.poll(() => placesOf(peek)).toEqual([places[1]]);
    peek = await peek.reopen();
    await expect(peek.page.getByTestId('tab-prompts')).toHaveAttribute('aria-selected', 'true');
    expect(await placesOf(peek)).toEqual([places[1]]);
  });
  await peek.close();
});

test('where the app outlives its last window, as on macOS, one that is opened later runs Python', async () => {
  const peek = await openWindow('{study}');
  await expectIdle(peek.page);
  await peek.app.evaluate(
    ({ app }) => void app.removeAllListeners('window-all-closed').on('window-all-closed', () => 0),
  );
  const closed = peek.page.waitForEvent('close');
  await peek.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()));
  await closed;
  const opened = peek.app.waitForEvent('window');
  await peek.app.evaluate(({ app }) => void app.emit('activate'));
  const page = await opened;
  await page.getByTestId('recent-study').first().click();
  await expectIdle(page);
  await page.getByTestId('action-run.step').click();
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'done');
  await peek.close();
});

test('files handed over by the system: a text and a folder that are dropped become contexts, a study is opened', async () => {
  const peek = await openWindow();
  const { page } = peek;
  await expect(page.getByTestId('start-demo-offline')).toBeVisible();
  const text = join(peek.folder, 'notes.txt');
  await writeFile(text, 'one line\nanother line\n');
  const folder = join(peek.folder, 'several notes');
  await mkdir(folder);
  await writeFile(join(folder, 'a.txt'), 'first\n');
  await writeFile(join(folder, 'b.txt'), 'second\n');
  const study = join(peek.folder, 'dropped.peek');
  await copyFile(recorded, study);

  const session = await page.context().newCDPSession(page);
  const drop = async (path: string) => {
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  };
  for (const [path, words] of [
    [text, 'notes.txt'],
    [folder, 'several notes'],
  ] as const) {
    await drop(path);
    await expect(page.getByTestId('context-chosen')).toContainText(words);
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('new-study-dialog')).toBeHidden();
  }
  await drop(study);
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');

  await test.step('and what is chosen by the buttons of the dialogs is taken up as well', async () => {
    const list = join(peek.folder, 'list.jsonl');
    await writeFile(list, '{"query": "How many notes?", "truth": "2"}\n{"query": "Which is longer?"}\n');
    await page.keyboard.press('Control+n');
    const made = page.getByTestId('new-study-dialog');
    await answerOpenDialog(peek, folder);
    await made.getByRole('button', { name: 'A folder…' }).click();
    await expect(page.getByTestId('context-chosen')).toContainText('several notes');
    await answerOpenDialog(peek, list);
    await made.getByRole('button', { name: 'From a file…' }).click();
    await expect(page.getByTestId('new-queries')).toHaveValue(/How many notes\?[^]*Which is longer\?/);
    await expect(made.getByText('2 queries')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.getByTestId('add-queries').click();
    await page.getByTestId('queries-dialog').getByRole('button', { name: 'From a file…' }).click();
    await expect(page.getByTestId('queries-text')).toHaveValue(/How many notes\?[^]*Which is longer\?/);
    await page.getByTestId('queries-add').click();
    await expect(page.getByTestId('queries-progress')).toHaveText('10 / 14');
  });

  // macOS tells a running Peek of a double click by this event.
  await peek.app.evaluate(
    ({ app }, path) => app.emit('open-file', { preventDefault: () => undefined }, path),
    join(peek.folder, 'dropped.peek'),
  );
  for (const each of await twoPages(peek)) await expect(each.getByTestId('queries-progress')).toHaveText('10 / 14');
  await peek.close();
});

test('a window that was put to sleep in the middle of a run shows it whole once it wakes, and goes on', async () => {
  const peek = await openPacedWindow('demo-offline');
  const { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');
  await page.keyboard.press('s');
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'running');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // Main is awake, and goes on with the run.
  const file = join(peek.folder, 'settings', 'Demo, offline.peek');
  await expect.poll(() => stateOf(file).runs.get('r1')?.status).toBe('done');
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await expect(queryRow(page, 1)).toHaveAttribute('data-status', 'done');
  await expect(page.getByTestId('map-version')).toHaveText('v1');
  await expectIdle(page);
  await page.keyboard.press('s');
  await expect(queryRow(page, 2)).toHaveAttribute('data-status', 'done');
  await peek.close();
});
