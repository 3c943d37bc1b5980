// A person's hands on a study, in the real window: pins, edits, reviews, branches, time. Each test has a copy of the
// recorded study, or the demo's queries with the offline model, for itself. One file, since all take the same steps to get there.
import { expect, test } from '@playwright/test';
import {
  exportedText,
  expectIdle,
  item,
  mapOnScreen,
  openPacedWindow,
  openWindow,
  queryRow,
  step,
  tokensOnScreen,
  type StudyWindow,
} from './study-window.ts';

let peek: StudyWindow;
test.afterEach(() => peek.close());

async function openRecorded(open = openWindow): Promise<StudyWindow> {
  peek = await open('{study}');
  await expect(peek.page.getByTestId('queries-progress')).toHaveText('10 / 12');
  return peek;
}

test('an item is pinned, unpinned by undo, pinned again by redo', async () => {
  const { page } = await openRecorded();
  const isPinned = async (id: string) => (await mapOnScreen(page)).find((each) => each.id === id)?.pinned;
  const card = item(page, 'cr-00001');
  expect(await isPinned('cr-00001')).toBe(false);
  await card.hover();
  await card.getByTestId('item-pin').click();
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  expect(await isPinned('cr-00001')).toBe(true);
  await page.keyboard.press('Control+z');
  await expect(page.getByTestId('map-version')).toHaveText('v9');
  expect(await isPinned('cr-00001')).toBe(false);
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByTestId('map-version')).not.toHaveText('v9');
  expect(await isPinned('cr-00001')).toBe(true);
});

test('an edit by hand counts its tokens while it is typed, and the map then has just so many', async () => {
  const { page } = await openRecorded();
  const before = await tokensOnScreen(page);
  await item(page, 'cr-00001').hover();
  await item(page, 'cr-00001').getByTestId('item-edit').click();
  await expect(page.getByTestId('editor-tokens')).toHaveText('no change yet');
  await page.getByTestId('editor-text').fill('Tickets.');
  await expect(page.getByTestId('editor-tokens')).toHaveText(/^map \d+ of 640 \(\u2212\d+\)$/);
  const counted = Number(/map (\d+)/.exec((await page.getByTestId('editor-tokens').textContent()) ?? '')?.[1]);
  await page.getByTestId('editor-save').click();
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  await expect(item(page, 'cr-00001')).toContainText('Tickets.');
  expect((await tokensOnScreen(page)).tokens).toBe(counted);
  await page.keyboard.press('Control+z');
  await expect(item(page, 'cr-00001')).not.toContainText('Tickets.');
  expect(await tokensOnScreen(page)).toEqual(before);
});

test('an edit that would push others out says which; one that cannot fit is refused with the numbers', async () => {
  const { page } = await openRecorded();
  const before = await mapOnScreen(page);
  await item(page, 'cr-00001').hover();
  await item(page, 'cr-00001').getByTestId('item-edit').click();
  await page.getByTestId('editor-text').fill('one more word and '.repeat(40));
  await expect(page.getByTestId('editor-evictions')).toContainText('rr-');
  await page.getByTestId('editor-text').fill('far too much for any budget of this size '.repeat(100));
  await expect(page.getByTestId('editor-refusal')).toContainText(
    /would take [\d,]+ tokens, [\d,]+ over the budget of 640/,
  );
  await expect(page.getByTestId('editor-save')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('item-editor')).toBeHidden();
  expect(await mapOnScreen(page)).toEqual(before);
});

