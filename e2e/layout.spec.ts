// What only a drawn page can tell: that rows have room in the smallest window, that what belongs together begins at one line,
// and that lines of code are broken so that they can be read, and copied as they were written.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { join } from 'node:path';
import { writeSample } from './gallery/studies.ts';
import { answerOpenDialog, openWindow, queryRow, type StudyWindow } from './study-window.ts';

let peek: StudyWindow;
let page: Page;
test.beforeEach(async () => {
  peek = await openWindow('{study}');
  ({ page } = peek);
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
});
test.afterEach(() => peek.close());

const ORDINARY = { width: 1440, height: 900 };
const SMALLEST = { width: 1024, height: 700 };
const SIZES = [ORDINARY, SMALLEST];

async function at(size: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(size);
  // Panes take their first sizes from the window's.
  await page.reload();
  await answerOpenDialog(peek, join(peek.folder, 'copy.peek'));
  await page.getByTestId('start-open').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
  await queryRow(page, 8).click();
}

const left = async (place: Locator) => (await place.boundingBox())?.x;

test('in the smallest window a what-if shows its first differences without scrolling', async () => {
  await at(SMALLEST);
  await page.keyboard.press('w');
  const rows = page.getByTestId('what-if-row');
  await expect(rows.first()).toBeVisible();
  for (const row of [rows.first(), rows.nth(1)]) await expect(row).toBeInViewport({ ratio: 1 });
});

test('a line of code that is broken goes on deeper than it began, and is copied as it was written', async () => {
  await at(SMALLEST);
  await page.getByTestId('tab-trajectory').click();
  const code = page.getByTestId('iteration').first().locator('pre.code').first();
  const lines = await code.locator('.code-long').evaluateAll((all) =>
    all.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const rows = [...range.getClientRects()].filter(({ width }) => width > 0);
      const top = Math.min(...rows.map((row) => row.top));
      const indent = /^ */.exec(line.textContent)?.[0].length ?? 0;
      const sign = document.createElement('span');
      sign.textContent = '0';
      line.append(sign);
      const width = sign.getBoundingClientRect().width;
      sign.remove();
      const start = Math.min(...rows.filter((row) => row.top < top + 4).map((row) => row.left));
      const next = rows.filter((row) => row.top >= top + 4).map((row) => row.left);
      return { begins: start + indent * width, goesOn: next.length === 0 ? null : Math.min(...next), width };
    }),
  );
  const broken = lines.filter(({ goesOn }) => goesOn !== null);
  expect(broken.length).toBeGreaterThan(0);
  for (const { begins, goesOn, width } of broken) expect((goesOn ?? 0) - begins).toBeGreaterThan(2 * width);
  const [copied, written] = await code.evaluate((pre) => {
    window.getSelection()?.selectAllChildren(pre);
    return [window.getSelection()?.toString(), pre.textContent];
  });
  expect(copied).toBe(written);
});

test('in the focus view the title, the stages and the cards begin at one line, in either size', async () => {
  for (const size of SIZES) {
    await at(size);
    await page.keyboard.press('Shift+f');
    const focus = page.getByTestId('focus');
    await expect(focus).toBeVisible();
    const card = await left(focus.getByTestId('iteration').first());
    expect(await left(page.getByTestId('query-title'))).toBe(card);
    expect(await left(focus.locator('.pipeline-end b').first())).toBe(card);
    await page.keyboard.press('Escape');
  }
});

test('the sheet of keys and a new study stand whole in an ordinary window, without a scroll bar', async () => {
  await at(ORDINARY);
  const hidden = (dialog: Locator) =>
    dialog.locator('.dialog-body').evaluate((body) => body.scrollHeight - body.clientHeight);
  await page.keyboard.press('?');
  expect(await hidden(page.getByTestId('keys-dialog'))).toBe(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+n');
  await expect(page.getByTestId('choose-file')).toBeVisible();
  expect(await hidden(page.getByTestId('new-study-dialog'))).toBe(0);
});

test('the kinds of export stay where they are while one after the other is tried', async () => {
  for (const size of SIZES) {
    await at(size);
    await page.keyboard.press('Control+e');
    const choice = page.getByTestId('export-json');
    await expect(page.getByTestId('export-text')).toContainText('peek-context-map');
    const place = await choice.boundingBox();
    for (const format of ['prompt', 'markdown', 'html', 'cassette']) {
      await page.getByTestId(`export-${format}`).click();
      expect(await choice.boundingBox(), format).toEqual(place);
    }
    await page.keyboard.press('Escape');
  }
});

test('the line beside the queries goes on beside the timeline, in either size', async () => {
  for (const size of SIZES) {
    await at(size);
    const line = page.getByRole('separator', { name: 'Width of the queries' });
    const below = await page.locator('.timeline-side').boundingBox();
    // The separator is the line; the other one is the last pixel of its box.
    expect(await left(line)).toBe((below?.x ?? 0) + (below?.width ?? 0) - 1);
  }
});

test('a text diff has no scroll bar below it in any theme', async () => {
  await at(ORDINARY);
  await page.getByTestId('tab-cartographer').click();
  await page.getByRole('button', { name: 'Text diff' }).click();
  await expect(page.locator('.monaco-diff-editor .view-line').first()).toBeVisible();
  for (const contrast of ['no-preference', 'more'] as const) {
    await page.emulateMedia({ contrast });
    await expect(page.locator('html')).toHaveAttribute('data-theme', contrast === 'more' ? 'contrast' : /dark|light/);
    const wide = () =>
      page.locator('main, main *').evaluateAll((all) =>
        all
          .filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowX))
          .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth)
          .map((each) => each.getAttribute('class')),
      );
    await expect.poll(wide).toEqual([]);
  }
});

