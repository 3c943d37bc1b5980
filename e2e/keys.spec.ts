// The window by keyboard alone, for screen readers, and for eyes that need it otherwise.
import { expect, test, type Page } from '@playwright/test';
import { ACTION_NAMES } from './action-names.ts';
import { item, mapOnScreen, openPacedWindow, queryRow, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
let page: Page;
test.beforeEach(async () => {
  peek = await openPacedWindow('{study}');
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
});
test.afterEach(() => peek.close());

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const chosen = () => page.locator('[data-testid="query-row"][aria-current="true"]').getAttribute('data-query-id');
const version = () => page.getByTestId('map-version');

test('letters and arrows move: queries, items, versions, the first and the last', async () => {
  await press('k');
  await expect(queryRow(page, 9)).toHaveAttribute('aria-current', 'true');
  await press('k', 'j');
  await expect(queryRow(page, 9)).toHaveAttribute('aria-current', 'true');
  await press('g', 'g');
  await expect(version()).toHaveText('v0');
  await press(']');
  await expect(version()).toHaveText('v1');
  await press('ArrowRight', 'ArrowRight', '[');
  await expect(version()).toHaveText('v2');
  await press('ArrowLeft');
  await expect(version()).toHaveText('v1');
  await press('Shift+g');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await press('ArrowDown');
  await expect(item(page, 'cr-00001').locator('.item-main')).toHaveAttribute('aria-current', 'true');
  await press('ArrowDown', 'ArrowUp');
  await expect(item(page, 'cr-00001').locator('.item-main')).toHaveAttribute('aria-current', 'true');
  for (const [key, tab] of [
    ['1', 'trajectory'],
    ['2', 'distiller'],
    ['3', 'cartographer'],
    ['4', 'evictor'],
    ['5', 'prompts'],
  ] as const) {
    await press(key);
    await expect(page.getByTestId(`tab-${tab}`)).toHaveAttribute('aria-selected', 'true');
  }
});

test('keys stand down while something is typed into, and a held key is no chord', async () => {
  const before = await chosen();
  await press('/');
  await page.getByTestId('search-field').pressSequentially('jjkk[[gg');
  await expect(page.getByTestId('search-field')).toHaveValue('jjkk[[gg');
  expect(await chosen()).toBe(before);
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await page
    .getByRole('heading', { name: 'Context map' })
    .or(page.getByRole('heading', { name: 'Find' }))
    .first()
    .click();
  await press('Escape');
  await page.keyboard.down('g');
  await page.keyboard.down('g');
  await page.keyboard.up('g');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
});

test('Escape in Find’s own field closes Find, and what was looked for stays', async () => {
  await press('/');
  const field = page.getByTestId('search-field');
  await field.fill('->');
  await press('Escape');
  await expect(field).toBeHidden();
  await press('/');
  await expect(field).toHaveValue('->');
  await press('Escape');
  await expect(field).toBeHidden();
});

test('the sheet of keys and the palette come from the one table: everything is in them', async () => {
  await press('?');
  const sheet = page.getByTestId('keys-dialog');
  await expect(sheet).toContainText('Ctrl+K');
  await expect(sheet).toContainText('One version back');
  await press('Escape');
  await expect(sheet).toBeHidden();
  await press('Control+k');
  // What cannot be done now is found by its name.
  for (const name of ACTION_NAMES) {
    await page.getByTestId('palette-field').fill(name);
    await expect(page.getByTestId(`palette-${name}`), name).toBeAttached();
  }
  await page.getByTestId('palette-field').fill('roll back');
  await press('Enter');
  await expect(page.getByTestId('rollback-foot')).toBeVisible();
});

test('the palette gives the focus back to where it was, also to a dialog that it was opened over', async () => {
  const tab = page.getByTestId('map-tab-text');
  await tab.focus();
  await press('Control+k');
  await expect(page.getByTestId('palette-field')).toBeFocused();
  await press('Escape');
  await expect(tab).toBeFocused();
  await press('?');
  const close = page.getByTestId('keys-dialog').getByRole('button', { name: 'Close' });
  await close.focus();
  await press('Control+k');
  await expect(page.getByTestId('palette-field')).toBeFocused();
  await press('Escape');
  await expect(page.getByTestId('palette-field')).toBeHidden();
  await expect(close).toBeFocused();
});

test('the footer names the keys that apply now', async () => {
  const keys = page.getByLabel('Keys that apply now');
  await expect(keys).toContainText('step');
  await expect(keys).not.toContainText('accept');
  await press('s');
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'running');
  await expect(keys).toContainText('stop');
  await expect(keys).not.toContainText('step');
});

