// Texts and shapes that broke other tools, in every place that a model, a program or a person fills, in every view: nothing
// runs, nothing vanishes, nothing breaks, nothing freezes. One line for each text and view; one file, since all texts are shown in
// one window.
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { answerSaveDialog, openWindow, type StudyWindow } from '../study-window.ts';
import type { MapItem } from '../../core/map/index.ts';
import { act } from '../gallery/act.ts';
import { HOSTILE_CONTEXT, HOSTILE_MODEL, HOSTILE_SHAPES, writeHostileShapes, writeHostileStudy } from './study.ts';
import { HOSTILE_TEXTS } from './texts.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';

// Kept traces of megabytes would be most of what this measures.
test.use({ trace: 'off' });

/** The longest time that the page may stand still, on a slow machine, too. */
const FROZEN_MS = 3_000;

let folder: string;
let peek: StudyWindow;
let page: Page;

async function open(path: string): Promise<void> {
  peek = await openWindow(path);
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => {
    Object.assign(window, { longestGap: 0 });
    let last = performance.now();
    const tick = (now: number) => {
      Object.assign(window, { longestGap: Math.max(Number(Reflect.get(window, 'longestGap')), now - last) });
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    document.addEventListener('securitypolicyviolation', (event) => {
      Object.assign(window, { violated: event.violatedDirective });
    });
  });
}

/** What must hold after anything at all was shown. */
async function expectWhole(): Promise<void> {
  const seen = await page.evaluate(() => ({
    ran: 'hostileRan' in window,
    violated: String(Reflect.get(window, 'violated') ?? 'nothing'),
    foreign: document.querySelectorAll('iframe, object, embed, .main-pane img, .main-pane script, .main-pane style')
      .length,
    gap: Number(Reflect.get(window, 'longestGap')),
    alive: document.querySelector('.frame .status') !== null,
  }));
  expect(seen).toMatchObject({ ran: false, violated: 'nothing', foreign: 0, alive: true });
  expect(seen.gap, 'the longest time without a frame').toBeLessThan(FROZEN_MS);
  await page.evaluate(() => Object.assign(window, { longestGap: 0 }));
}

