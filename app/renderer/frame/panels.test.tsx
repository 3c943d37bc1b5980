// @vitest-environment jsdom
// Every panel in every state, as a reader sees it, over a recorded study. Past 250 lines because it goes through all of them.

import { afterEach, describe, expect, test } from 'vitest';
import { foldRun } from '#core/study/index.ts';
import type { Run } from '#core/study/index.ts';
import { selectVersion } from '../actions/moving.ts';
import { openReader } from '../actions/reading.ts';
import { openItem, openSide } from '../actions/views.ts';
import { asProposed, asVersion } from '../store/outcome.ts';
import { setStudy, setView, store } from '../store/store.ts';
import { FAILURE, mountWindow } from '../testing/mount.tsx';
import type { Mounted, MountOptions } from '../testing/mount.tsx';
import { SAMPLE_NAMES, sampleStudy } from '../testing/sample-study.ts';
import type { SampleName } from '../testing/sample-study.ts';
import { StudyRecorder } from '../testing/study-recorder.ts';
import { TABS } from '../store/view-slice.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

async function show(name: SampleName, options: Partial<MountOptions> = {}): Promise<Mounted> {
  mounted = await mountWindow({ recording: sampleStudy(name), ...options });
  return mounted;
}

/** Changes the last run as events would. */
async function changeRun(window: Mounted, over: Partial<Run>): Promise<void> {
  const { live } = store.getState().study;
  const last = [...(live?.runs ?? [])].at(-1);
  if (live === null || last === undefined) throw new Error('no run is there');
  const runs = new Map(live.runs).set(last[0], { ...last[1], ...over });
  await window.change(() => setStudy({ live: { ...live, runs } }));
}

const tab = (window: Mounted, name: string) => window.click(window.find(`tab-${name}`));

describe('every tab and every side', () => {
  for (const name of SAMPLE_NAMES) {
    test(`can be looked at in the study “${name}”`, async () => {
      const window = await show(name);
      for (const moment of name === 'normal' || name === 'review' ? ['now', 'then'] : ['now']) {
        if (moment === 'then') {
          await window.press('g');
          await window.press('g');
        }
        for (const each of TABS) {
          if (window.find(`tab-${each}`) === null) continue;
          await tab(window, each);
          expect(window.find(`tab-${each}`)?.getAttribute('aria-selected')).toBe('true');
        }
        for (const key of ['c', 'w', 'o', '/', 'W']) {
          await window.press(key, { shiftKey: key === 'W' });
          expect(window.find('side'), key).not.toBeNull();
          await window.press('Escape');
        }
      }
      expect(window.all('notice-bad')).toEqual([]);
    });
  }
});

describe('a study without anything', () => {
  test('says in each place what is missing and what to do', async () => {
    const window = await show('empty');
    expect(window.text()).toContain('No queries yet');
    expect(window.text()).toContain('Nothing asked yet');
    expect(window.find('action-run.step')?.getAttribute('aria-disabled')).toBe('true');
    expect(window.find('action-run.step')?.getAttribute('aria-description')).toContain('Add some first');
    await window.press('o');
    await window.press('Escape');
    await window.press('W', { shiftKey: true });
    expect(window.text()).toContain('No warnings');
  });

  test('draws each empty place alike: a sign, what it is, and more words', async () => {
    const window = await show('empty');
    for (const key of ['w', '$', 'W', 'm']) {
      await window.press(key, { shiftKey: key === 'W' });
      await window.until(() => document.querySelectorAll('.empty-title').length === 3);
      for (const place of document.querySelectorAll('.empty'))
        expect([place.querySelector('svg') !== null, place.querySelector('.empty-words')?.textContent], key).toEqual([
          true,
          expect.stringMatching(/\w+ \w+/),
        ]);
      await window.press('Escape');
    }
  });

  test('with queries but no runs says in each tab what will come', async () => {
    const window = await show('fresh');
    expect(window.text()).toContain('Not run yet');
    for (const each of ['distiller', 'cartographer', 'evictor'] as const) {
      await tab(window, each);
      expect(window.text()).toMatch(/Not run yet|at the end of an update/);
    }
    await tab(window, 'prompts');
    await window.until(() => window.all('message').length === 2);
  });
});