test('a budget that the pinned items cannot fit is refused with the numbers', async () => {
  const { page } = await openRecorded();
  await page.keyboard.press('Control+,');
  await page.getByTestId('settings-map').click();
  await page.getByTestId('budget-field').fill('130');
  await expect(page.getByTestId('settings-dialog').getByText(/over the budget of 130/)).toBeVisible();
  await expect(page.getByTestId('settings-save')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  expect((await tokensOnScreen(page)).budget).toBe(640);
});

test('a prompt of the study’s own is written beside ours, is what the agent then gets, and gives way to ours again', async () => {
  const { page } = await openRecorded();
  const prompt = page.getByTestId('prompt-system');
  const editor = page.getByTestId('settings-dialog').locator('.editor.modified');
  const openPrompts = async () => {
    await page.keyboard.press('Control+,');
    await page.getByTestId('settings-prompts').click();
    await expect(editor).toContainText('You work turn by turn.');
  };
  const nextPrompt = async () => {
    await queryRow(page, 11).click();
    await page.getByTestId('tab-prompts').click();
    return page.getByRole('region', { name: 'What would be sent' });
  };
  await openPrompts();
  await expect(prompt).toContainText('ours');
  await expect(async () => {
    await editor.locator('.view-lines').click();
    await expect(editor.locator('.monaco-editor.focused')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Answer like a clerk.\n');
  await expect(prompt).toContainText('+1 −0 lines');
  await page.getByTestId('settings-save').click();
  await expect(page.getByTestId('settings-dialog')).toBeHidden();
  await expect(await nextPrompt()).toContainText('Answer like a clerk.');
  await openPrompts();
  await expect(prompt).toContainText('+1 −0 lines');
  await page.getByTestId('prompt-back-to-ours').click();
  await expect(prompt).toContainText('ours');
  await page.getByTestId('settings-save').click();
  await expect(page.getByTestId('settings-dialog')).toBeHidden();
  await expect(await nextPrompt()).not.toContainText('Answer like a clerk.');
});

test('the whole map is edited as text, and its footer tells what that would do', async () => {
  const { page } = await openRecorded();
  await page.getByTestId('map-tab-text').click();
  await page.getByTestId('monaco-text').getByText('CONTEXT ROADMAP').click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Also');
  await page.keyboard.press('Control+k');
  await expect(page.getByTestId('palette-field')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  await page.keyboard.type(' by hand.');
  const save = page.getByTestId('map-text-save');
  await expect(page.locator('.map-text-foot [role="status"]')).toHaveText(/^\d+ of 640 tokens/);
  await save.click();
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  expect(await exportedText(page, 'prompt')).toContain(' Also by hand.');
  await expect(save).toBeHidden();
  await page.getByRole('heading', { name: 'Context map' }).click();
  await page.keyboard.press('[');
  await page.keyboard.press(']');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await expect(page.getByText('Exactly what the agent is given. Edit it here as a whole.')).toBeVisible();
  await expect(save).toBeHidden();
});

test('a text of the map that was begun is kept over a look elsewhere, and a version that lands meanwhile is told of it', async () => {
  const { page } = await openRecorded();
  const text = page.getByTestId('monaco-text');
  const overtaken = page.getByTestId('map-text-overtaken');
  const write = async (words: string) => {
    // Where it can be seen: the editor draws no more than that.
    await text.getByText('One text,').click();
    await page.keyboard.type(words);
    await expect(page.getByTestId('map-text-save')).toHaveAttribute('aria-disabled', 'false');
  };
  await page.getByTestId('map-tab-text').click();
  await write('Halfway.');
  await page.getByTestId('map-tab-items').click();
  await page.getByTestId('version-back').click();
  await expect(page.getByTestId('not-now-banner')).toBeVisible();
  await page.getByTestId('map-tab-text').click();
  await expect(page.getByText('What you wrote on this text is kept.')).toBeVisible();
  await expect(text).not.toContainText('Halfway.');
  await page.getByTestId('go-to-now').click();
  await expect(text).toContainText('Halfway.');

  const step11 = async () => {
    await page.getByTestId('action-run.step').click();
    await expect(overtaken).toBeVisible();
    await expectIdle(page);
  };
  await step11();
  await expect(overtaken).toContainText('from v9 to v10');
  await expect(page.getByTestId('monaco-diff')).toContainText('Halfway.');
  await expect(page.getByTestId('map-text-save')).toBeHidden();
  await page.getByTestId('map-text-keep').click();
  await expect(text).toContainText('Halfway.');
  await page.getByTestId('map-text-save').click();
  await expect(page.getByTestId('map-version')).toHaveText('v11');
  await expect(page.getByTestId('map-text-save')).toBeHidden();
  expect(await exportedText(page, 'prompt')).toContain('Halfway.');

  await write('Nevermore.');
  await page.getByTestId('action-map.rollback').click();
  await page.getByTestId('rollback-confirm').click();
  await expect(overtaken).toContainText('from v11 to v10');
  await page.getByTestId('map-text-discard').click();
  await expect(overtaken).toBeHidden();
  await expect(text).not.toContainText('Nevermore.');
  await expect(page.getByTestId('map-text-save')).toBeHidden();
});

test('what was evicted is returned as it was', async () => {
  const { page } = await openRecorded();
  await page.getByTestId('earlier-ghosts').click();
  const ghost = item(page, 'rr-00001');
  await expect(ghost).toHaveAttribute('data-gone', 'evicted');
  const text = await ghost.locator('.item-text').textContent();
  await ghost.hover();
  await ghost.getByTestId('item-return').click();
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  const back = (await mapOnScreen(page)).find(({ id }) => id === 'rr-00001');
  expect(back?.content).toBe(text);
  const { tokens, budget } = await tokensOnScreen(page);
  expect(tokens).toBeLessThanOrEqual(budget);
});

test('time goes back and on by keys, says when it is not now, and keeps the past from being changed', async () => {
  const { page } = await openRecorded();
  const now = await mapOnScreen(page);
  const title = await page.getByTestId('query-title').textContent();
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(page.getByTestId('not-now-banner')).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await expect(page.getByTestId('map-version')).toHaveText('v0');
  await expect(page.getByTestId('not-now-banner')).toContainText('v0');
  await page.getByTestId('version-on').click();
  await expect(page.getByTestId('map-version')).toHaveText('v1');
  await expect(page.getByTestId('timeline-version')).toHaveText('v1');
  await expect(page.getByTestId('item-pin')).toHaveCount(0);
  const then = await mapOnScreen(page);
  expect(then).not.toEqual(now);
  expect(JSON.parse(await exportedText(page, 'json'))).toMatchObject({ study: { mapVersion: 'v1' } });
  await page.getByTestId('go-to-now').click();
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await expect(page.getByTestId('map-version')).toHaveText('v9');
  expect(await mapOnScreen(page)).toEqual(now);
  await page.keyboard.press('Shift+g');
  await expect(page.getByTestId('query-title')).toHaveText(title ?? '');
});

test('any two versions are compared, item by item', async () => {
  const { page } = await openRecorded();
  await page.keyboard.press('c');
  const side = page.getByTestId('side');
  await side.getByLabel('Compare from').selectOption('v1');
  await side.getByLabel('Compare with').selectOption('v9');
  await expect(page.getByTestId('compare-totals')).toContainText('→');
  for (const kind of ['added', 'gone', 'rewritten']) {
    expect(await page.locator(`[data-testid="compare-card"][data-kind="${kind}"]`).count(), kind).toBeGreaterThan(0);
  }
  await side.getByRole('button', { name: 'Text', exact: true }).click();
  await expect(page.locator('.monaco-diff-editor').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('map-items')).toBeVisible();
});

test('a branch begins at a version of the past, is stepped by itself, and the first is as it was', async () => {
  const { page } = await openRecorded();
  const main = await mapOnScreen(page);
  await queryRow(page, 4).click();
  await expect(page.getByTestId('map-version')).toHaveText('v4');
  const fourth = await mapOnScreen(page);
  await page.keyboard.press('Shift+b');
  await page.getByTestId('branch-name').fill('without the pin');
  await page.getByTestId('branch-create').click();
  await expect(page.getByTestId('branch-dialog')).toBeHidden();
  await expect(page.getByTestId('branch-menu')).toContainText('without the pin');
  await expect(page.getByTestId('not-now-banner')).toBeHidden();
  await expect(page.getByTestId('map-version')).toHaveText('v4');
  expect(await mapOnScreen(page)).toEqual(fourth);
  // On the branch the fifth query was never asked.
  await expect(queryRow(page, 5)).toHaveAttribute('data-status', 'waiting');
  await step(page, 5);
  await expect(page.getByTestId('map-version')).toHaveText('v10');
  expect(await mapOnScreen(page)).not.toEqual(fourth);
  const branch = (name: string) => page.getByTestId('branch-row').filter({ hasText: name });
  await branch('main').click();
  await expect(page.getByTestId('branch-menu')).toContainText('main');
  await expect(page.getByTestId('map-version')).toHaveText('v9');
  expect(await mapOnScreen(page)).toEqual(main);

  const choose = async (name: string, entry: string) => {
    await branch(name).hover();
    await page.getByRole('button', { name: `More about ${name}` }).click();
    return page.getByRole('menuitem', { name: entry });
  };
  await (await choose('without the pin', 'Rename…')).click();
  await page.getByLabel('New name of without the pin').fill('by itself');
  await page.keyboard.press('Enter');
  await expect(branch('by itself')).toContainText('v10');
  await expect(branch('without the pin')).toHaveCount(0);
  await expect(await choose('main', 'Delete the name')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await (await choose('by itself', 'Delete the name')).click();
  await expect(page.getByTestId('branch-row')).toHaveCount(1);
  // The name is gone, the version is not.
  await page.keyboard.press('c');
  await page.getByTestId('side').getByLabel('Compare with').selectOption('v10');
  await expect(page.getByTestId('compare-totals')).toContainText('→');
  await expect(page.getByTestId('notice-bad')).toHaveCount(0);
});

test('an update tells each edit word by word with its tokens, and each eviction with the figures that led to it', async () => {
  const { page } = await openRecorded();
  const after = async (query: number, version: string) => {
    await queryRow(page, query).click();
    await expect(page.getByTestId('map-version')).toHaveText(version);
    return { items: await mapOnScreen(page), ...(await tokensOnScreen(page)) };
  };
  const [before, now] = [await after(5, 'v6'), await after(6, 'v7')];
  const there = (map: typeof now, id: string) => {
    const found = map.items.find((each) => each.id === id);
    if (found === undefined) throw new Error(`the map has no ${id}`);
    return found;
  };

  await page.getByTestId('tab-cartographer').click();
  const card = (id: string) => page.getByTestId('edit-card').and(page.getByLabel(new RegExp(`: (ADD|REPLACE) ${id}$`)));
  const rewritten = card('dc-00002');
  const [was, is] = [there(before, 'dc-00002'), there(now, 'dc-00002')];
  await expect(rewritten).toContainText(`${was.tokens} → ${is.tokens} tok`);
  await expect(rewritten.locator('del')).toHaveText(was.content);
  await expect(rewritten.locator('ins')).toHaveText(is.content);
  const [gone, come] = await Promise.all(
    ['del', 'ins'].map((line) =>
      rewritten.locator(line).evaluate((element) => {
        const marked = [...element.querySelectorAll('mark')];
        const words = marked.map((mark) => mark.textContent).join(' ');
        for (const mark of marked) mark.remove();
        return { words, rest: element.textContent.replace(/\s+/g, ' ').trim() };
      }),
    ),
  );
  expect(come?.words).not.toBe('');
  expect(come?.words.length).toBeLessThan(is.content.length / 2);
  // What is not marked is the same on both lines.
  expect(come?.rest).toBe(gone?.rest);
  const added = card('dc-00003');
  await expect(added).toContainText(`+${there(now, 'dc-00003').tokens} tok`);
  await expect(added.locator('ins')).toHaveText(there(now, 'dc-00003').content);
  await expect(added.locator('del')).toHaveCount(0);

  const evicted = there(before, 'rr-00001');
  const eviction = page.getByTestId('evict-card');
  await expect(eviction).toHaveCount(1);
  await expect(eviction).toContainText('rr-00001');
  await expect(eviction).toContainText(`\u2212${evicted.tokens} tok → ${now.tokens}`);
  const full = Number(/rr-00001([\d,]+) tok > 640/.exec((await eviction.textContent()) ?? '')?.[1]?.replace(',', ''));
  expect(full).toBeGreaterThan(640);

  await page.getByTestId('tab-evictor').click();
  const ranking = page.getByTestId('evictor').getByLabel('Ranking');
  await expect(ranking).toContainText(`${full} of 640 tokens after the edits`);
  await expect(ranking).toContainText(`1 item went, ${now.tokens} left`);
  const rows = await page.getByTestId('rank-row').evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll('td')].map((cell) => cell.textContent.trim());
      const [place = '', item = '', , score = '', , tokens = '', total = ''] = cells;
      return {
        place,
        id: item.split(' ')[0],
        score: Number(score.replace('\u2212', '-')),
        tokens: Number(tokens),
        total,
      };
    }),
  );
  const [first, second] = rows;
  expect(first).toMatchObject({ place: '1st', id: 'rr-00001', tokens: evicted.tokens, total: `${now.tokens} ✓` });
  expect(second?.place).toBe('next');
  // What stayed stands there with the figures that the map shows, and what is pinned never goes.
  const stayed = [...rows.slice(1)].map(({ id, score, tokens }) => ({ id, score, tokens }));
  const shown = now.items.map(({ id, score, tokens }) => ({ id, score, tokens }));
  const byId = (a: { id?: string | undefined }, b: { id?: string | undefined }) =>
    (a.id ?? '').localeCompare(b.id ?? '');
  expect(stayed.sort(byId)).toEqual(shown.sort(byId));
  const never = rows.filter(({ total }) => total === 'never').map(({ id }) => id);
  expect(never).toEqual(now.items.filter(({ pinned }) => pinned).map(({ id }) => id));
  const totals = rows.filter(({ total }) => total !== 'never').map(({ total }) => Number.parseInt(total, 10));
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
});

test('the map is copied as JSON, as the prompt and as Markdown, each as Export shows it', async () => {
  const { page, app } = await openRecorded();
  for (const format of ['json', 'prompt', 'markdown'] as const) {
    await page.keyboard.press('Control+k');
    await page.getByTestId('palette-field').fill(`copy.${format}`);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('notice-good').filter({ hasText: /copied/ })).toHaveCount(1);
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText());
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(copied, format).toBe(await exportedText(page, format));
    expect(copied, format).toContain('cr-00001');
  }
});

