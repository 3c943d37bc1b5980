// What other rules would have done, and what an item is worth: the window shows what core works out from the same record, and
// neither changes the map until a person says so.
import { expect, test, type Page } from '@playwright/test';
import { join } from 'node:path';
import { evict } from '#core/map/index.ts';
import { tokenCounter } from '#core/node/index.ts';
import {
  headOf,
  headVersion,
  leaveOneOutPlan,
  leaveOneOutReport,
  whatIf,
  type WhatIfRules,
} from '#core/study/index.ts';
import {
  expectIdle,
  item,
  mapOnScreen,
  openWindow,
  recorded,
  stateOf,
  tokensOnScreen,
  type StudyWindow,
} from './study-window.ts';

let peek: StudyWindow;
let page: Page;
test.beforeAll(async () => {
  peek = await openWindow('{study}');
  ({ page } = peek);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByTestId('queries-progress')).toHaveText('10 / 12');
});
test.afterAll(() => peek.close());

const study = stateOf(recorded);
const own = study.settings.method;
const count = tokenCounter(own.tokenizer);

interface Told {
  readonly versionId: string;
  readonly tokens: number;
  readonly recordedTokens: number;
  readonly gone: readonly string[];
  readonly still: readonly string[];
}

function expected(rules: WhatIfRules): readonly Told[] {
  return whatIf(study, study.currentBranch, rules, count)
    .rows.filter(({ onlyHere, onlyRecorded }) => onlyHere.length + onlyRecorded.length > 0)
    .map(({ versionId, tokens, recordedTokens, onlyHere, onlyRecorded }) => ({
      versionId,
      tokens,
      recordedTokens,
      gone: onlyRecorded,
      still: onlyHere,
    }));
}

function told(): Promise<readonly Told[]> {
  return page.getByTestId('what-if-row').evaluateAll((rows) =>
    rows.map((row) => {
      const [versionId, figures] = [...row.querySelectorAll('.what-if-row-head .mono')].map((each) => each.textContent);
      const [tokens, more] = (figures ?? '').replaceAll(',', '').replaceAll('\u2212', '-').split(' (');
      const ids = (words: string) =>
        [...row.querySelectorAll('.what-if-ids')]
          .filter((line) => line.querySelector('.dim')?.textContent === words)
          .flatMap((line) => [...line.querySelectorAll('[data-item-ref]')].map((each) => each.textContent));
      return {
        versionId: versionId ?? '',
        tokens: Number(tokens),
        recordedTokens: Number(tokens) - Number.parseInt(more ?? ''),
        gone: ids('would be gone'),
        still: ids('would still be there'),
      };
    }),
  );
}

const budget = () => page.getByTestId('what-if-budget');
const order = (words: string) => page.getByRole('group', { name: 'Order of eviction' }).getByText(words).click();
const weight = (tag: string) => page.getByRole('group', { name: 'Weights of the tags' }).getByLabel(tag);
/** From the side back to the map; keys stand down while something is typed into. */
async function back(): Promise<void> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('map-version')).toBeVisible();
}
const use = () => page.getByTestId('what-if-use');

test('a budget, an order and weights that are changed show what core’s own replay of the record says', async () => {
  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Reset to recorded' }).click();
  await expect(page.getByTestId('what-if-summary')).toContainText('the same items');
  await expect(page.getByTestId('what-if-row')).toHaveCount(0);
  await expect(use()).toHaveAttribute('aria-disabled', 'true');

  let rules: WhatIfRules = own;
  const seen = new Set<string>();
  /** What is told must be what core says, and not what was told before. */
  const check = async (change: Partial<WhatIfRules>) => {
    rules = { ...rules, ...change };
    const rows = expected(rules);
    expect(rows.length).toBeGreaterThan(0);
    await expect.poll(told).toEqual(rows);
    const last = whatIf(study, study.currentBranch, rules, count).rows.at(-1);
    await expect(page.getByTestId('what-if-summary')).toContainText(
      `${last?.versionId ?? ''} would take ${last?.tokens ?? ''} tokens (recorded ${last?.recordedTokens ?? ''})`,
    );
    seen.add(JSON.stringify(rows));
  };
  await budget().fill('400');
  await check({ budgetTokens: 400 });
  await order('score, section');
  await check({ evictionOrder: 'score-then-section' });
  await weight('harmful').fill('3');
  await check({ tagWeights: { ...own.tagWeights, harmful: 3 } });
  expect(seen.size).toBe(3);
});