describe('what is on its way', () => {
  test('a run at work shows its iterations and that it works', async () => {
    const window = await show('running');
    expect(window.find('engine-status')?.dataset['phase']).toBe('running');
    expect(window.all('iteration').length).toBe(2);
    expect(window.find('action-run.stop')).not.toBeNull();
  });

  test('a reply being written is shown as it comes, and gives way to the iteration', async () => {
    const window = await show('running');
    const handle = store.getState().study.open?.handle ?? '';
    await window.change(() =>
      setStudy({
        writing: new Map([
          [
            'c999',
            {
              runId: 'r6',
              callId: 'c999',
              stage: 'agent',
              iteration: 3,
              depth: 0,
              text: `I look <b>at</b> ${handle} from 2026-09-30`,
            },
          ],
        ]),
      }),
    );
    await window.until(() => window.find('writing') !== null);
    expect(window.find('writing')?.textContent).toContain('I look <b>at</b> memory from 2026-09-30');
    expect(window.find('writing')?.querySelector('.unbroken')?.textContent).toBe('2026-09-30');
    await window.change(() => setStudy({ writing: new Map() }));
    await window.until(() => window.find('writing') === null);
  });

  test('a long text is read with its dates in one piece each, found words marked or not', async () => {
    const window = await show('normal');
    const line = '2026-09-30 | T-5204 | enterprise | the new export\n';
    await window.change(() => openReader({ title: 'Tickets', text: line.repeat(40) }));
    const view = () => window.find('piece-view');
    const kept = () => new Set([...(view()?.querySelectorAll('.unbroken') ?? [])].map((each) => each.textContent));
    expect([view()?.textContent, [...kept()]]).toEqual([line.repeat(40), ['2026-09-30', 'T-5204']]);
    const field = window.find('reader-find');
    if (!(field instanceof HTMLInputElement)) throw new Error('there is no field');
    await window.type(field, 'export');
    await window.until(() => view()?.querySelectorAll('mark').length === 40);
    expect([view()?.textContent, [...kept()]]).toEqual([line.repeat(40), ['2026-09-30', 'T-5204']]);
  });

  test('messages that do not come yet are waited for in words', async () => {
    const window = await show('normal', { silent: ['call.messages', 'map.text', 'export.text'] });
    await tab(window, 'prompts');
    expect(window.find('prompts')?.textContent).toContain('Reading…');
    await window.click(window.find('map-tab-text'));
    expect(window.text()).toContain('Reading…');
  });

  test('edits that wait for a person can be decided by keys, and only then applied', async () => {
    const window = await show('review');
    await tab(window, 'cartographer');
    const states = () => window.all('edit-card').map((card) => card.dataset['state']);
    const open = states().filter((state) => state === 'open').length;
    expect(open).toBeGreaterThan(2);
    await window.press('a');
    await window.press('r');
    await window.press('e');
    expect(states().filter((state) => state === 'open').length).toBe(open - 3);
    expect(states()).toEqual(expect.arrayContaining(['accepted', 'refused', 'changed']));
    await window.until(() => window.find('edit-draft') !== null);
  });
});