test('a query is skipped, run again and removed by its menu, and Undo brings it back', async () => {
  const { page } = await openRecorded();
  const choose = async (query: number, entry: string) => {
    await queryRow(page, query).hover();
    await queryRow(page, query).locator('xpath=..').getByTestId('query-more').click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose(11, 'Skip');
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'skipped');
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 11');
  await step(page, 12);
  await choose(12, 'Re-run (calls the model)');
  await expect(queryRow(page, 12)).toContainText('×2');
  await expect(queryRow(page, 12)).toHaveAttribute('data-status', 'done');
  await expectIdle(page);
  await expect(page.getByTestId('queries-progress')).toHaveText('11 / 11');
  await choose(12, 'Remove');
  await expect(queryRow(page, 12)).toHaveCount(0);
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 10');
  await page.keyboard.press('Control+z');
  await expect(queryRow(page, 12)).toContainText('×2');
});

test('queries are added; a broken line is named before anything is added', async () => {
  const { page } = await openRecorded();
  await page.keyboard.press('q');
  await page.getByTestId('queries-text').fill('{"query": "How many tickets are closed?", "truth": "1"}\n{"query": ');
  await expect(page.getByTestId('queries-warnings')).toContainText('Line 2');
  await page.getByTestId('queries-text').fill('How many tickets are closed?\nWhich plan is the most common?');
  await page.getByTestId('queries-dialog').getByText('2 queries').waitFor();
  await page.getByTestId('queries-add').click();
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 14');
  await expect(queryRow(page, 14)).toContainText('Which plan is the most common?');
});

