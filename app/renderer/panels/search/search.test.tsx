// @vitest-environment jsdom
// Find as a reader sees it: what is said to be there and not there, and where each place leads.

import { act } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import type { Host, SearchHit, SearchStep } from '#app/bridge/index.ts';
import { ok } from '#core/result.ts';
import type { Command, Run } from '#core/study/index.ts';
import { send } from '../../actions/commands.ts';
import { goToHit } from '../../actions/places.ts';
import { openSide } from '../../actions/views.ts';
import { setHost } from '../../host/current-host.ts';
import { createMemoryHost } from '../../host/memory-host.ts';
import { shownRun, shownState } from '../../store/shown.ts';
import { setDraft, setStudy, setView, store } from '../../store/store.ts';
import { mountWindow } from '../../testing/mount.tsx';
import type { Mounted } from '../../testing/mount.tsx';
import { sampleStudy } from '../../testing/sample-study.ts';
import { countTokens } from '../../testing/study-recorder.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

async function show(): Promise<Mounted> {
  mounted = await mountWindow({ recording: sampleStudy('normal') });
  return mounted;
}

async function look(window: Mounted, text: string): Promise<void> {
  await window.change(() => openSide({ kind: 'search' }));
  const field = window.find('search-field');
  if (!(field instanceof HTMLInputElement)) throw new Error('Find has a field');
  await window.type(field, text);
  await window.until(() => window.find('search-hits') !== null || window.text().includes('Nothing found'));
}

const side = (window: Mounted) => window.find('side')?.textContent ?? '';
const hitButtons = (window: Mounted) => [...(window.find('search-hits')?.querySelectorAll('button') ?? [])];