test.describe('hostile texts', () => {
  let items: readonly MapItem[];
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'peek hostile '));
    items = writeHostileStudy(join(folder, 'texts.peek'));
    await open(join(folder, 'texts.peek'));
    await expect(page.getByTestId('queries-progress')).toBeVisible();
  });
  test.afterAll(async () => {
    await peek.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The bytes that Export writes. */
  const saved = async (format: string): Promise<string> => {
    const path = join(folder, `map.${format}`);
    // Main may be short of memory here, and then drops an evaluation of the test.
    await expect(() => answerSaveDialog(peek, path)).toPass();
    await page.keyboard.press('Control+e');
    await page.getByTestId(`export-${format}`).click();
    await page.getByTestId('export-save').click();
    await expect(page.getByTestId('export-dialog')).toBeHidden();
    return readFile(path, 'utf8');
  };
  /** The first signs of a text that a person could type. */
  const startOf = (content: string) => /[^\p{C}\p{Z}"\\]+/u.exec(content)?.[0].slice(0, 20) ?? '';
  /** Looks for words in an editor as a person does; the line that holds them is drawn then. */
  const findInEditor = async (words: string, editor = page.getByTestId('monaco-text')) => {
    await editor.getByRole('textbox').first().focus();
    await page.keyboard.press('Control+f');
    const widget = editor.locator('.find-widget');
    await widget.getByRole('textbox', { name: 'Find' }).fill(words);
    await expect(widget.locator('.matchesCount')).toHaveText(/^(\d+|\?) of \d+/);
    // What is folded once the two texts are compared moves the place away again: Enter goes there anew.
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(editor.locator('.view-line').filter({ hasText: words }).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await page.keyboard.press('Escape');
  };
  const side = () => page.getByTestId('side');
  const main = () => page.locator('.main-pane');
  const tab = (name: string) => page.getByTestId(`tab-${name}`).click();
  const back = async () => {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  for (const [at, { name, shows, showsInMap = shows, find, text }] of HOSTILE_TEXTS.entries()) {
    const inMap = showsInMap.slice(0, 60);
    const query = () => page.locator(`[data-testid="query-row"][data-query-id="q${at + 1}"]`);
    const views: Readonly<Record<string, () => Promise<void>>> = {
      'the list of queries': async () => {
        await expect(query()).toContainText(shows.slice(0, 40));
      },
      'the title, with the answer and the truth': async () => {
        await expect(page.getByTestId('query-title')).toContainText(shows.slice(0, 60));
        await expect(page.getByTestId('query-summary')).toContainText(shows.slice(0, 60));
      },
      'the trajectory': async () => {
        await tab('trajectory');
        const iteration = page.getByTestId('iteration').first();
        await expect(iteration.locator('.say').first()).toContainText(shows.slice(0, 60));
        await expect(iteration.locator('.code').first()).toContainText(shows.slice(0, 60));
        await expect(iteration.locator('.output').first()).toContainText(shows.slice(0, 60));
      },
      'its sub-calls': async () => {
        await tab('trajectory');
        await page.locator('.subcalls-head').first().click();
        await expect(page.locator('.subcall').first()).toContainText(shows.slice(0, 60));
        await expect(page.locator('.subcall').nth(1)).toContainText(shows.slice(0, 60));
      },
      'the answer': async () => {
        await tab('trajectory');
        await page.getByTestId('trajectory').focus();
        await page.keyboard.press('End');
        await expect(page.getByTestId('answer')).toContainText(shows.slice(0, 60));
      },
      'the Distiller': async () => {
        await tab('distiller');
        await expect(page.locator('[data-testid="distiller"] .card').first()).toContainText(shows.slice(0, 60));
        await expect(page.getByTestId('candidate').first()).toContainText(shows.slice(0, 60));
        await expect(page.getByTestId('distiller')).toContainText('__proto__');
      },
      'the Cartographer': async () => {
        await tab('cartographer');
        await expect(page.getByTestId('cartographer').locator('.card').first()).toContainText(shows.slice(0, 60));
        const cards = page.getByTestId('edit-card');
        await expect(cards.first()).toContainText(inMap);
        await expect(cards.filter({ has: page.locator('.refusal') })).toContainText(shows.slice(0, 60));
      },
      'the Evictor and the verdicts': async () => {
        await tab('evictor');
        await expect(page.getByTestId('evictor')).toContainText(inMap);
        await expect(page.getByTestId('verdict-grid')).toContainText(inMap);
      },
      'the prompts': async () => {
        await tab('prompts');
        await page
          .getByRole('button', { name: /sub-call/ })
          .first()
          .click();
        await expect(page.getByTestId('message').first()).toContainText(shows.slice(0, 60));
      },
      'a whole text, as text and raw, with its own find': async () => {
        await tab('trajectory');
        await page.getByRole('button', { name: 'The reply as it was written' }).first().click();
        const reader = page.getByTestId('reader');
        await expect(reader.locator('.piece').first()).toContainText(shows.slice(0, 60));
        await page.getByTestId('reader-raw').click();
        await expect(reader.locator('.piece').first()).toContainText(
          text.startsWith('\u001b') ? '⟨ESC⟩[31m' : shows.slice(0, 60),
        );
        if (find !== null) {
          await page.getByTestId('reader-find').fill(find);
          await expect(page.getByTestId('reader-count')).toContainText(/1 of/);
          await expect(reader.locator('mark.current')).toHaveCount(1);
        }
        await page.keyboard.press('Escape');
        await expect(reader).toBeHidden();
      },
      'the map as items': async () => {
        await page.getByTestId('map-tab-items').click();
        const card = page.locator(`[data-testid="map-item"][data-item-id="${items[at]?.id ?? ''}"]`);
        await expect(card.locator('.item-text')).toContainText(inMap);
      },
      'the map as text and as JSON': async () => {
        for (const each of ['text', 'json']) {
          await page.getByTestId(`map-tab-${each}`).click();
          await expect(page.getByTestId('monaco-text').locator('.view-line').first()).toBeVisible();
          await findInEditor(startOf(items[at]?.content ?? ''));
        }
        await page.getByTestId('map-tab-items').click();
      },
      'the item’s biography and its notes': async () => {
        const card = page.locator(`[data-testid="map-item"][data-item-id="${items[at]?.id ?? ''}"] .item-main`);
        await card.click();
        await card.click();
        await expect(page.getByTestId('biography').locator('.item-whole')).toContainText(inMap);
        await back();
      },
      'a comparison, as items and as text': async () => {
        await page.keyboard.press('c');
        await side().getByLabel('Compare from').selectOption(`v${at}`);
        await side()
          .getByLabel('Compare with')
          .selectOption(`v${at + 1}`);
        await expect(
          side()
            .locator('[data-kind="added"]')
            .filter({ hasText: inMap.slice(0, 30) })
            .first(),
        ).toBeVisible();
        await page.getByTestId('side').getByRole('button', { name: 'Text', exact: true }).click();
        await findInEditor(startOf(items[at]?.content ?? ''), page.locator('.monaco-diff-editor .modified'));
        await back();
      },
      'the exports': async () => {
        const start = text.slice(0, 30);
        // What cannot stand in an item of the map cannot be in its export either.
        // eslint-disable-next-line no-control-regex -- control characters are exactly what is looked for
        const kept = /[\u0000-\u001f]|\p{Surrogate}/u.test(start) ? showsInMap.slice(-4) : start;
        const json = await saved('json');
        expect(JSON.parse(json)).toMatchObject({ study: { name: 'hostile <b>texts</b> & more' } });
        expect(json).toContain(JSON.stringify(kept).slice(1, -1));
        expect(await saved('prompt')).toContain(kept);
        // Markdown puts a backslash before every sign that would mean something.
        const read = (await saved('markdown')).replace(/\\([\\`*_[\]<>#|~&])/g, '$1');
        expect(read).toContain(items[at]?.content ?? 'no item');
      },
      'the palette': async () => {
        await page.keyboard.press('Control+k');
        await page.getByTestId('palette-field').fill(`item ${items[at]?.id ?? ''}`);
        await expect(
          page
            .getByRole('option')
            .filter({ hasText: inMap.slice(0, 30) })
            .first(),
        ).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByTestId('palette-field')).toBeHidden();
      },
      'the branches': () =>
        expect(
          page
            .getByTestId('branch-row')
            .filter({ hasText: shows.slice(0, 12) })
            .first(),
        ).toBeVisible(),
      Find: async () => {
        if (find === null) return;
        await page.keyboard.press('/');
        await page.getByTestId('search-field').fill(find);
        await expect(page.getByTestId('search-hits').locator('mark').first()).toBeVisible();
        await page.getByTestId('search-hits').getByRole('button').first().click();
        await back();
      },
      'the focus view': async () => {
        await page.keyboard.press('Shift+f');
        await expect(page.getByTestId('focus')).toContainText(shows.slice(0, 60));
        await page.keyboard.press('Escape');
        await expect(page.getByTestId('focus')).toBeHidden();
      },
    };
    for (const [view, look] of Object.entries(views)) {
      test(`${name}, in ${view}`, async () => {
        if ((await query().getAttribute('aria-current')) !== 'true') await query().click();
        await expect(query()).toHaveAttribute('aria-current', 'true');
        await look();
        await expectWhole();
        await expect(main()).toBeVisible();
      });
    }
  }

  test('all of them, in the warnings, the notes, the operations and what-if', async () => {
    await page.keyboard.press('Shift+g');
    await page.keyboard.press('Shift+w');
    for (const { shows } of HOSTILE_TEXTS) await expect(page.getByTestId('warnings')).toContainText(shows.slice(0, 40));
    await back();
    await act(peek, 'view.notes');
    for (const { shows } of HOSTILE_TEXTS)
      await expect(page.getByTestId('notes-panel')).toContainText(shows.slice(0, 40));
    await back();
    await page.keyboard.press('o');
    await expect(page.getByTestId('operations')).toContainText('hostile <b>texts</b> & more');
    await back();
    await page.keyboard.press('w');
    await expect(page.getByTestId('what-if-summary')).toBeVisible();
    await back();
    await expectWhole();
  });

  test('names that others gave, of a model, a context and runs, in costs, near items and the window’s head', async () => {
    await page.keyboard.press('Shift+g');
    const model = HOSTILE_MODEL.replace('\u202e', '⟨U+202E⟩');
    await act(peek, 'view.costs');
    await expect(side()).toContainText('for ');
    await expect(side().getByTestId('cost-row').first()).toBeVisible();
    await back();
    await act(peek, 'near.open');
    await expect(page.getByTestId('near-summary')).toContainText(`by ${model}`);
    const pairs = page.getByTestId('near-pairs');
    for (const { shows, showsInMap = shows } of HOSTILE_TEXTS.slice(0, 12))
      await expect(pairs).toContainText(showsInMap.slice(0, 40));
    await back();
    await page.getByTestId('tab-prompts').click();
    await expect(page.getByTestId('prompts')).toContainText(model);
    await expect(page.locator('.context-chip')).toContainText(HOSTILE_CONTEXT.replace('\u202e', '⟨U+202E⟩'));
    await expectWhole();
  });

  test('a replay, a find in all studies and a branch, with all of them in it', async () => {
    await act(peek, 'search.all');
    const field = page.getByTestId('find-all-field');
    for (const { find } of HOSTILE_TEXTS) {
      if (find === null) continue;
      await field.fill(find);
      await expect(page.getByTestId('found-hit').locator('mark').first()).toBeVisible();
    }
    await back();
    await act(peek, 'study.replay');
    await page.getByTestId('replay-start').click();
    await expect(page.getByTestId('replay-report')).toBeVisible();
    await back();
    await page.keyboard.press('Shift+b');
    const name = `${HOSTILE_TEXTS[3]?.text.slice(0, 60) ?? ''} \u202e`;
    await page.getByTestId('branch-name').fill(name);
    await page.getByTestId('branch-create').click();
    await expect(page.getByTestId('branch-dialog')).toBeHidden();
    await expect(page.getByTestId('branch-menu')).toContainText('use <placeholder>');
    await expectWhole();
  });

  test('all of them, in the page that the study is shared as, and in its cassette', async () => {
    const cassette = JSON.parse(await saved('cassette')) as { readonly calls: readonly unknown[] };
    const calls = JSON.stringify(cassette.calls);
    for (const { text } of HOSTILE_TEXTS) expect(calls).toContain(JSON.stringify(text.slice(0, 300)).slice(1, -1));
    const path = join(folder, 'map.html');
    await saved('html');
    const arriving = peek.app.waitForEvent('window');
    await peek.app.evaluate(({ BrowserWindow }, file) => {
      void new BrowserWindow({ width: 1300, height: 840, webPreferences: { sandbox: true } }).loadFile(file);
    }, path);
    const shared = await arriving;
    await shared.setViewportSize({ width: 1440, height: 1000 });
    const faults: string[] = [];
    shared.on('pageerror', (error) => faults.push(error.message));
    await expect(shared.getByTestId('timeline-chart')).toBeVisible();
    await shared.getByTestId('tab-trajectory').click();
    for (const [at, { shows, showsInMap = shows }] of HOSTILE_TEXTS.entries()) {
      await shared.locator(`[data-testid="query-row"][data-query-id="q${at + 1}"]`).click();
      await expect(shared.getByTestId('query-title')).toContainText(shows.slice(0, 60));
      const iteration = shared.getByTestId('iteration').first();
      for (const part of ['.say', '.code', '.output'])
        await expect(iteration.locator(part).first()).toContainText(shows.slice(0, 60));
      const card = shared.locator(`[data-testid="map-item"][data-item-id="${items[at]?.id ?? ''}"]`);
      await expect(card.locator('.item-text')).toContainText(showsInMap.slice(0, 60));
    }
    expect(await shared.evaluate(() => 'hostileRan' in window)).toBe(false);
    expect(faults).toEqual([]);
    await shared.close();
  });
});

// What is not there yet is waited for by `waitFor`: while an `expect` waits, Playwright walks the whole page for each look, which
// with thousands of items holds the page for seconds of its own.
test.describe('hostile shapes', () => {
  test.beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'peek hostile '));
    writeHostileShapes(join(folder, 'shapes.peek'));
    process.env['TZ'] = 'America/Los_Angeles';
    await open(join(folder, 'shapes.peek'));
    delete process.env['TZ'];
    await page.getByTestId('queries-progress').waitFor();
  });
  test.afterAll(async () => {
    await peek.close();
    await rm(folder, { recursive: true, force: true });
  });

  const show = async (at: number) => {
    await page.locator(`[data-testid="query-row"][data-query-id="q${at + 1}"]`).click();
    await page
      .getByTestId('query-title')
      .filter({ hasText: HOSTILE_SHAPES[at] ?? '' })
      .waitFor();
    await expect(page.getByTestId('query-title')).toHaveText(HOSTILE_SHAPES[at] ?? '');
    await page.getByTestId('tab-trajectory').click();
    await page.getByTestId('iteration').first().waitFor();
  };
  const looks: readonly (() => Promise<void>)[] = [
    async () => {
      await page.getByTestId('trajectory').focus();
      await page.keyboard.press('End');
      await page.locator('[data-testid="iteration"][data-iteration="20000"]').waitFor();
      await page.getByTestId('answer').waitFor();
      expect(await page.getByTestId('iteration').count()).toBeLessThan(60);
      await page.keyboard.press('Home');
      await page.locator('[data-testid="iteration"][data-iteration="1"]').waitFor();
    },
    async () => {
      await page.getByTestId('iteration').first().filter({ hasText: '6,700' }).waitFor();
      expect(await page.locator('.block').count()).toBeLessThan(200);
      // Not by its role: to find that among so many elements takes the page seconds of its own.
      await page
        .locator('button.more-rows')
        .filter({ hasText: /more of 6,70\d parts/ })
        .click();
      await page.locator('.block').nth(300).waitFor({ state: 'attached' });
    },
    async () => {
      for (let depth = 0; depth < 12; depth++) await page.locator('.subcalls-head').nth(depth).click();
      const box = await page.locator('.subcalls-head').nth(12).boundingBox();
      expect(box?.width ?? 0, 'deep agents are not pushed out of sight').toBeGreaterThan(200);
    },
    async () => {
      await page.locator('.subcalls-head').first().click();
      await page.locator('.subcall').first().filter({ hasText: 'deep' }).waitFor();
    },
    () => page.getByTestId('trajectory').filter({ hasText: 'I was called by nobody.' }).waitFor(),
    async () => {
      await expect(page.getByTestId('map-item')).toHaveCount(5_000);
      const card = page.getByTestId('map-item').filter({ hasText: 'Number 4321.' });
      await page.keyboard.press('Control+k');
      await page.getByTestId('palette-field').fill('Number 4321.');
      await page.locator('.palette-item').filter({ hasText: 'Number 4321.' }).first().click();
      await page.getByTestId('biography').locator('.item-whole').filter({ hasText: 'Number 4321.' }).waitFor();
      await back();
      await page.locator('[data-testid="map-item"].selected').filter({ hasText: 'Number 4321.' }).waitFor();
      await expect(card).toBeInViewport();
      // Letters are dragged over, which is not a click on the card.
      const box = await card.locator('.item-text').boundingBox();
      if (box === null) throw new Error('it is not drawn');
      await page.mouse.move(box.x + 4, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + 90, box.y + 8, { steps: 5 });
      await page.mouse.up();
      expect(await page.evaluate(() => window.getSelection()?.toString())).toContain('umber');
      await expect(page.getByTestId('biography')).toHaveCount(0);
      await page.mouse.click(box.x + 4, box.y + 8);
      await back();
      // Sorted as the Evictor would take them, they are as many, and each row keeps to its own item.
      await page.getByTestId('tab-evictor').click();
      await page.getByTestId('evictor').waitFor();
      const ranked = await page
        .getByTestId('rank-row')
        .evaluateAll((rows) => rows.map((row) => [row.querySelector('[data-item-ref]')?.textContent, row.textContent]));
      expect(ranked.length).toBeGreaterThan(10);
      const cards = new Map(
        await page
          .getByTestId('map-item')
          .evaluateAll((all) => all.map((each) => [each.getAttribute('data-item-id'), each.textContent] as const)),
      );
      for (const [id, words] of ranked) {
        const number = /Number \d+\./.exec(words ?? '')?.[0] ?? 'none';
        expect(cards.get(id ?? '')).toContain(number);
      }
      await page.getByTestId('tab-distiller').click();
      await page.getByTestId('tab-cartographer').click();
      await page.getByTestId('edit-card').first().waitFor();
    },
    async () => {
      await page.getByTestId('tab-cartographer').click();
      await expect(page.getByTestId('edit-card').nth(0)).toContainText('Rewritten once.');
      await expect(page.getByTestId('edit-card').nth(1)).toContainText('Rewritten twice.');
      await expect(page.locator('[data-testid="map-item"][data-item-id="cr-00001"]')).toContainText('Rewritten twice.');
    },
    async () => {
      const cards = page.getByTestId('map-item').filter({ hasText: 'of one id.' });
      await expect(cards).toHaveCount(1);
      await expect(cards).toContainText('The second of one id.');
      await cards.locator('.item-main').click();
      await cards.locator('.item-main').click();
      await page.getByTestId('biography').locator('.item-whole').filter({ hasText: 'The second of one id.' }).waitFor();
      await back();
    },
    async () => {
      for (const tab of ['distiller', 'cartographer', 'evictor', 'prompts']) {
        await page.getByTestId(`tab-${tab}`).click();
        await expectNumbers();
      }
      await page.keyboard.press('o');
      await page.getByTestId('operations').waitFor();
      await expectNumbers();
      await back();
      await act(peek, 'view.costs');
      await expectNumbers();
      await back();
    },
    async () => {
      await page.getByTestId('query-summary').waitFor();
      await expectNumbers();
      await page.keyboard.press('Shift+w');
      await page.getByTestId('warnings').filter({ hasText: 'Its text is not JSON' }).waitFor();
      await back();
    },
    async () => {
      await act(peek, 'view.costs');
      await page.getByTestId('cost-row').last().filter({ hasText: '$2,000,000,0' }).waitFor();
      await expect(page.getByTestId('side')).not.toContainText(/[-−]\$|\$[-−]/);
      await expectNumbers();
      await back();
      await page.keyboard.press('Shift+w');
      await page.getByTestId('warnings').filter({ hasText: 'costMicroUsd' }).waitFor();
      await back();
    },
    async () => {
      await page.locator('button.cut').filter({ hasText: 'of 29,999,965 characters' }).click();
      const reader = page.getByTestId('reader');
      await reader.filter({ hasText: '{"value"' }).waitFor();
      await page.getByTestId('reader-find').fill('and its end');
      await page
        .getByTestId('reader-count')
        .filter({ hasText: /^1 of 1$/ })
        .waitFor();
      await expect(reader.locator('mark.current')).toBeInViewport();
      await page.getByTestId('reader-raw').click();
      await reader.filter({ hasText: 'and its end' }).waitFor();
      await back();
    },
  ];
  /** No figure that could not be made out stands anywhere. */
  const expectNumbers = () => expect(page.locator('.frame')).not.toContainText(/NaN|Infinity|Invalid|undefined/);
  const back = async () => {
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await page.keyboard.press('Escape');
    await page.locator('[role="dialog"]').first().waitFor({ state: 'detached' });
  };
  for (const [at, look] of looks.entries()) {
    const title = HOSTILE_SHAPES[at] ?? '';
    test(title, async () => {
      await show(at);
      await look();
      await expectWhole();
    });
  }
});