describe('edits that wait for review', () => {
  const keys = (window: Mounted) =>
    [...(window.find('status')?.querySelectorAll('.keys kbd') ?? [])].map((key) => key.textContent);

  test('have their keys in the status line only while they stand before the reader', async () => {
    const window = await show('review');
    await tab(window, 'cartographer');
    expect(keys(window)).toEqual(expect.arrayContaining(['A', 'R', 'E', 'Ctrl+Enter']));
    await window.click(window.find('cartographer-text-diff'));
    expect(keys(window)).not.toEqual(expect.arrayContaining(['A']));
    expect(keys(window)).toContain('Ctrl+Enter');
    await window.press('n');
    expect(keys(window)).toContain('A');
    for (const away of [() => tab(window, 'distiller'), () => window.press('['), () => window.press('k')]) {
      await window.press('G', { shiftKey: true });
      await tab(window, 'cartographer');
      expect(keys(window)).toContain('A');
      await away();
      await window.until(() => !keys(window).includes('A'));
      expect(keys(window)).not.toContain('Ctrl+Enter');
      expect(window.find('review-banner')).not.toBeNull();
      await window.press('a');
      await window.press('r');
      expect(store.getState().draft.decisions.size).toBe(0);
    }
  });

  test('are one step of the axis after the version that they change', async () => {
    const window = await show('review');
    await window.until(() => window.all('timeline-version').length > 0);
    const at = () => window.find('timeline-version')?.textContent;
    expect(at()).toBe('v7′');
    await window.press('[');
    await window.until(() => at() === 'v7');
    await window.press('[');
    await window.until(() => at() === 'v6');
    await window.press(']');
    await window.until(() => at() === 'v7');
    await window.press(']');
    await window.until(() => at() === 'v7′');
    expect(store.getState().view.moment).toBeNull();
  });

  test('are what Compare opens with: the map there is against the one they would make', async () => {
    const window = await show('review');
    const ends = () =>
      ['from', 'with'].map(
        (end) => document.querySelector<HTMLSelectElement>(`select[aria-label="Compare ${end}"]`)?.value,
      );
    await window.press('c');
    await window.until(() => window.all('compare-card').length > 0);
    expect(ends()).toEqual(['v7', 'v7′']);
    expect(window.all('compare-card').map((card) => card.dataset['kind'])).toContain('rewritten');
    expect(window.find('compare')?.textContent).toContain('1 added and evicted within this step');
    // A proposal that is no more, since it was decided, gives way to the map there is.
    await window.change(() => openSide({ kind: 'compare', from: 'v5', to: asProposed('v6'), rollback: false }));
    await window.until(() => ends()[1] === 'v7');
    // It is one by what was asked for, not by how a name looks.
    await window.change(() => openSide({ kind: 'compare', from: 'v5', to: asVersion('v7′'), rollback: false }));
    expect(window.find('side')?.textContent).toContain('This version is not in the study');
    await window.press('Escape');
    await window.press('[');
    await window.press('c');
    expect(ends()).toEqual(['v6', 'v7']);
  });

  test('are compared in a place that does not move when they are counted, and waited for in words only after a while', async () => {
    const window = await show('review', { silent: ['preview.review'] });
    await window.press('c');
    const side = window.find('side');
    expect(side?.querySelector('.sums-to-come .compare-totals')).not.toBeNull();
    expect(side?.querySelector('.late')?.textContent).toBe('Counting…');
    expect(document.querySelector('.timeline-here .late')?.textContent).toBe('counting…');
  });

  test('and their verdicts are told of an item as pending', async () => {
    const window = await show('review');
    const { live } = store.getState().study;
    await window.change(() => openItem('cr-00001'));
    const biography = () => window.find('biography')?.textContent ?? '';
    const before = live?.versions.get('v7')?.map.items.find(({ id }) => id === 'cr-00001')?.score ?? 0;
    expect(biography()).toContain(`score +${before} (+${before + 1} pending)`);
    expect(biography()).toContain('verdicts + 1 pending');
    const pending = () => window.all('life-row').filter((row) => row.dataset['pending'] !== undefined);
    expect(pending().map((row) => row.dataset['kind'])).toEqual(['helpful']);
    await window.change(() => openItem('dc-00002'));
    await window.until(() => pending().length === 2);
    expect(pending().map((row) => row.dataset['kind'])).toEqual(['helpful', 'replace']);
    await window.press('[');
    await window.until(() => pending().length === 0);
  });
});