for (const [name, button, dialog] of [
  ['export', 'action-study.export', 'export-dialog'],
  ['add queries', 'add-queries', 'queries-dialog'],
] as const) {
  test(`the focus goes into the dialog (${name}), stays in it, and comes back to where it was`, async () => {
    await page.getByTestId(button).focus();
    await press('Enter');
    await expect(page.getByTestId(dialog)).toBeVisible();
    await expect(page.getByTestId(dialog).locator(':focus')).toHaveCount(1);
    for (let tabs = 0; tabs < 25; tabs++) {
      await press('Tab');
      const inside = await page.evaluate(async (id) => {
        // The guard at either end hands the focus on in the next frame.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        const at = document.activeElement;
        if (at === null || at.hasAttribute('data-base-ui-focus-guard')) return 'inside';
        return at.closest(`[data-testid="${id}"]`) === null ? at.outerHTML.slice(0, 200) : 'inside';
      }, dialog);
      expect(inside).toBe('inside');
    }
    await press('Escape');
    await expect(page.getByTestId(dialog)).toBeHidden();
    await expect(page.getByTestId(button)).toBeFocused();
  });
}

test('Tab goes from the bar over the queries, the tabs and the map to the axis and the status line', async () => {
  const areas: string[] = [];
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  for (let tabs = 0; tabs < 120; tabs++) {
    await press('Tab');
    const area = await page.evaluate(() => {
      const at = document.activeElement;
      const found = (
        [
          '.bar',
          'nav',
          '.main-pane',
          '[aria-labelledby="side-title"]',
          '[aria-label="Timeline"], .timeline',
          '.status',
        ] as const
      ).findIndex((selector) => at?.closest(selector) !== null);
      return ['bar', 'queries', 'main', 'map', 'timeline', 'status'][found] ?? '';
    });
    if (area !== '' && areas.at(-1) !== area) areas.push(area);
    if (area === 'timeline') break;
  }
  expect(areas).toEqual(['bar', 'queries', 'main', 'map', 'timeline']);
});

test('a control says what it does and its key, when the pointer rests on it and when the keyboard reaches it', async () => {
  const tip = page.locator('.tip');
  await page.getByTestId('version-back').hover();
  await expect(tip).toHaveText('One version back[←');
  await page.getByTestId('version-on').hover();
  await expect(tip).toHaveText('One version forward]→');
  await page.getByTestId('timeline-chart').hover();
  await expect(tip).toHaveCount(0);
  await page.getByTestId('version-back').focus();
  await press('Tab');
  await expect(tip).toHaveText(/^Play/);
  await press('Enter');
  await expect(tip).toHaveCount(0);
});

test('the menu of a query opens by key, says why something cannot be chosen, and gives the focus back', async () => {
  const more = queryRow(page, 3).locator('xpath=..').getByTestId('query-more');
  await more.focus();
  await press('Enter');
  const menu = page.getByRole('menu', { name: 'More about query 3' });
  await expect(menu.getByRole('menuitem', { name: 'Run up to here' })).toHaveAttribute('aria-disabled', 'true');
  await press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await press('Enter', 'ArrowDown');
  await expect(menu.locator(':focus')).toHaveCount(1);
  await menu.getByRole('menuitem', { name: 'Copy the text' }).click();
  await expect(page.getByTestId('notice-good')).toContainText('Query 3');
});