const marks = (window: Mounted) =>
  [...(window.find('search-hits')?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent);

/** Presses a key where the caret is. */
async function pressIn(field: Element | null, key: string): Promise<void> {
  await act(async () => {
    field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    await Promise.resolve();
  });
}

async function does(window: Mounted, command: Command): Promise<void> {
  await window.change(() => void send(command));
}

describe('Find', () => {
  test('finds signs and parts of words, and says of nothing that stands in the study that it does not', async () => {
    const window = await show();
    for (const text of ['==', '[1:]', 'ost_common(', 'ENTERPRIS']) {
      await look(window, text);
      await window.until(() => marks(window).every((mark) => mark.toLowerCase() === text.toLowerCase()));
      expect(side(window), text).not.toContain('Nothing found');
    }
    await look(window, 'q=~q');
    await window.until(() =>
      side(window).includes(
        '“q=~q” stands in no query, reply, output, diagnosis, edit, item, note or answer of this study.',
      ),
    );
  });

  test('of a long study names at once what the index knows, goes on by itself, and can be stopped', async () => {
    const window = await show();
    const last = store.getState().study.live?.seq ?? 0;
    const steps = new Map<number | null, SearchStep>([
      [
        null,
        { hits: [aHit({ seq: last, match: 'first' })], ahead: [aHit({ seq: 3, match: 'ahead' })], before: last / 2 },
      ],
      [last / 2, { hits: [aHit({ seq: 5, match: 'second' })], ahead: [], before: 4 }],
      [4, { hits: [aHit({ seq: 3, match: 'ahead' })], ahead: [], before: null }],
    ]);
    const { answers, host } = answering(steps);
    setHost(host);
    await look(window, 'word');
    expect(marks(window)).toEqual(['first', 'ahead']);
    expect(side(window)).toContain('2 places');
    expect(side(window)).toContain('so far; 50% looked through');
    await answers();
    await window.until(() => marks(window).length === 3);
    expect(marks(window)).toEqual(['first', 'second', 'ahead']);
    await answers();
    await window.until(() => !side(window).includes('so far'));
    expect(marks(window)).toEqual(['first', 'second', 'ahead']);

    await look(window, 'words');
    await window.until(() => window.find('search-stop') !== null);
    await window.click(window.find('search-stop'));
    expect(side(window)).toContain('stopped; the newest 50% were looked through');
    await answers();
    expect(marks(window)).toEqual(['first', 'ahead']);
  });

  test('is left by Escape from its field, and other panels from a field with nothing to lose', async () => {
    const window = await show();
    await look(window, 'export');
    setDraft({ item: { itemId: null, section: 'cr', content: 'half a thought', reason: '', base: '', begun: true } });
    await pressIn(window.find('search-field'), 'Escape');
    expect(store.getState().view).toMatchObject({ side: { kind: 'map' }, findText: 'export' });
    expect(store.getState().draft.item?.content).toBe('half a thought');
    await window.change(() => openSide({ kind: 'what-if' }));
    await pressIn(window.find('what-if-budget'), 'Escape');
    expect(store.getState().view.side.kind).toBe('map');

    await window.press('m');
    const note = window.find('note-text');
    if (!(note instanceof HTMLInputElement)) throw new Error('a note can be written');
    await window.type(note, 'not to be lost');
    await pressIn(note, 'Escape');
    expect(store.getState().view.side.kind).toBe('notes');
    await window.type(note, '');
    await pressIn(note, 'Escape');
    expect(store.getState().view.side.kind).toBe('map');
  });
});

describe('a place that was found', () => {
  test('leads to its own query, also where several have the same words, and to one that was removed when it was there', async () => {
    const window = await show();
    await does(window, {
      do: 'queries.add',
      queries: ['How many are open?', 'How many are shut?', 'How many are lost?'].map((text) => ({
        text,
        truth: null,
      })),
    });
    await does(window, { do: 'query.remove', queryId: 'q12' });
    await look(window, 'how many are');
    expect(hitButtons(window).map((each) => each.textContent)).toEqual([
      expect.stringContaining('lost?query · query 13') as string,
      expect.stringContaining('shut?query · query 12 · removed') as string,
      expect.stringContaining('open?query · query 11') as string,
    ]);
    for (const [at, queryId] of ['q13', 'q12', 'q11'].entries()) {
      await window.click(hitButtons(window)[at] ?? null);
      expect(store.getState().view.queryId).toBe(queryId);
      await window.until(
        () => shownState(store.getState())?.queries.find(({ id }) => id === queryId)?.removed === false,
      );
    }
  });

  test('leads to its own note, and says of one that was removed that it was', async () => {
    const window = await show();
    for (const id of ['q1', 'q2'])
      await does(window, { do: 'note.add', target: { kind: 'query', id }, text: 'look again' });
    await look(window, 'look again');
    await window.click(hitButtons(window)[1] ?? null);
    expect(store.getState().view).toMatchObject({ queryId: 'q1', side: { target: { kind: 'query', id: 'q1' } } });
    const removed = store.getState().study.live?.notes.find(({ target }) => target.id === 'q2')?.id ?? '';
    await does(window, { do: 'note.remove', noteId: removed });
    await window.change(() => setView({ findText: '' }));
    await look(window, 'look again');
    expect(hitButtons(window)[0]?.textContent).toContain('note · removed');
    await window.click(hitButtons(window)[0] ?? null);
    expect(window.text()).toContain('This note was removed');
  });

  test('in a run that was made again since leads to that run', async () => {
    const window = await show();
    const { live } = store.getState().study;
    const former = live?.runs.get('r3');
    if (live === null || former === undefined) throw new Error('the sample has a third run');
    const again: Run = { ...former, id: 'r99', lastSeq: live.seq };
    const queries = live.queries.map((query) =>
      query.id === former.queryId ? { ...query, runIds: [...query.runIds, again.id] } : query,
    );
    await window.change(() => setStudy({ live: { ...live, queries, runs: new Map([...live.runs, ['r99', again]]) } }));
    await window.change(() => goToHit(aHit({ kind: 'answer', runId: 'r3' })));
    await window.until(() => shownRun(store.getState())?.id === 'r3');
  });

  test('in a sub-agent leads to its own iteration, which has a note of its own', async () => {
    const sample = sampleStudy('normal');
    const root = sample.events.find(
      (event) => event.type === 'iteration.finished' && event.payload.blocks.some(({ callIds }) => callIds.length > 0),
    );
    if (root?.type !== 'iteration.finished') throw new Error('the sample has sub-calls');
    const { runId, blocks } = root.payload;
    const payload = { ...root.payload, number: 1, depth: 1, callId: 'c500', reply: 'I am a sub-agent.', blocks: [] };
    const parentCallId = blocks.flatMap(({ callIds }) => callIds)[1] ?? null;
    const child = { ...root, seq: sample.events.length + 1, payload: { ...payload, parentCallId } };
    mounted = await mountWindow({ recording: { ...sample, events: [...sample.events, child] } });
    const window = mounted;
    await look(window, 'a sub-agent');
    await window.click(hitButtons(window)[0] ?? null);
    const drawn = () => document.querySelector<HTMLElement>('.child-agent [data-call="c500"]');
    await window.until(() => drawn()?.textContent.includes('I am a sub-agent.') === true);
    await window.click(drawn()?.querySelector<HTMLElement>('[data-testid="note-button"]') ?? null);
    expect(store.getState().view.side).toEqual({ kind: 'notes', target: { kind: 'iteration', id: `${runId}/c500` } });
    const note = window.find('note-text');
    if (!(note instanceof HTMLInputElement)) throw new Error('a note can be written');
    await window.type(note, 'odd');
    await window.click(window.find('note-add'));
    await window.until(() => window.all('note-lines').length > 0);
    expect(window.all('note-lines').map((each) => each.parentElement?.dataset['call'])).toEqual(['c500']);
    expect(side(window)).toContain('sub-call c500');
  });
});

function aHit(over: Partial<SearchHit>): SearchHit {
  const nowhere = { runId: null, iteration: null, itemId: null, queryId: null, noteId: null, callId: null };
  return { seq: 1, kind: 'query', ...nowhere, before: '', match: 'word', after: '', ...over };
}

/** A host whose searches answer step by step: the first of a search at once, each further one when it is let. */
function answering(steps: ReadonlyMap<number | null, SearchStep>) {
  const waiting: (() => void)[] = [];
  const inner = createMemoryHost({ recording: sampleStudy('normal'), count: countTokens });
  const host: Host = {
    ...inner,
    request: (name, input) => {
      if (name !== 'study.search' || !('before' in input)) return inner.request(name, input);
      const step = ok(steps.get(input.before));
      return new Promise((resolve) => {
        const answer = () => resolve(step as Awaited<ReturnType<typeof inner.request<typeof name>>>);
        if (input.before === null) answer();
        else waiting.push(answer);
      });
    },
  };
  const answers = () =>
    act(async () => {
      waiting.shift()?.();
      await Promise.resolve();
    });
  return { answers, host };
}