describe('an item’s biography', () => {
  const rows = (window: Mounted, kind: string) => window.all('life-row').filter((row) => row.dataset['kind'] === kind);

  test('tells where it was written why the Cartographer did so, and leads to the iteration that the Distiller named', async () => {
    const window = await show('normal');
    await window.change(() => openItem('cr-00001'));
    const [born] = rows(window, 'add');
    expect(born?.querySelector('[data-testid="life-reasoning"]')?.textContent).toContain(
      'Cartographer: An empty map and a run',
    );
    expect(window.find('life-untold')).toBeNull();
    const links = [...(born?.querySelectorAll<HTMLElement>('button.link') ?? [])];
    expect(links.map((link) => link.textContent)).toEqual(['Iterations 1', '2']);
    // The trajectory goes there, and then has nothing more to seek.
    const sought: unknown[] = [];
    const stop = store.subscribe((state) => sought.push(state.view.sought));
    await window.click(links[1] ?? null);
    stop();
    expect(sought).toContainEqual({ runId: 'r1', iteration: 2 });
    expect(store.getState().view).toMatchObject({ tab: 'trajectory', queryId: 'q1' });
  });

  test('says that the Distiller named no iteration, and leads to the run', async () => {
    const window = await show('normal');
    await window.change(() => openItem('cu-00001'));
    const [born] = rows(window, 'add');
    const untold = born?.querySelector('[data-testid="life-untold"]');
    expect(untold?.textContent).toBe('The Distiller named no iteration; see the trajectory of query 1');
    expect(rows(window, 'pin').some((row) => row.querySelector('[data-testid="life-untold"]') !== null)).toBe(false);
    await tab(window, 'evictor');
    await window.click(untold?.querySelector('button') ?? null);
    expect(store.getState().view).toMatchObject({ tab: 'trajectory', queryId: 'q1' });
  });

  test('shows the beginning of a long reasoning, and all of it on demand', async () => {
    const window = await show('normal');
    const { live } = store.getState().study;
    const [id, run] = [...(live?.runs ?? [])][0] ?? [];
    if (live === null || id === undefined || run?.proposed === undefined || run.proposed === null)
      throw new Error('the first run proposed edits');
    const reasoning = 'why so '.repeat(300);
    const runs = new Map(live.runs).set(id, { ...run, proposed: { ...run.proposed, reasoning } });
    await window.change(() => setStudy({ live: { ...live, runs } }));
    await window.change(() => openItem('cr-00001'));
    const shown = window.find('life-reasoning');
    expect(shown?.textContent.length).toBeLessThan(400);
    expect(shown?.textContent).toContain('all 2,100 characters');
    await window.click(shown?.querySelector('button') ?? null);
    expect(store.getState().view.reader).toEqual({ title: 'Reasoning', text: reasoning });
  });
});

describe('what-if', () => {
  test('says which of the record it plays again, and follows the moment looked at', async () => {
    const window = await show('normal');
    await window.press('w');
    await window.until(() => window.find('what-if-scope') !== null);
    const scope = () => window.find('what-if-scope')?.textContent;
    expect(scope()).toBe('Takes the recorded edits of 6 updates and 2 changes by hand of main, up to v8 now.');
    expect(window.find('what-if-summary')?.textContent).toMatch(/^v8 would take/);
    for (let back = 0; back < 5; back++) await window.press('[');
    await window.until(() => scope()?.includes('v3') === true);
    expect(scope()).toBe(
      'Takes the recorded edits of 2 updates and 1 change by hand of main, up to v3 at the moment shown.',
    );
    expect(window.find('what-if-summary')?.textContent).toMatch(/^v3 would take/);
    const told = window.all('what-if-row').map((row) => row.querySelector('b')?.textContent);
    expect(told.filter((id) => !['v1', 'v2', 'v3'].includes(id ?? ''))).toEqual([]);
    await window.press('g');
    await window.press('g');
    await window.until(() => window.find('what-if')?.textContent.includes('Nothing to play again yet') === true);
  });

  test('says that a map that was rolled back from is not on the way to the present one', async () => {
    const window = await show('rolled-back');
    await window.press('w');
    await window.until(() => window.find('what-if-scope') !== null);
    await window.change(() => selectVersion('v7'));
    const scope = () => window.find('what-if-scope')?.textContent ?? '';
    await window.until(() => scope().includes('v7'));
    expect(scope()).toBe(
      'v7 is not on the way to v4, where main stands now: takes the recorded edits of 2 updates and 2 changes by hand up to v4.',
    );
  });
});