test('what is focused can be seen, and what happens is told to those who do not look', async () => {
  await page.getByTestId('action-run.step').focus();
  await press('Tab');
  const outline = await page.evaluate(() => {
    const style = document.activeElement === null ? null : getComputedStyle(document.activeElement);
    return `${style?.outlineStyle ?? ''} ${style?.outlineWidth ?? ''} ${style?.boxShadow ?? ''}`;
  });
  expect(outline).not.toBe('none 0px none');
  await expect(page.getByTestId('engine-status')).toHaveAttribute('role', 'status');
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect(messages).toHaveAttribute('aria-live', 'polite');
  await press('b');
  await page.getByTestId('rollback-confirm').click();
  await expect(messages).toContainText('Rolled back to');
});

test('what moves while a run is under way stands still for those who asked for less motion', async () => {
  const moving = () =>
    page.evaluate(
      () =>
        document.getAnimations().filter(({ effect, playState }) => {
          return playState === 'running' && Number(effect?.getComputedTiming().duration ?? 0) > 1;
        }).length,
    );
  const status = page.getByTestId('engine-status');
  await press('s');
  await expect(status).toHaveAttribute('data-phase', 'running');
  await expect.poll(moving).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(moving).toBe(0);
  await expect(status).toHaveAttribute('data-phase', 'running');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(moving).toBeGreaterThan(0);
  await expect(status).toHaveAttribute('data-phase', 'running');
});

const TABS = ['trajectory', 'distiller', 'cartographer', 'evictor', 'prompts'] as const;

test('where system colours are forced, words take them in every tab, and what is chosen takes those of a choice', async () => {
  await page.emulateMedia({ forcedColors: 'active' });
  await queryRow(page, 8).click();
  for (const tab of TABS) {
    await page.getByTestId(`tab-${tab}`).click();
    await expect(page.locator('.tab-panel .late')).toHaveCount(0);
    await expect.poll(() => page.evaluate(notOfTheSystem), tab).toEqual([]);
  }
});

/** In the page: words in a colour that the system has not, and chosen controls that are not told from the others. */
function notOfTheSystem(): readonly string[] {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.forcedColorAdjust = 'none';
  const system = (name: string) => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  };
  const [highlight, onHighlight] = [system('Highlight'), system('HighlightText')];
  const words = ['CanvasText', 'LinkText', 'ButtonText', 'FieldText', 'GrayText', 'MarkText'].map(system);
  probe.remove();
  const found: string[] = [];
  for (const each of document.querySelectorAll('body *')) {
    const isWritten = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
    if (!isWritten || !each.checkVisibility()) continue;
    const chosen = each.closest('[aria-pressed="true"], [aria-selected="true"]');
    const { color, fill } = getComputedStyle(each);
    const is = each.closest('svg') === null ? color : fill;
    const allowed = chosen === null ? words : [onHighlight];
    const ground = chosen === null ? '' : getComputedStyle(chosen).backgroundColor;
    if (!allowed.includes(is) || (chosen !== null && ground !== highlight))
      found.push(
        `${each.tagName} ${each.getAttribute('class') ?? ''} “${each.textContent.slice(0, 20)}”: ${is} ${ground}`,
      );
  }
  return found;
}

const ORDINARY = { width: 1440, height: 900 };
/** Below this no window can be made. */
const LEAST = { width: 800, height: 560 };

for (const [percent, size] of [
  [80, ORDINARY],
  [150, ORDINARY],
  [200, ORDINARY],
  [100, LEAST],
] as const) {
  test(`at ${percent} % of a window of ${size.width} × ${size.height} nothing is out of reach`, async () => {
    await page.setViewportSize(size);
    const key = percent < 100 ? 'Control+-' : 'Control+=';
    for (let at = 100; at !== percent; at += percent < 100 ? -10 : 10) await press(key);
    await expect.poll(() => page.evaluate(() => window.devicePixelRatio)).toBeCloseTo(percent / 100, 1);
    const overflow = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      high: document.documentElement.scrollHeight - document.documentElement.clientHeight,
    }));
    expect(overflow).toEqual({ wide: 0, high: 0 });
    for (const testId of ['action-run.step', 'action-study.export', 'tab-prompts', 'map-tab-json', 'version-back']) {
      await page.getByTestId(testId).click({ trial: true });
    }
    // From the last one on, to which the try before has scrolled.
    for (const tab of [...TABS].reverse()) {
      await press(`${TABS.indexOf(tab) + 1}`);
      await expect(page.getByTestId(`tab-${tab}`)).toBeInViewport({ ratio: 1 });
      await expect.poll(() => page.evaluate(cutControls), tab).toEqual([]);
    }
    // What if, the comparison, the operations, and a dialog.
    for (const open of ['w', 'c', 'o', 'Control+e']) {
      await press(open);
      await expect.poll(() => page.evaluate(cutControls), open).toEqual([]);
      await press('Escape');
    }
    await press('Control+0');
  });
}

