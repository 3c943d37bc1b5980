// Every tab and every side in panes as narrow as they can be made, in every state of a study: what is written and what can be
// pressed stands whole in its pane, and nothing but what is made to scrolls sideways.
import { expect, test, type Page } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { act, failRequest } from './gallery/act.ts';
import { writeStudies, type State, type Studies } from './gallery/studies.ts';
import { EVERY, VIEWS, type Shown } from './gallery/views.ts';
import { answerOpenDialog, openWindow, type StudyWindow } from './study-window.ts';

/** Views that stand over the panes, or instead of them. */
const OVER =
  /^(palette|keys|settings|new-study|add-queries|export|branch|about|focus|study-menu|query-menu|replay|manual)/;
/** An editor draws its text itself, and breaks its lines itself. */
const EDITORS = /-(text|json)$/;
const IN_PANES = VIEWS.filter(({ name }) => !OVER.test(name) && !EDITORS.test(name));

const SMALLEST = { width: 1024, height: 700 };
/** What the outer panes take in pixels: as they come in the smallest window, the least, the most. */
const PANES = {
  'panes as they come': { queries: 206, side: 320 },
  'the outer panes': { queries: 152, side: 252 },
  'the middle pane': { queries: 245, side: 368 },
};

let folder: string;
let studies: Studies;
let peek: StudyWindow;
let page: Page;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'peek narrow '));
  studies = writeStudies(folder);
});
test.afterAll(() => {
  studies.close();
  rmSync(folder, { recursive: true, force: true });
});
test.beforeEach(async () => {
  peek = await openWindow();
  ({ page } = peek);
  await page.setViewportSize(SMALLEST);
  // Panes take their first sizes from the window's.
  await page.reload();
  await expect(page.getByTestId('start-open')).toBeVisible();
});
test.afterEach(() => peek.close());

async function drag(separator: string, x: number): Promise<void> {
  const box = await page.getByRole('separator', { name: separator }).boundingBox();
  if (box === null) throw new Error(`there is no separator ${separator}`);
  await page.mouse.move(box.x + box.width / 2, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(x, box.y + 200, { steps: 4 });
  await page.mouse.up();
}

async function open(state: State, ask: () => Promise<void>): Promise<void> {
  await answerOpenDialog(peek, studies.paths[state]);
  await ask();
  await expect(page.getByTestId('study-menu')).toContainText(
    state === 'normal' || state === 'by-hand' ? 'Support tickets' : /^(?!Support tickets)/,
  );
}

for (const state of [...EVERY, 'by-hand'] as const) {
  test(`a study (${state}) can be read and used in panes as narrow as can be`, async () => {
    // The ordinary one first: others are compared with it. Worked on by hand is a copy of it.
    const first = state === 'by-hand' ? state : 'normal';
    await open(first, () => page.getByTestId('start-open').click());
    if (state !== first) await open(state, () => act(peek, 'study.open'));
    if (state === 'normal') await page.locator('[data-testid="query-row"][data-query-id="q8"]').click();
    for (const [what, { queries, side }] of Object.entries(PANES)) {
      await drag('Width of the queries', queries);
      await drag('Width of the map', SMALLEST.width - side);
      await lookAtAll(state, what);
    }
  });
}

async function lookAtAll(state: State, what: string): Promise<void> {
  const shown: Shown = {
    page,
    act: (action) => act(peek, action),
    fail: (request) => failRequest(peek, request),
  };
  for (const view of IN_PANES.filter(({ states }) => (states ?? EVERY).includes(state))) {
    await view.open(shown);
    await expect(page.locator('.pane .late')).toHaveCount(0);
    await expect.poll(() => page.evaluate(notWhole), `${view.name}, ${what}`).toEqual([]);
    await page.keyboard.press('Escape');
    await shown.act('view.close');
    await shown.act('view.close');
    await view.after?.(shown);
  }
}

/** In the page: what a reader could not see whole, or only by scrolling sideways. */
function notWhole(): readonly string[] {
  /** As wide as a study is long, so it scrolls by design. */
  const isMadeToScroll = '.grid-box';
  const found = new Set<string>();
  const nameOf = (each: Element) => `${each.tagName.toLowerCase()}.${[...each.classList].join('.')}`;
  const hasWords = (each: Element) =>
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
  const isControl = (each: Element) => /^(BUTTON|INPUT|SELECT)$/.test(each.tagName);
  for (const pane of document.querySelectorAll('.pane')) {
    for (const each of pane.querySelectorAll('*')) {
      const style = getComputedStyle(each);
      if (style.visibility === 'hidden' || each.getClientRects().length === 0) continue;
      if (each.closest('svg, .hidden-text') !== null) continue;
      const scrolls = /auto|scroll/.test(style.overflowX) && each.scrollWidth > each.clientWidth + 1;
      if (scrolls && !each.matches(isMadeToScroll)) found.add(`scrolls sideways: ${nameOf(each)}`);
      if (!hasWords(each) && !isControl(each)) continue;
      const box = each.getBoundingClientRect();
      for (let around = each.parentElement; around !== null && pane.contains(around); around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowX)) break;
        // Words that end in an ellipsis are said to be cut; what can be pressed never is.
        if (textOverflow === 'ellipsis' && !isControl(each)) break;
        if (overflowX === 'visible' && around !== pane) continue;
        const room = around.getBoundingClientRect();
        if (box.right > room.right + 1 || box.left < room.left - 1)
          found.add(`cut off by ${nameOf(around)}: ${nameOf(each)} “${each.textContent.slice(0, 30)}”`);
      }
    }
  }
  return [...found];
}
