// Everything the window can show, by name, and how to come there. A view is opened through the actions of the keymap, as the
// menu does it, and by the names that stand on the screen.

import type { Page } from '@playwright/test';
import type { State } from './studies.ts';

export interface Shown {
  readonly page: Page;
  /** Does one action of the keymap by its name. */
  readonly act: (action: string) => Promise<void>;
  /** Has main refuse this request from now on; null for none. */
  readonly fail: (request: string | null) => Promise<void>;
}

export interface View {
  readonly name: string;
  /** Left out: in every state of `EVERY`. */
  readonly states?: readonly State[];
  open(shown: Shown): Promise<void>;
  /** What stands on the screen, as a selector, when the view is truly shown; without it the picture counts as missed. */
  readonly ready: string;
  /** Milliseconds until what was asked for has come. */
  readonly settle?: number;
  /** Puts back what Escape does not. */
  after?(shown: Shown): Promise<void>;
}

const ASKED: readonly State[] = ['normal', 'huge', 'error', 'review', 'live'];
/** What a view shows if it names no states. */
export const EVERY: readonly State[] = ['empty', ...ASKED];

function view(name: string, action: string, ready: string, rest: Partial<View> = {}): View {
  return { name, ready, open: ({ act }) => act(action), ...rest };
}

const byTestId = (id: string) => `[data-testid="${id}"]`;
/** A tab of the middle that is chosen. */
const chosen = (id: string) => `${byTestId(id)}[aria-selected="true"]`;
/** What stands over the map, by its title. */
const side = (title: string) => `#side-title:has-text("${title}")`;
const menu = '[role="menu"]';

/** Until the editor has drawn its text and, where it compares, marked what differs. */
async function editor({ page }: Shown): Promise<void> {
  await page
    .locator('.monaco-editor .view-line')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  await page.waitForTimeout(500);
}

async function asText(shown: Shown): Promise<void> {
  await shown.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'text' }).click(TIMEOUT);
  await editor(shown);
}

const TIMEOUT = { timeout: 10_000 };
const SETTINGS = ['Map', 'Agent', 'Prompts', 'Caps', 'Window'] as const;

/** One part of the settings; the first is there when they open. */
function settings(part: (typeof SETTINGS)[number]): View {
  return {
    name: `settings-${part.toLowerCase()}`,
    ready: byTestId('settings-dialog'),
    states: ['normal'],
    async open({ page, act }) {
      await act('preferences.open');
      await page.getByRole('dialog').getByText(part, { exact: true }).first().click(TIMEOUT);
    },
  };
}