/** In the page: what can be pressed or filled in and is cut off where no scrolling brings it into view. */
function cutControls(): readonly string[] {
  const found: string[] = [];
  for (const each of document.querySelectorAll('button, input, select, textarea, [role="tab"], [role="menuitem"]')) {
    const box = each.getBoundingClientRect();
    if (!each.checkVisibility({ visibilityProperty: true }) || box.width === 0 || each.closest('.hidden-text'))
      continue;
    let [left, right, top, bottom] = [box.left, box.right, box.top, box.bottom];
    for (let around = each.parentElement; around !== null; around = around.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(around);
      const room =
        around === document.documentElement
          ? new DOMRect(0, 0, innerWidth, innerHeight)
          : around.getBoundingClientRect();
      // From here on outwards the place of what scrolls counts, not of what is in it.
      if (/auto|scroll/.test(overflowX)) [left, right] = [room.left, room.right];
      if (/auto|scroll/.test(overflowY)) [top, bottom] = [room.top, room.bottom];
      const isClipped = around === document.documentElement;
      const isCutX = (isClipped || overflowX !== 'visible') && (left < room.left - 1 || right > room.right + 1);
      const isCutY = (isClipped || overflowY !== 'visible') && (top < room.top - 1 || bottom > room.bottom + 1);
      if (!isCutX && !isCutY) continue;
      const name = each.getAttribute('data-testid') ?? each.getAttribute('aria-label') ?? each.textContent.slice(0, 30);
      found.push(`${name} by ${around.tagName} ${around.getAttribute('class') ?? ''}`);
      break;
    }
  }
  return found;
}

test('items are put in another order by keys and by dragging, also into another section', async () => {
  const order = async () => (await mapOnScreen(page)).map(({ id }) => id);
  const before = await order();
  const [first, second] = before.filter((id) => id.startsWith('cu'));
  if (first === undefined || second === undefined) throw new Error('the recorded map has two items there');
  await item(page, first).locator('.item-main').click();
  await press('Alt+ArrowDown');
  await expect(version()).toHaveText('v10');
  expect((await order()).filter((id) => id.startsWith('cu'))).toEqual([second, first]);
  await press('Control+z');
  await expect(version()).toHaveText('v9');
  // Past the end of its section it goes into the next one, last or first there.
  const sectionOf = (id: string) =>
    item(page, id).evaluate((card) => card.closest('[data-section]')?.getAttribute('data-section'));
  await press('Alt+ArrowUp');
  await expect(version()).not.toHaveText('v9');
  expect([await sectionOf(first), (await order()).filter((id) => id === 'cr-00001' || id === first)]).toEqual([
    'cr',
    ['cr-00001', first],
  ]);
  await press('Alt+ArrowDown');
  await expect.poll(() => sectionOf(first)).toBe('cu');
  expect(await order()).toEqual(before);
  await press('Control+z', 'Control+z');
  await expect(version()).toHaveText('v9');
  await item(page, second).hover();
  await item(page, second).locator('.item-grip').dragTo(item(page, first));
  await expect(version()).not.toHaveText('v9');
  expect((await order()).filter((id) => id.startsWith('cu'))).toEqual([second, first]);
  const now = await version().textContent();
  await item(page, second).hover();
  await item(page, second).locator('.item-grip').dragTo(item(page, 'cr-00001'));
  await expect(version()).not.toHaveText(now ?? '');
  expect(await sectionOf(second)).toBe('cr');
});