test('the side of the time axis says in words what is marked where the reader stands, once', async () => {
  const window = await show('frozen');
  expect(window.all('timeline-marks').map((list) => list.textContent)).toEqual(['froze main (evolve-steps)']);
  await window.press('[');
  expect(window.all('timeline-marks')).toEqual([]);
});

test('the legend of the verdicts names every mark that the grid draws', async () => {
  const window = await show('normal');
  await tab(window, 'evictor');
  const cells = [...(window.find('verdict-grid')?.querySelectorAll('td.verdict') ?? [])];
  const legend = [...document.querySelectorAll('.grid-legend b')];
  const named = new Set(legend.map((sign) => sign.textContent));
  expect(cells.map((cell) => cell.textContent).filter((sign) => sign !== '' && !named.has(sign))).toEqual([]);
  expect(cells.some((cell) => cell.classList.contains('went'))).toBe(true);
  expect(legend.filter((sign) => sign.classList.contains('went')).length).toBe(1);
});

describe('a study that has only its first version', () => {
  test('says why there is nothing to roll back to, and compares nothing', async () => {
    const window = await show('fresh');
    const back = window.find('action-map.rollback');
    expect(back?.getAttribute('aria-disabled')).toBe('true');
    expect(back?.getAttribute('aria-description')).toBe('v0 is the first version: there is nothing to roll back to.');
    await window.press('b');
    expect(window.find('rollback-foot')).toBeNull();
    await window.press('c');
    expect(window.find('side')?.textContent).toContain('v0 is the only version of the map so far');
  });
});

test('a preview of a roll back to where the map stands already is refused, and says so', async () => {
  const window = await show('rolled-back');
  await window.change(() => openSide({ kind: 'compare', from: 'v8', to: asVersion('v4'), rollback: true }));
  const confirm = window.find('rollback-confirm');
  expect(confirm?.getAttribute('aria-disabled')).toBe('true');
  expect(confirm?.getAttribute('aria-description')).toBe('The map stands at v4 already.');
  const head = () => store.getState().study.live?.branches.get('main')?.head;
  await window.click(confirm);
  expect([head(), window.find('notice-bad')]).toEqual(['v4', null]);
  await window.change(() => openSide({ kind: 'compare', from: 'v4', to: asVersion('v3'), rollback: true }));
  expect(window.find('rollback-confirm')?.getAttribute('aria-disabled')).toBe('false');
});

