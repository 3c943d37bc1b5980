// @vitest-environment jsdom
// The window at a moment within a run: what had come by then is there, and nothing claims to go on.

import { afterEach, expect, test } from 'vitest';
import type { StudyEvent } from '#core/study/index.ts';
import { travelTo } from '../actions/time.ts';
import { decideAll } from '../actions/review.ts';
import { store } from '../store/store.ts';
import { TABS } from '../store/view-slice.ts';
import { mountWindow } from '../testing/mount.tsx';
import type { Mounted } from '../testing/mount.tsx';
import { sampleStudy } from '../testing/sample-study.ts';
import type { SampleName } from '../testing/sample-study.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

async function show(name: SampleName, more: readonly StudyEvent[] = []): Promise<Mounted> {
  const recording = sampleStudy(name);
  mounted = await mountWindow({ recording: { ...recording, events: [...recording.events, ...more] } });
  return mounted;
}

/** One more event, after which all that the study tells is past. */
function afterthought(name: SampleName): StudyEvent {
  const seq = sampleStudy(name).events.length + 1;
  const payload = { noteId: 'n99', target: { kind: 'study', id: 'study' }, text: 'Enough for today.' } as const;
  return { type: 'note.added', actor: 'user:Mara', payload, seq, v: 1, at: '2026-11-27T18:00:00.000Z' };
}

const tab = (window: Mounted, name: string) => window.click(window.find(`tab-${name}`));
const banner = (window: Mounted) => window.find('not-now-banner')?.textContent ?? 'now';
const row = (id: string) => document.querySelector<HTMLElement>(`[data-testid="query-row"][data-query-id="${id}"]`);

/** One stage back, by the key; returns when the banner says so. */
async function back(window: Mounted, words: string): Promise<void> {
  await window.press('{');
  await window.until(() => banner(window).includes(words));
}

const pane = () => document.querySelector('.main-pane')?.textContent ?? '';

/** Whatever moves, can be stopped or waits for the reader. */
const goingOn = () => [
  ...document.querySelectorAll(
    'main .breathing, .main-pane .breathing, .main-pane .caret, .tab-live, [aria-busy="true"]',
  ),
  ...document.querySelectorAll('[data-testid="edit-accept"], [data-testid="accept-all"], .new-badge'),
];

test('each tab has what had come by then, and says of the rest that it was not there yet', async () => {
  const window = await show('normal');
  await back(window, 'after the Cartographer of query 6: the map was v7; now it is at v8');
  await tab(window, 'cartographer');
  expect(window.all('edit-card').length).toBeGreaterThan(0);
  expect(window.all('edit-card').map((card) => card.dataset['state'])).not.toContain('applied');
  await back(window, 'after the Distiller of query 6');
  expect(window.all('edit-card')).toEqual([]);
  expect(window.text()).toContain('Not yet at this moment');
  await tab(window, 'distiller');
  expect(window.all('tag-row').length).toBeGreaterThan(0);
  await back(window, 'after the answer to query 6');
  expect(window.all('tag-row')).toEqual([]);
  await tab(window, 'trajectory');
  expect(window.find('answer')).not.toBeNull();
  expect(window.find('map-version')?.textContent).toBe('v7');
  expect(row('q6')?.textContent).toContain('under way');
  await window.press('{');
  await window.until(() => banner(window).includes('This is v7'));
  expect(row('q6')?.textContent).not.toContain('under way');
});

test('the empty place of a stage leads on to when it was done, and the pipeline to each moment between', async () => {
  const window = await show('normal');
  await tab(window, 'cartographer');
  await window.click(window.find('gap-agent'));
  await window.until(() => banner(window).includes('after the answer to query 6'));
  const here = () =>
    [...document.querySelectorAll<HTMLElement>('.pipeline-gap[aria-current]')].map((gap) => gap.dataset['testid']);
  expect(here()).toEqual(['gap-agent']);
  await window.click(window.find('go-to-stage'));
  await window.until(() => banner(window).includes('after the Cartographer of query 6'));
  expect(here()).toEqual(['gap-cartographer']);
  await window.click(window.find('gap-evictor'));
  await window.until(() => banner(window) === 'now');
  expect(window.find('map-version')?.textContent).toBe('v8');
  expect(here()).toEqual([]);
});

test('a version back from within a run is the version that the run was given', async () => {
  const window = await show('normal');
  await back(window, 'after the Cartographer of query 6');
  await window.press('[');
  await window.until(() => banner(window).includes('This is v7'));
  await window.press('[');
  await window.until(() => banner(window).includes('This is v6'));
});

test.each(['running', 'review', 'normal', 'failed'] as const)(
  'nothing goes on, waits or can be decided at any past moment of the last run of the study “%s”',
  async (name) => {
    const window = await show(name, [afterthought(name)]);
    if (name === 'review') {
      await tab(window, 'cartographer');
      await window.change(() => decideAll('accept'));
    }
    const { live } = store.getState().study;
    const run = live === null ? undefined : [...live.runs.values()].at(-1);
    if (live === null || run === undefined) throw new Error('there is no run');
    for (let seq = run.firstSeq; seq < live.seq; seq += 1) {
      await window.change(() => void travelTo(seq));
      await window.until(() => store.getState().view.past?.seq === seq);
      for (const each of TABS) {
        await tab(window, each);
        expect(goingOn(), `${each} at ${seq}`).toEqual([]);
        expect(pane(), `${each} at ${seq}`).not.toMatch(
          /Step goes on from there|Go on from here|how to go on|… tok|running:/,
        );
        for (const card of window.all('edit-card'))
          expect(['waiting', 'applied', 'refused']).toContain(card.dataset['state']);
      }
    }
    expect(window.all('notice-bad')).toEqual([]);
  },
);
