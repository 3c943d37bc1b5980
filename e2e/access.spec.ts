// Every state of the window, looked at by axe in light, dark and high contrast: nothing may be wrong.
import { expect, test, type Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { violations } from './access-check.ts';
import { act, failRequest } from './gallery/act.ts';
import { writeStudies } from './gallery/studies.ts';
import {
  answerOpenDialog,
  answerSaveDialog,
  expectIdle,
  openPacedWindow,
  openWindow,
  queryRow,
} from './study-window.ts';
import type { StudyWindow } from './study-window.ts';

test.describe.configure({ timeout: 600_000 });

let peek: StudyWindow;
let page: Page;
test.afterEach(() => peek.close());

async function open(...args: readonly string[]): Promise<void> {
  peek = await openPacedWindow(...args);
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function openRecorded(): Promise<void> {
  await open('{study}');
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
}

/** One state: how it is reached, what shows that it is there. The state is left by what the next one does first. */
async function check(name: string, reach: () => Promise<void>): Promise<void> {
  await test.step(name, async () => {
    await reach();
    expect.soft(await violations(page, name), name).toEqual([]);
  });
}

const key = (name: string) => page.keyboard.press(name);
const shown = (testId: string) => expect(page.getByTestId(testId).first()).toBeVisible();

/** Escape until nothing stands over the map any more. */
async function back(): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await key('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('what is wrong is found: a picture without words, and letters that cannot be read', async () => {
  await open();
  await expect(page.getByTestId('start-demo')).toBeVisible();
  await page.evaluate(() => {
    const wrong = document.createElement('p');
    wrong.append(new Image(), 'hardly there');
    wrong.style.cssText = 'position: fixed; inset: 0 auto auto 0; color: #808080; background: #888888';
    document.querySelector('main')?.append(wrong);
  });
  const found = (await violations(page, 'planted')).join('\n');
  for (const theme of ['dark', 'light', 'contrast']) expect(found).toContain(`${theme}: color-contrast`);
  expect(found).toContain('dark: image-alt');
});

test('start screen, dialogs without a study, an empty study', async () => {
  await open();
  await check('start', () => expect(page.getByTestId('start-demo')).toBeVisible());
  await check('new study', async () => {
    await page.getByTestId('start-new').click();
    await shown('new-study-dialog');
  });
  await back();
  await check('settings without a study', async () => {
    await key('Control+,');
    await shown('settings-dialog');
  });
  await back();
  await check('palette without a study', async () => {
    await key('Control+k');
    await shown('palette-field');
  });
  await key('Escape');
  await expect(page.getByTestId('palette-field')).toBeHidden();
  const text = join(peek.folder, 'letters.txt');
  await writeFile(text, 'a letter\n'.repeat(100));
  await answerOpenDialog(peek, text);
  await answerSaveDialog(peek, join(peek.folder, 'letters.peek'));
  await page.getByTestId('start-new').click();
  await page.getByTestId('choose-file').click();
  await check('new study, context chosen', () => shown('context-chosen'));
  await page.getByTestId('new-study-create').click();
  await check('empty study', async () => {
    await expect(page.getByTestId('new-study-dialog')).toBeHidden();
    await shown('queries');
  });
  for (const tab of ['text', 'json']) {
    await check(`empty study, map as ${tab}`, async () => {
      await page.getByTestId(`map-tab-${tab}`).click();
      await expect(page.locator('.monaco-editor').first()).toBeVisible();
    });
  }
  await check('empty study, a first item by hand', async () => {
    await page.getByTestId('map-tab-items').click();
    await page.getByRole('button', { name: 'Add an item by hand' }).click();
    await shown('item-editor');
  });
});

test('a study at rest: every tab, every side, every dialog', async () => {
  await openRecorded();
  await check('at rest', () => shown('map-items'));
  for (const tab of ['trajectory', 'distiller', 'cartographer', 'evictor', 'prompts']) {
    await check(`tab ${tab}`, () => page.getByTestId(`tab-${tab}`).click());
  }
  for (const tab of ['text', 'json']) {
    await check(`map as ${tab}`, async () => {
      await page.getByTestId(`map-tab-${tab}`).click();
      await expect(page.locator('.monaco-editor').first()).toBeVisible();
    });
  }
  await page.getByTestId('map-tab-items').click();
  await check('item selected', async () => {
    await key('Shift+j');
    await expect(page.locator('[data-testid="map-item"].selected').first()).toBeVisible();
  });
  await check('item being edited', async () => {
    await key('i');
    await shown('item-editor');
  });
  await back();
  await check('biography', async () => {
    await key('Shift+j');
    await key('Enter');
    await shown('biography');
  });
  await back();
  await check('compare', async () => {
    await key('c');
    await shown('compare');
  });
  await check('compare as text', async () => {
    await page.getByTestId('side').getByRole('button', { name: 'Text', exact: true }).click();
    await expect(page.locator('.monaco-diff-editor').first()).toBeVisible();
  });
  await back();
  await check('roll back, previewed', async () => {
    await key('b');
    await shown('rollback-foot');
  });
  await back();
  await check('what-if', async () => {
    await key('w');
    await shown('what-if');
  });
  await back();
  await check('warnings', async () => {
    await key('Shift+w');
    await expect(page.getByRole('heading', { name: 'Warnings' })).toBeVisible();
  });
  await back();
  await check('operations', async () => {
    await key('o');
    await shown('operations');
  });
  await back();
  await check('find', async () => {
    await key('/');
    await page.getByTestId('search-field').fill('ticket');
    await shown('search-hits');
  });
  await back();
  for (const [name, keys, testId] of [
    ['palette', 'Control+k', 'palette-field'],
    ['help', '?', 'keys-dialog'],
    ['export', 'Control+e', 'export-dialog'],
    ['branch', 'Shift+b', 'branch-dialog'],
    ['add queries', 'q', 'queries-dialog'],
  ] as const) {
    await check(name, async () => {
      await key(keys);
      await shown(testId);
    });
    await key('Escape');
    await expect(page.getByTestId(testId)).toBeHidden();
  }
  for (const part of ['model', 'map', 'agent', 'caps', 'window']) {
    await check(`settings, ${part}`, async () => {
      if (part === 'model') await key('Control+,');
      await page.getByTestId(`settings-${part}`).click();
    });
  }
  await back();
  await check('about', async () => {
    await key('Control+k');
    await page.getByTestId('palette-field').fill('About');
    await key('Enter');
    await shown('about-dialog');
  });
  await back();
  await check('focus', async () => {
    await key('Shift+f');
    await shown('focus');
  });
  await key('Escape');
  await check('a whole text', async () => {
    await page.getByTestId('tab-prompts').click();
    await page
      .getByRole('button', { name: /all [\d,]+ characters|open all/ })
      .first()
      .click();
    await shown('reader');
  });
});

test('what stands beside a study: notes, costs, near items, menus, worth, a text diff, a replay, a panel that failed', async () => {
  await openRecorded();
  const sides = [
    ['notes', 'view.notes', 'notes-panel'],
    ['costs', 'view.costs', 'cost-row'],
    ['near items', 'near.open', 'near-measure'],
  ] as const;
  for (const [name, action, testId] of sides) {
    await check(name, async () => {
      await act(peek, action);
      await shown(testId);
    });
    await back();
  }
  const menus = {
    'menu of studies': page.getByTestId('study-menu'),
    'menu of branches': page.getByTestId('branch-menu'),
    'menu of a query': page.getByRole('button', { name: 'More about query 6' }),
  };
  for (const [name, opener] of Object.entries(menus)) {
    await check(name, async () => {
      await opener.click();
      await expect(page.getByRole('menu')).toBeVisible();
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await back();
  }
  await check('leave-one-out', async () => {
    await key('Shift+j');
    await key('Enter');
    await page.getByTestId('worth-open').click();
    await shown('worth-run');
  });
  await back();
  await check('a text diff of an update', async () => {
    await queryRow(page, 6).click();
    await page.getByTestId('tab-cartographer').click();
    await page.getByRole('button', { name: 'Text diff' }).click();
    await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  });
  await key('Shift+g');
  await check('replay', async () => {
    await act(peek, 'study.replay');
    await shown('replay-start');
  });
  await back();
  await check('find in all studies', async () => {
    await act(peek, 'search.all');
    await page.getByTestId('find-all-field').fill('export');
    await shown('found-hit');
  });
  await back();
  await check('settings, prompts', async () => {
    await key('Control+,');
    await page.getByTestId('settings-prompts').click();
  });
  await back();
  await check('a panel whose request failed', async () => {
    await failRequest(peek, 'preview.whatIf');
    await key('w');
    await expect(page.getByText('This cannot be told')).toBeVisible();
  });
});

test('the past, a frozen map, a rolled-back one, a branch', async () => {
  await openRecorded();
  await check('not now', async () => {
    await key('[');
    await key('[');
    await shown('not-now-banner');
  });
  await check('within a run', async () => {
    await key('3');
    await key('{');
    await key('{');
    await shown('go-to-stage');
  });
  await key('Shift+g');
  await check('frozen', async () => {
    await key('f');
    await expect(page.getByTestId('action-map.freeze')).toHaveAttribute('aria-pressed', 'true');
  });
  await check('rolled back', async () => {
    await key('b');
    await page.getByTestId('rollback-confirm').click();
    await shown('notice-good');
  });
  await check('a query without a run', async () => {
    await queryRow(page, 12).click();
    await expect(page.getByTestId('query-summary')).toContainText('not run yet');
  });
});

test('what was written on while the map went on: an item that was rewritten, the whole text, an item that went', async () => {
  await openRecorded();
  const write = async (words: string) => {
    await key('i');
    await page.getByTestId('editor-text').fill(words);
  };
  await key('Shift+j');
  await write('Written by hand.');
  await key('Control+Enter');
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  await write('Written anew.');
  await check('rewritten meanwhile', async () => {
    await act(peek, 'operation.undo');
    await shown('editor-rewritten');
  });
  await page.getByTestId('map-tab-text').click();
  await page.getByTestId('monaco-text').getByText('One text,').click();
  await page.keyboard.type('Mine. ');
  await check('a text to be merged', async () => {
    await act(peek, 'operation.redo');
    await page.getByTestId('conflict-theirs').click();
    await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  });
  await page.getByTestId('map-tab-items').click();
  await page.getByTestId('editor-text').press('Escape');
  await page.getByRole('button', { name: 'Add an item by hand' }).click();
  await page.getByTestId('editor-text').fill('A new item.');
  await key('Control+Enter');
  const added = page.getByTestId('map-item').filter({ hasText: 'A new item.' });
  await added.hover();
  await added.getByTestId('item-edit').click();
  await page.getByTestId('editor-text').fill('A new item, changed.');
  await check('gone meanwhile', async () => {
    await act(peek, 'operation.undo');
    await shown('editor-gone');
  });
});

test('a run under way, edits that wait for review, a run that failed, one played by hand', async () => {
  await open('demo-offline');
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');
  await key('Shift+e');
  await check('running', async () => {
    await key('s');
    await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'running');
    await expect(page.getByTestId('writing').or(page.getByTestId('iteration')).first()).toBeVisible();
  });
  await check('review', async () => {
    await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'review');
    await shown('edit-card');
  });
  await check('review, half decided', async () => {
    for (const each of ['a', 'r', 'e']) await key(each);
    await shown('edit-draft');
  });
  await back();
  await key('Shift+a');
  await key('Control+Enter');
  await expect(queryRow(page, 1)).toHaveAttribute('data-status', 'done');
  await expectIdle(page);
  const choose = async (provider: string) => {
    await key('Control+,');
    await page.getByTestId(`provider-${provider}`).click();
    if (provider === 'openai') await page.getByTestId('base-url').fill('http://127.0.0.1:9/v1');
    await page.getByTestId('settings-save').click();
    await expect(page.getByTestId('settings-dialog')).toBeHidden();
  };
  await choose('openai');
  await check('a failed run', async () => {
    await key('s');
    await expect(queryRow(page, 2)).toHaveAttribute('data-status', 'failed', { timeout: 90_000 });
    await key('1');
    await shown('run-failure');
  });
  await expectIdle(page);
  await choose('manual');
  await check('a reply by hand', async () => {
    await key('s');
    await shown('manual-dialog');
  });
});

test('a study that is open elsewhere is for reading', async () => {
  await openRecorded();
  const second = await openWindow(join(peek.folder, 'copy.peek'));
  const first = peek;
  try {
    ({ page } = second);
    await check('read-only', () => expect(page.getByTestId('read-only-banner')).toBeVisible());
  } finally {
    await second.close();
    peek = first;
  }
});

test('a study far too large in a small window, two studies beside each other, twice the size', async () => {
  await open('{study}');
  const studies = writeStudies(peek.folder);
  try {
    await page.setViewportSize({ width: 1024, height: 700 });
    await expect(page.getByTestId('timeline-chart')).toBeVisible();
    await answerOpenDialog(peek, studies.paths.huge);
    await act(peek, 'study.open');
    await expect(page.getByTestId('queries-progress')).toHaveText('300 / 300');
    for (const tab of ['trajectory', 'evictor'])
      await check(`huge, tab ${tab}`, () => page.getByTestId(`tab-${tab}`).click());
    await check('huge, biography', async () => {
      await key('Shift+j');
      await key('Enter');
      await shown('biography');
    });
    await back();
    await check('two studies', async () => {
      await key('c');
      await page.getByTestId('other-study').selectOption({ label: 'Support tickets (copy.peek)' });
      await shown('compare-studies');
    });
    await check('two studies as text', async () => {
      await page.getByTestId('side').getByRole('button', { name: 'Text', exact: true }).click();
      await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
    });
    await back();
    await check('huge, twice the size', async () => {
      for (let tenth = 0; tenth < 10; tenth += 1) await act(peek, 'zoom.in');
      await expect(page.getByTestId('map-items')).toBeVisible();
    });
  } finally {
    studies.close();
  }
});