test('it changes nothing by itself; used from now on, the rules hold at once and for what comes, and Undo gives it back', async () => {
  await back();
  const before = await mapOnScreen(page);
  expect(await tokensOnScreen(page)).toMatchObject({ budget: own.budgetTokens });
  await page.keyboard.press('w');
  await expect(budget()).toHaveValue(String(Math.round(own.budgetTokens / 2)));
  await budget().fill('400');
  await order('score, section');
  await weight('harmful').fill('-2');
  await expect(page.getByTestId('what-if-row').first()).toBeVisible();
  await use().click();
  await expect(page.getByTestId('notice-good').last()).toContainText('uses these rules from now on');

  await back();
  const head = headVersion(study);
  if (head === null) throw new Error('no head');
  const left = evict(head.map, { budgetTokens: 400, order: 'score-then-section' }, count);
  expect(left.eviction.removed.length).toBeGreaterThan(0);
  await expect.poll(() => tokensOnScreen(page)).toEqual({ tokens: left.eviction.tokensAfter, budget: 400 });
  const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted();
  expect(ids(await mapOnScreen(page))).toEqual(ids(left.map.items));
  for (const { itemId } of left.eviction.removed)
    await expect(item(page, itemId)).toHaveAttribute('data-gone', 'evicted');
  const { settings, versions } = stateOf(join(peek.folder, 'copy.peek'));
  expect(settings.method).toEqual({
    ...own,
    budgetTokens: 400,
    evictionOrder: 'score-then-section',
    tagWeights: { ...own.tagWeights, harmful: -2 },
  });
  // The past stays as it was: with its own budget, and within it.
  for (const [id, version] of study.versions) expect(versions.get(id)).toEqual(version);

  await page.keyboard.press('w');
  await page.getByRole('button', { name: 'Reset to recorded' }).click();
  await expect(budget()).toHaveValue('400');
  await expect(use()).toHaveAttribute('aria-disabled', 'true');
  await back();
  await page.keyboard.press('Control+z');
  await expect.poll(() => tokensOnScreen(page)).toMatchObject({ budget: own.budgetTokens });
  expect(await mapOnScreen(page)).toEqual(before);
});

test('an item is left out of a query that had it: what that took stands beside the ordinary run, and the map stays', async () => {
  const before = await mapOnScreen(page);
  const version = await page.getByTestId('map-version').textContent();
  await item(page, 'cr-00001').locator('.item-main').click();
  await page.keyboard.press('Enter');
  const worth = page.getByRole('region', { name: 'Worth' });
  await worth.getByTestId('worth-open').click();
  const boxes = worth.getByRole('checkbox');
  const had = study.queries.filter(({ id }) => leaveOneOutPlan(study, 'cr-00001', [id]).baselines.length > 0);
  await expect(worth.locator('.worth-choose label')).toHaveText(had.map(({ id }) => id));
  for (const box of await boxes.all()) await box.uncheck();
  await expect(worth.getByTestId('worth-run')).toHaveAttribute('aria-disabled', 'true');
  await worth.getByRole('checkbox', { name: 'q3' }).check();
  const { calls } = leaveOneOutPlan(study, 'cr-00001', ['q3']).expected;
  await expect(worth.getByTestId('worth-cost')).toContainText(`as recorded: ${calls} call`);
  await worth.getByTestId('worth-run').click();

  const row = worth.getByTestId('worth-table').locator('tbody tr');
  await expect(row).toHaveCount(1);
  await expectIdle(page);
  const now = stateOf(join(peek.folder, 'copy.peek'));
  const [found] = leaveOneOutReport(now, 'cr-00001');
  if (found === undefined) throw new Error('it is not on record');
  expect(found.queryId).toBe('q3');
  await expect(row.locator('th')).toHaveText('q3');
  for (const [at, side] of [found.with, found.without].entries()) {
    const answer = now.runs.get(side.runId)?.answer?.answer ?? '';
    await expect(row.locator('td').nth(at)).toContainText(headOf(answer).slice(0, 40));
    await expect(row.locator('td').nth(at)).toContainText(`${side.iterations} it`);
  }
  const map = now.versions.get(now.runs.get(found.without.runId)?.baseVersionId ?? '')?.map;
  expect(map?.items.map(({ id }) => id)).not.toContain('cr-00001');
  await back();
  await expect(page.getByTestId('map-version')).toHaveText(version ?? '');
  expect(await mapOnScreen(page)).toEqual(before);
});