test('the words in an empty field take the theme’s quiet colour', async () => {
  await at(ORDINARY);
  await page.keyboard.press('/');
  const field = page.getByTestId('search-field');
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const [words, quiet] = await field.evaluate((each) => [
      getComputedStyle(each, '::placeholder').color,
      getComputedStyle(each.ownerDocument.querySelector('.dim') ?? each).color,
    ]);
    expect(words).toBe(quiet);
  }
});

async function open(path: string): Promise<void> {
  await answerOpenDialog(peek, path);
  await page.getByTestId('start-open').click();
}

test('how a run stands is told on the line of its figures, however narrow the pane', async () => {
  const path = join(peek.folder, 'review.peek');
  writeSample('review', path).close();
  await page.setViewportSize(SMALLEST);
  await page.reload();
  await open(path);
  const figures = queryRow(page, 6).locator('.query-figures');
  const state = figures.locator('.state');
  await expect(state).toHaveText('review');
  const [line, word] = [await figures.boundingBox(), await state.boundingBox()];
  expect(word?.y).toBe(line?.y);
  expect(word?.height).toBe(line?.height);
  await expect(state).toBeInViewport({ ratio: 1 });
});

test('from the head of a failed run one comes to its reason and to what can be done, also in the smallest window', async () => {
  const path = join(peek.folder, 'failed.peek');
  writeSample('failed', path).close();
  await page.setViewportSize(SMALLEST);
  await page.reload();
  await open(path);
  await queryRow(page, 6).click();
  const failure = page.getByTestId('run-failure');
  await expect(failure).not.toBeInViewport();
  await page.getByTestId('how-to-go-on').click();
  await expect(failure.getByRole('button', { name: 'Go on from here' })).toBeInViewport({ ratio: 1 });
  await expect(failure).toContainText('429');
});

test('a long name of a study gives way to the name of the model, and a short branch is whole', async () => {
  await at(SMALLEST);
  await page
    .getByTestId('study-menu')
    .locator('b')
    .evaluate((name) => {
      name.textContent = 'a study with three hundred queries and a rather long name';
    });
  for (const chip of ['model-chip', 'branch-menu']) {
    const cut = await page
      .getByTestId(chip)
      .locator('b')
      .evaluate((name) => name.scrollWidth > name.clientWidth);
    expect(cut, chip).toBe(false);
  }
});

test('all keys are seen at once, also in the smallest window', async () => {
  await at(SMALLEST);
  await page.keyboard.press('?');
  const grid = page.locator('.keys-grid');
  await expect(grid).toBeVisible();
  expect(await grid.locator('kbd').count()).toBeGreaterThan(50);
  for (const key of await grid.locator('section > ul > li:last-child').all())
    await expect(key).toBeInViewport({ ratio: 1 });
});

test('a date or an id is never broken at its hyphen, and the text is copied as it was written', async () => {
  for (const size of SIZES) {
    await at(size);
    const items = page.getByTestId('map-item').locator('.item-text');
    await expect(items.first()).toBeVisible();
    const told = await items.evaluateAll((all) =>
      all.map((item) => {
        window.getSelection()?.selectAllChildren(item);
        return {
          copied: window.getSelection()?.toString(),
          written: item.textContent,
          rows: [...item.querySelectorAll('.unbroken')].map((each) => each.getClientRects().length),
        };
      }),
    );
    expect(told.flatMap(({ rows }) => rows).length).toBeGreaterThan(2);
    for (const { copied, written, rows } of told) {
      expect(copied).toBe(written);
      expect(
        rows.every((count) => count === 1),
        written,
      ).toBe(true);
    }
  }
});

test('no kind of export leaves an empty room below its words', async () => {
  for (const size of SIZES) {
    await at(size);
    await page.keyboard.press('Control+e');
    for (const format of ['json', 'html', 'cassette']) {
      await page.getByTestId(`export-${format}`).click();
      const room = await page.getByTestId('export-dialog').evaluate((dialog) => {
        const last = dialog.querySelector('.export-what > :last-child')?.getBoundingClientRect();
        const foot = dialog.querySelector('.dialog-foot')?.getBoundingClientRect();
        return (foot?.top ?? 0) - (last?.bottom ?? 0);
      });
      expect(room, format).toBeLessThan(20);
    }
    await page.keyboard.press('Escape');
  }
});

test('in a text diff what is gone goes on as far left as what stands for it', async () => {
  const path = join(peek.folder, 'review.peek');
  writeSample('review', path).close();
  await page.setViewportSize(SMALLEST);
  await page.reload();
  await open(path);
  await queryRow(page, 6).click();
  await page.getByTestId('tab-cartographer').click();
  await page.getByRole('button', { name: 'Text diff' }).click();
  const gone = page.locator('.monaco-diff-editor .line-delete .view-line');
  await expect.poll(() => gone.count()).toBeGreaterThan(1);
  const starts = await page.locator('.monaco-diff-editor .modified .view-line').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const text = line.textContent;
      if (text.trim() === '') return [];
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      let node = walker.nextNode();
      while (node instanceof Text && node.data.trim() === '') node = walker.nextNode();
      if (!(node instanceof Text)) return [];
      const range = document.createRange();
      range.setStart(node, node.data.search(/\S/));
      range.setEnd(node, node.data.search(/\S/) + 1);
      const { left, width } = range.getBoundingClientRect();
      // What lies below the edge is there, but not drawn.
      return width === 0 ? [] : [Math.round(left)];
    }),
  );
  expect(starts.length).toBeGreaterThan(5);
  expect(new Set(starts).size).toBe(1);
});
