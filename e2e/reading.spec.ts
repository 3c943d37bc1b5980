// Reading while things happen: the place is kept, what was opened stays open, the end is followed only from the end; an old
// run of a long study is read when somebody looks; long texts have a find of their own.
import { expect, test, type Page } from '@playwright/test';
import { handleOf } from '../bench/window/open-window.ts';
import { pushIterations } from '../bench/window/pushing.ts';
import { openWindow, queryRow, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
let page: Page;
test.beforeEach(async () => {
  peek = await openWindow('{study}');
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
});
test.afterEach(() => peek.close());

const list = () => page.getByTestId('trajectory');
const top = () => list().evaluate((element) => element.scrollTop);
const iteration = (number: number) => page.locator(`[data-testid="iteration"][data-iteration="${number}"]`);

/** A run under way; `asks` where the code of every iteration asks a model once. */
async function running(asks = false): Promise<(count: number, ends?: boolean) => Promise<void>> {
  const handle = await handleOf(page);
  let [seq, first] = [1_000_000, 1];
  return async (count, ends = false) => {
    const starts = first === 1;
    seq = await pushIterations(peek.app, {
      handle,
      runId: 'r900',
      queryId: 'q11',
      seq,
      first,
      count,
      starts,
      ends,
      asks,
    });
    first += count;
  };
}

test('a run is followed while its end is seen; elsewhere nothing moves, and what is new is counted', async () => {
  const push = await running();
  await push(30);
  await page.getByTestId('tab-trajectory').click();
  await expect(iteration(30)).toBeVisible();
  await push(10);
  await expect(iteration(40)).toBeVisible();
  await list().hover();
  await page.mouse.wheel(0, -1_500);
  await expect(page.locator('.new-badge')).toBeVisible();
  // Both at once: which row is the fourth changes when those around what is seen are drawn.
  const row = await page
    .getByTestId('iteration')
    .nth(3)
    .evaluate((element) => ({ number: element.dataset['iteration'], y: element.getBoundingClientRect().y }));
  await push(20);
  await expect(page.locator('.new-badge')).toContainText('20 new iterations');
  expect((await page.locator(`[data-iteration="${row.number ?? ''}"]`).boundingBox())?.y).toBe(row.y);
  await page.locator('.new-badge').click();
  await expect(iteration(60)).toBeVisible();
  await push(5);
  await expect(iteration(65)).toBeVisible();
});

test('what was opened stays open, where it is and with what is selected in it, while the run goes on and when the tab is left', async () => {
  const push = await running(true);
  await push(60);
  await page.getByTestId('tab-trajectory').click();
  await expect(iteration(60)).toBeVisible();
  await list().focus();
  await page.keyboard.press('Home');
  await list().hover();
  await page.mouse.wheel(0, 2_000);
  await expect.poll(top).toBeGreaterThan(1_000);
  const number = Number(await page.getByTestId('iteration').nth(4).getAttribute('data-iteration'));
  const head = iteration(number).locator('.subcalls-head');
  const reply = iteration(number).locator('.subcall').getByText(`The reply to ask ${number}.`);
  await expect(reply).toHaveCount(0);
  await head.click();
  await expect(reply).toBeInViewport();
  await reply.evaluate((words) => window.getSelection()?.selectAllChildren(words));
  const selected = () => page.evaluate(() => window.getSelection()?.toString().trim());
  const yOf = async () => (await head.boundingBox())?.y ?? Number.NaN;
  const [before, words] = [await yOf(), await selected()];
  expect(words).toContain(`The reply to ask ${number}.`);
  for (let pushed = 0; pushed < 20; pushed += 4) await push(4);
  await expect(page.locator('.new-badge')).toContainText('20 new iterations');
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await expect(reply).toBeInViewport();
  expect(await selected()).toBe(words);
  expect(await yOf()).toBe(before);

  await page.getByTestId('tab-prompts').click();
  await page.getByTestId('tab-trajectory').click();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
  await expect(reply).toBeInViewport();
  // Within a pixel: a place between two pixels is rounded when it is set.
  await expect.poll(async () => Math.abs((await yOf()) - before)).toBeLessThanOrEqual(1);
});

test('an old run that the study has folded away is read again when somebody looks', async () => {
  const push = await running();
  // More iterations than a study keeps details of: the recorded runs are folded.
  await push(4_100, true);
  await queryRow(page, 2).click();
  await page.getByTestId('tab-trajectory').click();
  await expect(page.getByTestId('iteration').first()).toContainText('print(');
  for (const tab of ['distiller', 'cartographer', 'evictor', 'prompts']) {
    await page.getByTestId(`tab-${tab}`).click();
    await expect(page.getByTestId(tab === 'prompts' ? 'message' : tab).first()).toBeVisible();
  }
  await expect(page.getByTestId('notice-bad')).toHaveCount(0);
});

test('words are found in a whole text, seen or not, and counted; the text can be read raw', async () => {
  await page.getByTestId('tab-prompts').click();
  await page.getByRole('button', { name: 'Open whole' }).first().click();
  const reader = page.getByTestId('reader');
  await expect(reader).toBeVisible();
  await page.getByTestId('reader-find').fill('the');
  await expect(page.getByTestId('reader-count')).toHaveText(/^1 of \d+$/);
  await expect(reader.locator('mark.current')).toBeVisible();
  await page.keyboard.press('Shift+Enter');
  await expect(page.getByTestId('reader-count')).toHaveText(/^(\d+) of \1$/);
  await expect(reader.locator('mark.current')).toBeVisible();
  await page.getByTestId('reader-raw').click();
  await expect(reader).toContainText('To the last sign');
  await page.keyboard.press('Escape');
  await expect(reader).toBeHidden();
});

test('Find leads to the iteration and marks the words where they stand', async () => {
  await page.keyboard.press('/');
  await page.getByTestId('search-field').fill('reopened');
  const hit = page.getByTestId('search-hits').getByRole('button').filter({ hasText: 'iteration' }).first();
  await hit.click();
  await expect(page.getByTestId('iteration').first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)).toBeGreaterThan(0);
});
