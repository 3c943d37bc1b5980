// Everything the window can show, by name, and how to come there. A view is opened through the actions of the keymap, as the
// menu does it, and by the names that stand on the screen.

import type { Page } from '@playwright/test';
import type { State } from './studies.ts';

export interface Shown {
  readonly page: Page;
  /** Does one action of the keymap by its name. */
  readonly act: (action: string) => Promise<void>;
}

export interface View {
  readonly name: string;
  /** Left out: in every state. */
  readonly states?: readonly State[];
  open(shown: Shown): Promise<void>;
  /** What must stand on the screen before the picture is taken. */
  readonly ready?: string;
  /** Milliseconds until what was asked for has come. */
  readonly settle?: number;
  /** Puts back what Escape does not. */
  after?(shown: Shown): Promise<void>;
}

const ASKED: readonly State[] = ['normal', 'huge', 'error', 'review', 'live'];

function view(name: string, action: string, rest: Partial<View> = {}): View {
  return { name, open: ({ act }) => act(action), ...rest };
}

/** Until the editor has drawn its text and, where it compares, marked what differs. */
async function editor({ page }: Shown): Promise<void> {
  await page
    .locator('.monaco-editor .view-line')
    .first()
    .waitFor({ timeout: 10_000 })
    .catch(() => undefined);
  await page.waitForTimeout(500);
}

const TIMEOUT = { timeout: 4_000 };
const SETTINGS = ['Map', 'Agent', 'Prompts', 'Caps', 'Window'] as const;

/** One part of the settings; the first is there when they open. */
function settings(part: (typeof SETTINGS)[number]): View {
  return {
    name: `settings-${part.toLowerCase()}`,
    states: ['normal'],
    async open({ page, act }) {
      await act('preferences.open');
      await page.getByRole('dialog').getByText(part, { exact: true }).first().click(TIMEOUT);
    },
  };
}

export const VIEWS: readonly View[] = [
  view('trajectory', 'tab.trajectory'),
  {
    name: 'trajectory-top',
    states: ASKED,
    async open({ page, act }) {
      await act('tab.trajectory');
      await page.getByTestId('trajectory').evaluate((list) => list.scrollTo(0, 0));
    },
  },
  view('distiller', 'tab.distiller', { states: ASKED }),
  view('cartographer', 'tab.cartographer', { states: ASKED }),
  {
    name: 'cartographer-text',
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
  view('evictor', 'tab.evictor', { states: ASKED }),
  view('prompts', 'tab.prompts', { after: ({ act }) => act('tab.trajectory') }),
  {
    name: 'map-text',
    async open(shown) {
      await shown.act('map.text');
      await editor(shown);
    },
    after: ({ act }) => act('map.items'),
  },
  {
    name: 'map-json',
    async open(shown) {
      await shown.act('map.json');
      await editor(shown);
    },
    after: ({ act }) => act('map.items'),
  },
  {
    name: 'item',
    states: ASKED,
    async open({ act }) {
      await act('item.next');
      await act('item.open');
    },
  },
  {
    name: 'item-edit',
    states: ['normal', 'huge', 'error'],
    async open({ act }) {
      await act('item.next');
      await act('item.edit');
    },
  },
  view('item-add', 'item.add', { states: ['empty', 'normal'] }),
  view('compare', 'compare.open'),
  {
    name: 'compare-text',
    states: ASKED,
    async open(shown) {
      await shown.act('compare.open');
      await shown.page.getByRole('group', { name: 'View' }).getByRole('button', { name: 'text' }).click(TIMEOUT);
      await editor(shown);
    },
  },
  view('roll-back', 'map.rollback', { states: ASKED }),
  view('what-if', 'whatif.open', { settle: 700 }),
  view('warnings', 'view.warnings'),
  view('operations', 'view.operations'),
  view('costs', 'view.costs'),
  {
    name: 'find',
    async open({ page, act }) {
      await act('search.open');
      await page.getByTestId('search-field').fill('export');
      await page.waitForTimeout(600);
    },
  },
  view('focus', 'view.focus', { states: ASKED }),
  {
    name: 'past',
    states: ASKED,
    async open({ act }) {
      await act('time.back');
      await act('time.back');
    },
    after: ({ act }) => act('time.now'),
  },
  view('palette', 'palette.open'),
  {
    name: 'palette-searched',
    async open({ page, act }) {
      await act('palette.open');
      await page.getByTestId('palette-field').fill('map');
    },
  },
  view('keys', 'help.keys', { states: ['normal'] }),
  view('settings', 'preferences.open', { states: ['empty', 'normal', 'huge'] }),
  ...SETTINGS.map((part) => settings(part)),
  view('notes', 'view.notes', { states: ['empty', 'normal', 'error'] }),
  view('near', 'near.open', { states: ['empty', 'normal'] }),
  view('replay', 'study.replay', { states: ['normal', 'error'], settle: 400 }),
  {
    name: 'find-all',
    states: ['normal'],
    async open({ page, act }) {
      await act('search.all');
      await page.keyboard.type('export');
      await page.waitForTimeout(800);
    },
  },
  {
    name: 'reader',
    states: ['normal', 'huge'],
    async open({ page, act }) {
      await act('tab.prompts');
      await page.getByRole('button', { name: /^Open/ }).first().click(TIMEOUT);
    },
    after: ({ act }) => act('tab.trajectory'),
  },
  view('new-study', 'study.new', { states: ['normal'] }),
  view('add-queries', 'study.queries', { states: ['empty', 'normal'] }),
  view('export', 'study.export', { ready: 'export-dialog' }),
  {
    name: 'export-page',
    states: ['normal'],
    async open({ page, act }) {
      await act('study.export');
      await page.getByTestId('export-html').click(TIMEOUT);
    },
  },
  view('branch', 'branch.create', { states: ['normal', 'error'] }),
  view('about', 'help.about', { states: ['normal'] }),
];

/** Views of a window without a study. */
export const START_VIEWS: readonly View[] = [
  { name: 'start', open: () => Promise.resolve() },
  view('start-new-study', 'study.new'),
  view('start-palette', 'palette.open'),
  view('start-settings', 'preferences.open'),
];