export const VIEWS: readonly View[] = [
  view('trajectory', 'tab.trajectory', chosen('tab-trajectory'), { states: ASKED }),
  {
    name: 'trajectory-top',
    ready: byTestId('trajectory'),
    states: ASKED,
    async open({ page, act }) {
      await act('tab.trajectory');
      await page.getByTestId('trajectory').evaluate((list) => list.scrollTo(0, 0));
    },
  },
  view('distiller', 'tab.distiller', chosen('tab-distiller'), { states: ASKED }),
  view('cartographer', 'tab.cartographer', chosen('tab-cartographer'), { states: ASKED }),
  {
    name: 'cartographer-text',
    ready: 'main .monaco-diff-editor .view-line',
    states: ['normal', 'huge', 'review'],
    async open(shown) {
      await shown.act('tab.cartographer');
      await shown.page.getByRole('button', { name: 'Text diff' }).click(TIMEOUT);
      await editor(shown);
    },
    async after({ page }) {
      await page.getByRole('button', { name: 'Edits', exact: true }).click(TIMEOUT);
    },
  },
  view('evictor', 'tab.evictor', chosen('tab-evictor'), { states: ASKED }),
  view('prompts', 'tab.prompts', chosen('tab-prompts'), { states: ASKED, after: ({ act }) => act('tab.trajectory') }),
  {
    name: 'map-text',
    ready: `${byTestId('map-tab-text')}[aria-pressed="true"]`,
    async open(shown) {
      await shown.act('map.text');
      await editor(shown);
    },
    after: ({ act }) => act('map.items'),
  },
  {
    name: 'map-json',
    ready: `${byTestId('map-tab-json')}[aria-pressed="true"]`,
    async open(shown) {
      await shown.act('map.json');
      await editor(shown);
    },
    after: ({ act }) => act('map.items'),
  },
  {
    name: 'item',
    ready: byTestId('biography'),
    states: ASKED,
    async open({ act }) {
      await act('item.next');
      await act('item.open');
    },
  },
  {
    name: 'item-edit',
    ready: byTestId('item-editor'),
    states: ['normal', 'huge', 'error'],
    async open({ act }) {
      await act('item.next');
      await act('item.edit');
    },
  },
  view('item-add', 'item.add', byTestId('item-editor'), { states: ['empty', 'normal'] }),
  view('compare', 'compare.open', side('Compare')),
  {
    name: 'compare-text',
    ready: '[data-testid="side"] .monaco-diff-editor .view-line',
    states: ASKED,
    async open(shown) {
      await shown.act('compare.open');
      await asText(shown);
    },
  },
  view('roll-back', 'map.rollback', byTestId('rollback-foot'), { states: ['normal', 'huge', 'error', 'review'] }),
  view('what-if', 'whatif.open', side('What if'), { settle: 700 }),
  view('warnings', 'view.warnings', side('Warnings')),
  view('operations', 'view.operations', side('Operations')),
  view('costs', 'view.costs', side('Cost by stage')),
  {
    name: 'find',
    ready: byTestId('search-field'),
    async open({ page, act }) {
      await act('search.open');
      await page.getByTestId('search-field').fill('ticket');
      await page.waitForTimeout(600);
    },
  },
  view('focus', 'view.focus', byTestId('focus'), { states: ASKED }),
  {
    name: 'past',
    ready: byTestId('not-now-banner'),
    states: ASKED,
    async open({ act }) {
      await act('time.back');
      await act('time.back');
    },
    after: ({ act }) => act('time.now'),
  },
  {
    name: 'past-stage',
    ready: byTestId('go-to-stage'),
    states: ['normal'],
    async open({ page, act }) {
      // The look at the past before led to another query.
      await page.locator('[data-testid="query-row"][data-query-id="q8"]').click(TIMEOUT);
      await act('tab.cartographer');
      await page.getByTestId('gap-distiller').click(TIMEOUT);
    },
    after: ({ act }) => act('time.now'),
  },
  view('palette', 'palette.open', byTestId('palette-field')),
  {
    name: 'palette-searched',
    ready: '.palette-item',
    async open({ page, act }) {
      await act('palette.open');
      await page.getByTestId('palette-field').fill('map');
    },
  },
  view('keys', 'help.keys', byTestId('keys-dialog'), { states: ['normal'] }),
  view('settings', 'preferences.open', byTestId('settings-dialog'), { states: ['empty', 'normal', 'huge'] }),
  ...SETTINGS.map((part) => settings(part)),
  view('notes', 'view.notes', byTestId('notes-panel'), { states: ['empty', 'normal', 'huge', 'error'] }),
  view('near', 'near.open', side('Near items'), { states: ['empty', 'normal'] }),
  view('replay', 'study.replay', byTestId('replay-dialog'), {
    states: ['empty', 'normal', 'huge', 'error'],
    settle: 400,
  }),
  {
    name: 'find-all',
    ready: byTestId('found-study'),
    states: ['normal'],
    async open({ page, act }) {
      await act('search.all');
      await page.keyboard.type('export');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'reader',
    ready: byTestId('reader'),
    states: ['normal', 'huge'],
    async open({ page, act }) {
      await act('tab.prompts');
      await page.getByRole('button', { name: /^Open/ }).first().click(TIMEOUT);
    },
    after: ({ act }) => act('tab.trajectory'),
  },
  view('new-study', 'study.new', byTestId('new-study-dialog'), { states: ['normal'] }),
  view('add-queries', 'study.queries', byTestId('queries-dialog'), { states: ['empty', 'normal'] }),
  view('export', 'study.export', byTestId('export-dialog')),
  {
    name: 'export-page',
    ready: byTestId('export-html'),
    states: ['normal'],
    async open({ page, act }) {
      await act('study.export');
      await page.getByTestId('export-html').click(TIMEOUT);
    },
  },
  view('branch', 'branch.create', byTestId('branch-dialog'), { states: ['empty', 'normal', 'huge', 'error'] }),
  view('about', 'help.about', byTestId('about-dialog'), { states: ['normal'] }),
  {
    name: 'study-menu',
    ready: menu,
    states: ['empty', 'normal', 'huge'],
    open: ({ page }) => page.getByTestId('study-menu').click(TIMEOUT),
  },
  {
    name: 'branch-menu',
    ready: menu,
    states: ['empty', 'normal', 'error'],
    open: ({ page }) => page.getByTestId('branch-menu').click(TIMEOUT),
  },
  {
    name: 'query-menu',
    ready: menu,
    states: ['normal', 'error'],
    open: ({ page }) => page.getByRole('button', { name: 'More about query 6' }).click(TIMEOUT),
  },
  {
    name: 'edit-changed',
    ready: byTestId('edit-draft'),
    states: ['review'],
    async open({ page, act }) {
      await page
        .getByTestId('go-to-review')
        .click(TIMEOUT)
        .catch(() => undefined);
      await act('tab.cartographer');
      await act('review.change');
    },
  },
  {
    name: 'worth-form',
    ready: byTestId('worth-run'),
    states: ['normal'],
    async open({ page, act }) {
      await act('item.next');
      await act('item.open');
      await page.getByTestId('worth-open').click(TIMEOUT);
    },
  },
  {
    name: 'what-if-failed',
    ready: '.empty:has-text("cannot be told")',
    states: ['normal'],
    async open({ act, fail }) {
      await fail('preview.whatIf');
      await act('whatif.open');
    },
    after: ({ fail }) => fail(null),
  },
  {
    name: 'find-failed',
    ready: '.empty:has-text("failed")',
    states: ['normal'],
    async open({ page, act, fail }) {
      await fail('study.search');
      await act('search.open');
      await page.getByTestId('search-field').fill('ticket');
    },
    after: ({ fail }) => fail(null),
  },
  {
    name: 'compare-studies',
    ready: byTestId('compare-studies'),
    states: ['huge', 'error'],
    async open({ page, act }) {
      await act('compare.open');
      await page.getByTestId('other-study').selectOption({ label: 'Support tickets (normal.peek)' }, TIMEOUT);
    },
  },
  {
    name: 'compare-studies-text',
    ready: `[data-testid="side"] .monaco-diff-editor .view-line`,
    states: ['huge'],
    async open(shown) {
      const { page, act } = shown;
      await act('compare.open');
      await page.getByTestId('other-study').selectOption({ label: 'Support tickets (normal.peek)' }, TIMEOUT);
      await page.getByTestId('compare-studies').waitFor(TIMEOUT);
      await asText(shown);
    },
  },
  {
    name: 'manual',
    ready: byTestId('manual-text'),
    states: ['by-hand'],
    async open({ page, act }) {
      await act('preferences.open');
      await page.getByTestId('provider-manual').click(TIMEOUT);
      await page.getByTestId('settings-save').click(TIMEOUT);
      await act('run.step');
    },
    async after({ page, act }) {
      await act('run.stop');
      await page.locator('[data-testid="engine-status"][data-phase="idle"]').waitFor({ timeout: 10_000 });
      await act('preferences.open');
      await page.getByTestId('provider-offline').click(TIMEOUT);
      await page.getByTestId('settings-save').click(TIMEOUT);
    },
  },
  {
    name: 'worth',
    ready: byTestId('worth-table'),
    states: ['by-hand'],
    async open({ page, act }) {
      await act('item.next');
      await act('item.open');
      await page.getByTestId('worth-open').click(TIMEOUT);
      await page.getByTestId('worth-run').click(TIMEOUT);
      await page.getByTestId('worth-table').waitFor({ timeout: 60_000 });
      await page.locator('[data-testid="engine-status"][data-phase="idle"]').waitFor({ timeout: 120_000 });
    },
  },
  {
    name: 'replay-report',
    ready: byTestId('replay-equal'),
    states: ['normal'],
    async open({ page, act }) {
      await act('study.replay');
      await page.getByTestId('replay-start').click(TIMEOUT);
      await page.getByTestId('replay-report').waitFor({ timeout: 180_000 });
    },
  },
];

/** Views of a window without a study. */
export const START_VIEWS: readonly View[] = [
  { name: 'start', ready: byTestId('start-demo'), open: () => Promise.resolve() },
  view('start-new-study', 'study.new', byTestId('new-study-dialog')),
  view('start-palette', 'palette.open', byTestId('palette-field')),
  view('start-settings', 'preferences.open', byTestId('settings-dialog')),
];