test('edits wait for a person: accepted, refused and changed by keyboard, also over a restart', async () => {
  peek = await openWindow('demo-offline');
  let { page } = peek;
  await expect(page.getByTestId('queries-progress')).toHaveText('0 / 10');
  await page.keyboard.press('Shift+e');
  await expect(page.getByTestId('action-review.toggle')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('s');
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'review');
  await expect(queryRow(page, 1)).toHaveAttribute('data-status', 'review');

  peek = await peek.reopen('demo-offline');
  ({ page } = peek);
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'review');
  // The window is as it was left, at the edits; from elsewhere a button leads to them.
  const cards = page.getByTestId('edit-card');
  await expect(cards.first()).toBeVisible();
  await page.getByTestId('tab-trajectory').click();
  await page.getByTestId('go-to-review').click();
  await expect(cards.first()).toBeVisible();
  const states = () => cards.evaluateAll((all) => all.map((card) => card.getAttribute('data-state')));
  const count = await cards.count();
  expect(count).toBeGreaterThan(3);
  expect(new Set(await states())).toEqual(new Set(['open']));
  await page.keyboard.press('a');
  await page.keyboard.press('r');
  await page.keyboard.press('e');
  await expect(cards.nth(2)).toHaveAttribute('data-state', 'changed');
  await page.getByTestId('edit-draft').fill('Changed by hand.');
  await page.keyboard.press('Escape');
  expect((await states()).slice(0, 3)).toEqual(['accepted', 'refused', 'changed']);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('notice-info')).toContainText(`${count - 3} edits have no decision yet`);
  await page.keyboard.press('Shift+a');
  await expect(page.getByTestId('map-version')).toHaveText('v0′');
  await page.keyboard.press('Control+Enter');
  await expect(queryRow(page, 1)).toHaveAttribute('data-status', 'done');
  await expect(page.getByTestId('map-version')).toHaveText('v1');
  expect((await states()).slice(0, 3)).toEqual(['applied', 'refused', 'applied']);
  const items = await mapOnScreen(page);
  expect(items.length).toBe(count - 1);
  expect(items.filter(({ content }) => content === 'Changed by hand.').length).toBe(1);
});

