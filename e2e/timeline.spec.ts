// The time axis in the hand: its cursor is dragged, the two handles of a comparison too; a study is played through and held;
// and what comes next is run stage by stage, or all of it.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectIdle, item, mapOnScreen, openWindow, queryRow, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
let page: Page;
test.beforeAll(async () => {
  peek = await openWindow('{study}');
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
});
test.afterAll(() => peek.close());

const axis = () => page.getByTestId('timeline-chart');
const version = () => page.getByTestId('timeline-version');
const map = () => page.getByTestId('map-version');

interface Place {
  readonly x: number;
  readonly y: number;
}

async function middleOf(of: Locator): Promise<Place> {
  const box = await of.boundingBox();
  if (box === null) throw new Error('it is not drawn');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Where a stop stands on the axis, by its label. */
const placeOf = (label: string) =>
  middleOf(
    axis()
      .locator('text')
      .filter({ hasText: new RegExp(`^${label}$`) })
      .first(),
  );

test('the cursor of the axis is dragged: the map follows through the versions, and lets go where it is let go', async () => {
  const chart = await middleOf(axis());
  const [from, over, to] = [await placeOf('v9'), await placeOf('v3'), await placeOf('v5')];
  await page.mouse.move(from.x, chart.y);
  await page.mouse.down();
  await page.mouse.move(over.x, chart.y, { steps: 8 });
  await expect(version()).toHaveText('v3');
  await expect(map()).toHaveText('v3');
  await expect(page.getByTestId('not-now-banner')).toContainText('v3');
  await page.mouse.move(to.x, chart.y, { steps: 4 });
  await page.mouse.up();
  await expect(map()).toHaveText('v5');
  await page.mouse.move(from.x, chart.y);
  await expect(axis()).toHaveAttribute('aria-valuetext', /^v5, /);
  await page.keyboard.press('Shift+g');
  await expect(map()).toHaveText('v9');
});

test('keys go through the stages of a query: each moment is named, has what had come by then, and the map of before', async () => {
  await queryRow(page, 5).click();
  await expect(map()).toHaveText('v6');
  await page.mouse.move(0, 0);
  const given = await mapOnScreen(page);
  const banner = page.getByTestId('not-now-banner');
  const [before, after] = [await placeOf('v6'), await placeOf('v7')];
  const cursor = async () => (await middleOf(axis().locator('.cursor circle'))).x;
  const open = (tab: string) => page.getByTestId(`tab-${tab}`).click();
  const verdicts = item(page, 'ps-00001').locator('.tag-strip');
  const moments = [
    { words: 'after the answer to query 6', tags: 0, edits: 0 },
    { words: 'after the Distiller of query 6', tags: 10, edits: 0 },
    { words: 'after the Cartographer of query 6', tags: 10, edits: 2 },
  ];
  let at = before.x;
  for (const { words, tags, edits } of moments) {
    await page.keyboard.press('}');
    await expect(banner).toContainText(`The past, ${words}: the map was v6; now it is at v9`);
    expect(await mapOnScreen(page)).toEqual(given);
    await expect(map()).toHaveText('v6');
    await expect(queryRow(page, 6)).toContainText('under way');
    await expect(verdicts).toHaveAttribute('aria-label', tags > 0 ? /query 6: helpful$/ : /query 5: helpful$/);
    await open('trajectory');
    await expect(page.getByTestId('answer')).toBeVisible();
    await open('distiller');
    await expect(page.getByTestId('tag-row')).toHaveCount(tags);
    await open('cartographer');
    await expect(page.getByTestId('edit-card')).toHaveCount(edits);
    await expect(page.locator('[data-testid="edit-card"][data-state="applied"]')).toHaveCount(0);
    await expect(page.getByText('Not yet at this moment')).toBeVisible({ visible: edits === 0 });
    await open('evictor');
    await expect(page.getByTestId('rank-row')).toHaveCount(0);
    await expect(page.locator('.tab-live')).toHaveCount(0);
    const here = await cursor();
    expect(here).toBeGreaterThan(at);
    expect(here).toBeLessThan(after.x);
    at = here;
  }
  await page.keyboard.press('}');
  await expect(banner).toContainText('The past. This is v7; now the map is at v9');
  await expect(map()).toHaveText('v7');
  await expect(page.getByTestId('rank-row').first()).toBeVisible();
  await open('cartographer');
  await expect(page.locator('[data-testid="edit-card"][data-state="applied"]')).toHaveCount(2);

  await page.keyboard.press('Shift+ArrowLeft');
  await expect(banner).toContainText('after the Cartographer of query 6');
  // The axis is taken at the version that the run was given, which is where its cursor was by versions.
  await page.mouse.click(before.x, (await middleOf(axis())).y);
  await expect(banner).toContainText('This is v6');
  await page.getByTestId('gap-cartographer').click();
  await expect(banner).toContainText('after the Cartographer of query 5');
  await page.keyboard.press('Shift+g');
  await expect(map()).toHaveText('v9');
});

test('both handles of a comparison are dragged, and moved by arrows; what is compared follows', async () => {
  await page.keyboard.press('c');
  const side = page.getByTestId('side');
  await side.getByLabel('Compare from').selectOption('v2');
  await side.getByLabel('Compare with').selectOption('v8');
  const drag = async (letter: 'A' | 'B', label: string) => {
    const handle = await middleOf(page.getByTestId(`compare-handle-${letter}`));
    const to = await placeOf(label);
    await page.mouse.move(handle.x, handle.y);
    await page.mouse.down();
    await page.mouse.move(to.x, handle.y, { steps: 6 });
    await page.mouse.up();
  };
  await drag('A', 'v4');
  await expect(side.getByLabel('Compare from')).toHaveValue('v4');
  await drag('B', 'v6');
  await expect(side.getByLabel('Compare with')).toHaveValue('v6');
  await expect(side.getByTestId('compare-totals')).toBeVisible();
  // The moment that is looked at stays: a handle is not the cursor.
  await expect(version()).toHaveText('v9');
  await page.getByTestId('compare-handle-A').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(side.getByLabel('Compare from')).toHaveValue('v3');
  await expect(page.getByTestId('compare-handle-A')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('map-items')).toBeVisible();
});

test('Play goes from the first version through all of them to now; pressed again it holds where it is', async () => {
  const seen = await watch();
  await page.locator('body').press('Space');
  const button = page.getByTestId('action-time.play');
  await expect(button).toHaveAccessibleName(/^Pause/);
  await expect(version()).toHaveText('v2');
  await button.click();
  await expect(button).toHaveAccessibleName(/^Play/);
  const held = (await version().textContent()) ?? '';
  expect(['v2', 'v3']).toContain(held);
  await button.click();
  await expect(version()).toHaveText('v9');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await expect(button).toHaveAccessibleName(/^Play/);
  const names = await seen();
  expect(names.slice(0, 4)).toEqual(['v0', 'v1', 'v2', 'v3']);
  expect(names.slice(-2)).toEqual(['v8', 'v9']);
});

test('Step one stage stops after each stage: the answer, the Distiller, the Cartographer, and only at last a version', async () => {
  const tab = (name: string) => page.getByTestId(`tab-${name}`).click();
  /** One stage further, until what it makes is seen, where nothing of the kind stood before. */
  const stage = async (made: Locator) => {
    await expectIdle(page);
    await expect(made).toHaveCount(0);
    await page.keyboard.press('Shift+s');
    await expect(made.first()).toBeVisible();
  };
  await queryRow(page, 11).click();
  await tab('trajectory');
  await stage(page.getByTestId('answer'));
  await tab('distiller');
  await stage(page.getByTestId('tag-row'));
  await tab('cartographer');
  await stage(page.getByTestId('edit-card'));
  await stage(page.locator('[data-testid="edit-card"][data-state="applied"]'));
  await tab('evictor');
  await stage(page.getByTestId('rank-row'));
  await expect(queryRow(page, 11)).not.toHaveAttribute('data-status', 'done');
  await stage(map().filter({ hasText: 'v10' }));
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'done');
});

test('Run all answers every query that is left, in order, and then rests', async () => {
  await page.keyboard.press('q');
  await page.getByTestId('queries-text').fill('How many tickets are closed?');
  await page.getByTestId('queries-add').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('11 / 13');
  await page.keyboard.press('Shift+r');
  await expect(page.getByTestId('queries-progress')).toHaveText('13 / 13');
  await expectIdle(page);
  for (const number of [12, 13]) await expect(queryRow(page, number)).toHaveAttribute('data-status', 'done');
  await expect(map()).toHaveText('v12');
  await expect(page.getByTestId('action-run.step')).toHaveAttribute('aria-disabled', 'true');
});

/** Notes every version that the axis names from now on. */
async function watch(): Promise<() => Promise<readonly string[]>> {
  await version().evaluate((name) => {
    const names: string[] = [];
    Object.assign(window, { versionNames: names });
    new MutationObserver(() => {
      const now = document.querySelector('[data-testid="timeline-version"]')?.textContent ?? '';
      if (names.at(-1) !== now) names.push(now);
    }).observe(name.closest('.timeline') ?? document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'versionNames') as string[]);
}