describe('what went wrong', () => {
  test('a failed run says what happened and what to do', async () => {
    const window = await show('failed');
    expect(window.find('run-failure')?.textContent).toContain('429');
    expect(window.find('run-failure')?.textContent).toContain('Go on from here');
  });

  test('the head of a failed run leads to what can be done, from wherever one reads; a run given up needs nothing', async () => {
    const window = await show('failed');
    await tab(window, 'cartographer');
    await window.click(window.find('how-to-go-on'));
    expect(store.getState().view.tab).toBe('trajectory');
    expect(window.find('run-failure')?.textContent).toContain('Go on from here');
    await changeRun(window, { abandoned: true });
    expect(window.find('how-to-go-on')).toBeNull();
  });

  test('a run that failed before the update says that the map stayed as it was', async () => {
    const window = await show('failed');
    expect(window.find('query-summary')?.textContent).toContain('map stayed v7 · failed');
    await tab(window, 'cartographer');
    expect(window.find('pipeline')?.textContent).toMatch(/v7unchanged$/);
  });

  test('a run that failed after its answer says so below the answer', async () => {
    const window = await show('distilling');
    const failure = { stage: 'cartographer', kind: 'rate-limited', words: 'The server answered 429.' } as const;
    await changeRun(window, { status: 'failed', failure });
    expect(window.find('answer')).not.toBeNull();
    expect(window.find('run-failure')?.textContent).toContain('The server answered 429.');
  });

  test.each([
    ['was skipped', { status: 'done', skipped: { runId: 'r6', stage: 'distiller', words: 'It was frozen.' } }],
    ['was not wanted', { status: 'done', evolves: false }],
    ['was not reached', { status: 'stopped' }],
  ] satisfies [string, Partial<Run>][])(
    'an update that %s is told alike by each of its stages',
    async (_what, over) => {
      const window = await show('distilling');
      await changeRun(window, { distilled: null, ...over });
      const told: (string | undefined)[] = [];
      for (const each of ['distiller', 'cartographer', 'evictor'] as const) {
        await tab(window, each);
        told.push(document.querySelector('.tab-panel:not([hidden]) .empty')?.textContent);
      }
      expect(told[0]).toMatch(/\w+ \w+/);
      expect(new Set(told).size).toBe(1);
      // Where all stages stand in one column it is said once.
      await window.press('F', { shiftKey: true });
      const titles = () => [...document.querySelectorAll('.focus-title')].map((title) => title.textContent);
      expect(titles()).toEqual(['Trajectory', 'Distiller, Cartographer, Evictor']);
      expect([...document.querySelectorAll('.focus-view .empty')].map((each) => each.textContent)).toEqual([told[0]]);
      expect(window.find('verdict-grid')).not.toBeNull();
    },
  );

  test('a run that failed in the middle of its update shows what there is of it, and says of the rest once why not', async () => {
    const window = await show('distilling');
    const failure = { stage: 'cartographer', kind: 'rate-limited', words: 'The server answered 429.' } as const;
    await changeRun(window, { status: 'failed', failure });
    await window.press('F', { shiftKey: true });
    const titles = [...document.querySelectorAll('.focus-title')].map((title) => title.textContent);
    expect(titles).toEqual(['Trajectory', 'Distiller', 'Cartographer', 'Evictor']);
    const empties = [...document.querySelectorAll('.focus-view .empty-title')].map((each) => each.textContent);
    expect(empties).toEqual(['The Cartographer failed', 'Not reached']);
    expect(window.all('verdict-grid')).toHaveLength(1);
  });

  test('each request that fails is told where its answer would stand', async () => {
    const window = await show('normal', {
      failing: ['call.messages', 'map.text', 'export.text', 'preview.whatIf', 'study.search'],
    });
    await tab(window, 'prompts');
    await window.until(() => window.find('prompts')?.textContent.includes(FAILURE) === true);
    for (const each of ['text', 'json']) {
      await window.click(window.find(`map-tab-${each}`));
      await window.until(() => window.find('side')?.textContent.includes(FAILURE) === true);
    }
    await window.press('w');
    await window.until(() => window.find('side')?.textContent.includes(FAILURE) === true);
  });

  test('a study that cannot be opened leads back to the start screen, with the reason', async () => {
    const window = await show('normal', { closed: true, failing: ['study.openDemo', 'study.recent'] });
    expect(window.text()).toContain(FAILURE);
    await window.click(window.find('start-demo'));
    await window.until(() => window.find('notice-bad') !== null);
    expect(window.find('notice-bad')?.textContent).toContain(FAILURE);
    expect(window.find('start-demo')).not.toBeNull();
  });
});

describe('a study for reading', () => {
  test('says why, and no hand can change it', async () => {
    const window = await show('normal', { readOnly: true });
    expect(window.find('read-only-banner')?.textContent).toContain('another window has it open');
    for (const action of ['run.step', 'run.all', 'map.freeze', 'review.toggle'])
      expect(window.find(`action-${action}`)?.getAttribute('aria-disabled'), action).toBe('true');
    expect(window.all('item-edit')).toEqual([]);
    await window.press('J', { shiftKey: true });
    expect(window.all('item-edit')).toEqual([]);
    await window.press('s');
    expect(window.find('engine-status')?.dataset['phase']).toBe('idle');
  });
});