test('while a run works there is no second step; Stop ends it, and stepping goes on with it', async () => {
  const { page } = await openRecorded(openPacedWindow);
  await page.keyboard.press('s');
  await expect(page.getByTestId('engine-status')).toHaveAttribute('data-phase', 'running');
  await expect(page.getByTestId('action-run.step')).toHaveCount(0);
  await page.keyboard.press('s');
  await page.keyboard.press('Shift+r');
  await expect(page.getByTestId('writing').or(page.getByTestId('iteration')).first()).toBeVisible();
  await page.getByTestId('action-run.stop').click();
  await expectIdle(page);
  await expect(page.getByTestId('writing')).toHaveCount(0);
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'stopped');
  await step(page, 11);
  await expect(queryRow(page, 12)).toHaveAttribute('data-status', 'waiting');
  await expect(queryRow(page, 11)).not.toContainText('×');
});

test('a run that is paused writes nothing more until it goes on', async () => {
  const { page } = await openRecorded(openPacedWindow);
  const phase = page.getByTestId('engine-status');
  await page.keyboard.press('s');
  await expect(page.getByTestId('writing')).toBeVisible();
  await page.keyboard.press('Shift+p');
  await expect(phase).toHaveAttribute('data-phase', 'paused');
  await expect(page.getByTestId('writing')).toHaveCount(0);
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'running');
  await page.keyboard.press('Shift+p');
  await expect(phase).toHaveAttribute('data-phase', 'running');
  await expect(page.getByTestId('writing')).toBeVisible();
  await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'done');
  await expectIdle(page);
});

for (const how of ['closed', 'killed'] as const) {
  test(`a window ${how} in the middle of a run opens with it interrupted, and it goes on`, async () => {
    const { folder } = await openRecorded(openPacedWindow);
    let { page } = peek;
    await page.keyboard.press('s');
    await expect(page.getByTestId('writing').or(page.getByTestId('iteration')).first()).toBeVisible();
    const path = `${folder}/copy.peek`;
    peek = how === 'closed' ? await peek.reopen(path) : await peek.crashAndReopen(path);
    ({ page } = peek);
    await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
    await expect(queryRow(page, 11)).toHaveAttribute('data-status', 'interrupted');
    await expect(page.getByTestId('map-version')).toHaveText('v9');
    await step(page, 11);
    await expect(page.getByTestId('map-version')).toHaveText('v10');
  });
}