describe('an old run whose details the study has folded away', () => {
  async function folded(options: Partial<MountOptions> = {}): Promise<Mounted> {
    const window = await show('normal', options);
    const { live } = store.getState().study;
    if (live === null) throw new Error('no study is open');
    const runs = new Map([...live.runs].map(([id, run]) => [id, foldRun(run)] as const));
    await window.change(() => setStudy({ live: { ...live, runs } }));
    return window;
  }

  test('is read when it is looked at', async () => {
    const window = await folded();
    await window.until(() => window.all('iteration').length > 0);
    await tab(window, 'distiller');
    expect(window.all('tag-row').length).toBeGreaterThan(0);
  });

  test('is not read anew in the past while the present has it whole', async () => {
    const window = await show('normal', { silent: ['run.detail'] });
    await window.press('[');
    await window.until(() => store.getState().view.past !== null);
    const { past } = store.getState().view;
    if (past === null) throw new Error('it is still now');
    const runs = new Map([...past.runs].map(([id, run]) => [id, foldRun(run)] as const));
    await window.change(() => setView({ past: { ...past, runs } }));
    expect(window.find('detail-loading')).toBeNull();
    expect(window.all('iteration').length).toBeGreaterThan(0);
    await window.change(() => openItem('cr-00001'));
    await window.until(() => store.getState().study.details.get('r1')?.kind === 'data');
  });

  test('is waited for in words, with what will come', async () => {
    const window = await folded({ silent: ['run.detail'] });
    await window.until(() => window.find('detail-loading') !== null);
    expect(window.find('detail-loading')?.textContent).toMatch(
      /\d+ iterations? and \d+ calls? come from the study file/,
    );
  });

  test('that cannot be read says so, and is asked for again', async () => {
    const window = await folded({ failing: ['run.detail'] });
    await window.until(() => window.find('detail-again') !== null);
    expect(window.text()).toContain(FAILURE);
    await window.click(window.find('detail-again'));
    await window.until(() => window.find('detail-again') !== null);
  });
});

describe('a study with a lot in it', () => {
  test('draws what is seen of ten thousand iterations and of a thousand queries', async () => {
    const recorder = new StudyRecorder({ budgetTokens: 100_000 });
    recorder.create('large').queries(Array.from({ length: 1_000 }, (_, at) => ({ text: `Query ${at + 1}?` })));
    const say = { say: 'A look.', blocks: [{ code: 'print(1)', out: '1' }] };
    recorder.run({
      queryId: 'q1',
      iterations: Array.from({ length: 300 }, () => say),
      answer: '1',
      score: null,
      diagnosis: 'd',
      tags: {},
      candidates: [],
      reasoning: 'r',
      edits: [],
    });
    mounted = await mountWindow({ recording: recorder });
    expect(mounted.find('queries-progress')?.textContent).toContain('1 / 1');
    expect(mounted.all('iteration').length).toBeLessThan(40);
    expect(mounted.all('query-row').length).toBeLessThan(80);
  });

  /** Many more than any list once drew: queries, and with them operations, calls, and warnings. */
  async function showMany(): Promise<Mounted> {
    const recorder = new StudyRecorder({ budgetTokens: 100_000 });
    recorder.create('many').queries(Array.from({ length: 2_400 }, (_, at) => ({ text: `Which part is ${at + 1}?` })));
    for (let at = 1; at <= 2_400; at++) recorder.warn(`place ${at}`, `Oddity ${at} of many.`);
    const script = {
      queryId: 'q1',
      answer: '1',
      score: null,
      diagnosis: 'd',
      tags: {},
      candidates: [],
      reasoning: 'r',
    };
    const edits = [{ op: 'ADD', section: 'cr', content: 'The zebra stands at the end of this text.' }] as const;
    recorder.run({ ...script, iterations: [{ say: 'A look.', blocks: [{ code: 'print(1)', out: '1' }] }], edits });
    mounted = await mountWindow({ recording: recorder });
    return mounted;
  }

  async function expectReached(window: Mounted, testId: string, last: string, count: number): Promise<void> {
    const rows = () => [...(window.find(testId)?.querySelectorAll('li') ?? [])];
    expect(rows().length, testId).toBeLessThan(150);
    expect(rows()[0]?.getAttribute('aria-setsize'), testId).toBe(`${count}`);
    await window.change(() =>
      window.find(testId)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', cancelable: true })),
    );
    expect(rows().at(-1)?.textContent, testId).toContain(last);
    expect(rows().at(-1)?.getAttribute('aria-posinset'), testId).toBe(`${count}`);
  }

  test('leads to the last of thousands of operations, warnings and calls', async () => {
    const window = await showMany();
    const operations = store.getState().study.live?.operations ?? [];
    await window.press('o');
    await expectReached(window, 'operations', operations[0]?.words ?? '?', operations.length);
    await window.press('W', { shiftKey: true });
    await expectReached(window, 'warnings', 'Oddity 2400 of many.', 2_400);
    const { live } = store.getState().study;
    const call = live?.runs.get('r1')?.calls[0];
    if (call === undefined) throw new Error('the run made a call');
    const more = Array.from({ length: 2_399 }, (_, at) => ({ ...call, role: 'sub' as const, callId: `s${at + 1}` }));
    await changeRun(window, { calls: [call, ...more] });
    await tab(window, 'prompts');
    await expectReached(window, 'calls', 'sub-call s2399', 2_400);
  });

  test('shows the call that was sought among thousands', async () => {
    const window = await showMany();
    const call = store.getState().study.live?.runs.get('r1')?.calls[0];
    if (call === undefined) throw new Error('the run made a call');
    const more = Array.from({ length: 2_399 }, (_, at) => ({ ...call, role: 'sub' as const, callId: `s${at + 1}` }));
    await changeRun(window, { calls: [call, ...more] });
    await window.change(() => setView({ tab: 'prompts', soughtCall: 's2100' }));
    expect(window.find('calls')?.querySelector('[aria-current="true"]')?.textContent).toContain('sub-call s2100');
  });

  test('shows the costs of more than two hundred queries on demand', async () => {
    const recorder = new StudyRecorder({ budgetTokens: 100_000 });
    recorder.create('dear').queries(Array.from({ length: 203 }, (_, at) => ({ text: `Query ${at + 1}?` })));
    const script = { answer: '1', score: null, diagnosis: 'd', tags: {}, candidates: [], reasoning: 'r', edits: [] };
    for (let at = 1; at <= 203; at++) recorder.run({ ...script, queryId: `q${at}`, iterations: [{ say: 'A look.' }] });
    mounted = await mountWindow({ recording: recorder });
    const window = mounted;
    await window.press('$');
    await window.until(() => window.find('costs') !== null);
    const rows = () => [...document.querySelectorAll('.costs-queries li')];
    const more = document.querySelector<HTMLElement>('.costs-queries .more-rows');
    expect([rows().length, more?.textContent]).toEqual([200, 'show 3 more of 203 queries']);
    await window.click(more);
    expect(rows().at(-1)?.textContent).toContain('q203');
  });

  test('finds in the palette any query, item and version that is typed, and says how many it does not list', async () => {
    const window = await showMany();
    await window.press('k', { ctrlKey: true });
    const field = window.find('palette-field');
    if (!(field instanceof HTMLInputElement)) throw new Error('the palette has a field');
    const listed = () => [...document.querySelectorAll('.palette-item')].map((item) => item.textContent);
    const headings = () => [...document.querySelectorAll('[cmdk-group-heading]')].map((each) => each.textContent);
    expect(headings()).toContain('Queries, 60 of 2,400; type to find the others');
    await window.type(field, 'q2345');
    await window.until(() => listed().length < 10);
    expect(listed()).toEqual(['q2345Which part is 2345?']);
    await window.type(field, 'which part');
    await window.until(() => headings().includes('Queries, 60 of 2,400; type more to find the others'));
    await window.type(field, 'zebra');
    await window.until(() => listed().length === 1);
    expect(listed()[0]).toContain('The zebra stands at the end of this text.');
    await window.type(field, 'version v1');
    await window.until(() => listed().some((words) => words.startsWith('v1')));
  });
});
