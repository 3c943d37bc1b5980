// @vitest-environment jsdom
// What was written and not yet saved is there again wherever the reader looked meanwhile, and says so when the map changed
// beneath it.

import { afterEach, describe, expect, test } from 'vitest';
import { send } from '../actions/commands.ts';
import { addItem, editItem, openDialog, openMapTab, openSide } from '../actions/views.ts';
import { renderMap } from '#core/map/index.ts';
import { headVersion } from '#core/study/index.ts';
import { setDraft, store } from '../store/store.ts';
import { mountWindow } from '../testing/mount.tsx';
import type { Mounted } from '../testing/mount.tsx';
import { sampleStudy } from '../testing/sample-study.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
});

async function show(): Promise<Mounted> {
  mounted = await mountWindow({ recording: sampleStudy('normal') });
  return mounted;
}

const live = () => {
  const state = store.getState().study.live;
  if (state === null) throw new Error('no study is open');
  return state;
};
const contentOf = (id: string) => headVersion(live())?.map.items.find((item) => item.id === id)?.content;

function field(window: Mounted, testId: string): HTMLInputElement | HTMLTextAreaElement {
  const found = window.find(testId);
  if (found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement) return found;
  throw new Error(`there is no field ${testId}`);
}

async function write(window: Mounted, itemId: string, words: string): Promise<void> {
  await window.change(() => editItem(itemId));
  await window.type(field(window, 'editor-text'), words);
}

/** Pressed in the field itself. */
async function pressIn(window: Mounted, testId: string, init: KeyboardEventInit): Promise<void> {
  await window.change(() =>
    field(window, testId).dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })),
  );
}

describe('an item that is being written', () => {
  test('waits while the past is shown, where nothing can be saved, and goes on at now without taking the keyboard', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    await window.change(() => document.body.focus());
    await window.press('[');
    await window.until(() => store.getState().view.past !== null);
    expect([window.find('item-editor'), window.find('item-kept')?.textContent]).toEqual([
      null,
      'What you write on cr-00001 is kept. It goes on at now.',
    ]);
    await window.press('Escape');
    await window.press(']');
    await window.until(() => window.find('item-editor') !== null);
    expect(field(window, 'editor-text').value).toBe('Written by hand.');
    expect(document.activeElement).not.toBe(window.find('editor-text'));
    expect(contentOf('cr-00001')).not.toBe('Written by hand.');
  });

  test('is not given up for the next one, nor by closing what stands over it', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    await window.change(() => editItem('cu-00001'));
    expect(window.find('notice-info')?.textContent).toContain('What you write on cr-00001 is not saved');
    await window.change(addItem);
    await window.change(() => editItem('cr-00001'));
    await window.change(() => openSide({ kind: 'search' }));
    await window.press('Escape');
    await window.change(() => openMapTab('json'));
    await window.press('Escape');
    await window.change(() => openMapTab('items'));
    expect(field(window, 'editor-text').value).toBe('Written by hand.');
    // Where it is seen, Escape is Cancel; and what has no words of its own gives way at once.
    await window.press('Escape');
    expect(window.find('item-editor')).toBeNull();
    await window.change(() => editItem('cr-00001'));
    await window.change(() => editItem('cu-00001'));
    expect(store.getState().draft.item?.itemId).toBe('cu-00001');
  });

  test('says that the map rewrote the item meanwhile, and shows both', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    expect(window.find('editor-rewritten')).toBeNull();
    await window.change(
      () => void send({ do: 'item.edit', itemId: 'cr-00001', content: 'Another hand.', reason: null }),
    );
    await window.until(() => window.find('editor-rewritten') !== null);
    const note = window.find('editor-rewritten');
    expect([note?.querySelector('del')?.textContent, note?.querySelector('ins')?.textContent]).toEqual([
      'Another hand.',
      'Written by hand.',
    ]);
    await pressIn(window, 'editor-text', { key: 'Enter', ctrlKey: true });
    await window.until(() => contentOf('cr-00001') === 'Written by hand.');
  });

  test('takes what the map changed elsewhere in it, says so in its reason, and is saved as both', async () => {
    const window = await show();
    const was = contentOf('cr-00001') ?? '';
    const [first = '', ...rest] = was.split(' ');
    await write(window, 'cr-00001', `${was} Written by hand.`);
    const rewritten = ['Another', ...rest].join(' ');
    await window.change(() => void send({ do: 'item.edit', itemId: 'cr-00001', content: rewritten, reason: null }));
    await window.until(() => window.find('editor-merge') !== null);
    const marks = [...(window.find('editor-rewritten')?.querySelectorAll('mark') ?? [])];
    expect(marks.map((mark) => mark.textContent.trim())).toEqual([first, 'Another']);
    // Where the keyboard then is, since the button goes.
    await window.change(() => window.find('editor-merge')?.focus());
    await window.click(window.find('editor-merge'));
    expect(field(window, 'editor-text').value).toBe(`${rewritten} Written by hand.`);
    expect(document.activeElement).toBe(window.find('editor-text'));
    expect([window.find('editor-rewritten'), store.getState().draft.item?.reason]).toEqual([
      null,
      `Merged with ${headVersion(live())?.id ?? ''}.`,
    ]);
    await pressIn(window, 'editor-text', { key: 'Enter', ctrlKey: true });
    await window.until(() => contentOf('cr-00001') === `${rewritten} Written by hand.`);
  });

  test('where both changed the same words cannot be merged; mine is kept, or theirs is taken', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    const rewrite = async (content: string) => {
      await window.change(() => void send({ do: 'item.edit', itemId: 'cr-00001', content, reason: null }));
      await window.until(() => window.find('editor-rewritten') !== null);
    };
    await rewrite('Another hand.');
    expect(window.find('editor-merge')).toBeNull();
    await window.click(window.find('editor-keep-mine'));
    expect([window.find('editor-rewritten'), field(window, 'editor-text').value]).toEqual([null, 'Written by hand.']);
    await rewrite('A third hand.');
    await window.click(window.find('editor-take-theirs'));
    expect([window.find('editor-rewritten'), field(window, 'editor-text').value]).toEqual([null, 'A third hand.']);
    expect(window.find('editor-tokens')?.textContent).toBe('no change yet');
  });

  test('goes along with the map while it has no words of its own', async () => {
    const window = await show();
    await window.change(() => editItem('cr-00001'));
    await window.change(
      () => void send({ do: 'item.edit', itemId: 'cr-00001', content: 'Another hand.', reason: null }),
    );
    await window.until(() => field(window, 'editor-text').value === 'Another hand.');
    expect(window.find('editor-rewritten')).toBeNull();
    await window.type(field(window, 'editor-text'), 'Another hand, and mine.');
    expect(window.find('editor-rewritten')).toBeNull();
  });

  test('is let go with the item that was deleted, which is said', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    await window.until(() => window.find('editor-tokens')?.textContent.startsWith('map ') === true);
    await window.change(() => void send({ do: 'item.delete', itemId: 'cr-00001', reason: null }));
    await window.until(() => window.find('editor-gone') !== null);
    // What was counted for the map before does not make it one that could be saved.
    expect(window.find('editor-save')?.getAttribute('aria-disabled')).toBe('true');
    expect(window.find('editor-gone')?.textContent).toContain(
      `cr-00001 was deleted meanwhile, in ${headVersion(live())?.id ?? ''}.`,
    );
    await window.click(window.find('editor-let-go'));
    expect([window.find('item-editor'), store.getState().draft.item]).toEqual([null, null]);
  });

  test('is still there when the item has gone from the map, and can become a new one', async () => {
    const window = await show();
    await write(window, 'cr-00001', 'Written by hand.');
    await window.change(() => void send({ do: 'item.delete', itemId: 'cr-00001', reason: null }));
    await window.until(() => window.find('editor-gone') !== null);
    await window.change(() => void send({ do: 'item.pin', itemId: 'cu-00001', reason: null }));
    await window.until(() => window.find('map-item')?.dataset['itemId'] !== 'cr-00001');
    expect(window.find('editor-save')?.getAttribute('aria-disabled')).toBe('true');
    await window.click(window.find('editor-as-new'));
    await window.until(() => window.find('editor-save')?.getAttribute('aria-disabled') === 'false');
    await window.click(window.find('editor-save'));
    await window.until(
      () => headVersion(live())?.map.items.some((item) => item.content === 'Written by hand.') === true,
    );
  });

  test('is not saved by any way while Save cannot be used', async () => {
    const window = await show();
    const before = headVersion(live())?.id;
    await write(window, 'cr-00001', 'far too much for any budget of this size '.repeat(400));
    await window.until(() => window.find('editor-refusal') !== null);
    expect(window.find('editor-save')?.getAttribute('aria-disabled')).toBe('true');
    await window.click(window.find('editor-save'));
    await pressIn(window, 'editor-text', { key: 'Enter', ctrlKey: true });
    // Refused before it is sent: the study is not even asked.
    expect(window.find('notice-bad')).toBeNull();
    expect([headVersion(live())?.id, field(window, 'editor-text').value.length > 10_000]).toEqual([before, true]);
  });
});

describe('the text of the map that is being written', () => {
  /** Begun at the version now; then the map goes on by these. */
  async function overtaken(from: string, to: string, content: string | null): Promise<Mounted> {
    const window = await show();
    const head = headVersion(live());
    const base = head === null ? '' : renderMap(head.map);
    const text = base.replace(from, to);
    setDraft({ mapText: { text, base, versionId: head?.id ?? '', unmerged: null, decided: new Map() } });
    await window.change(
      () =>
        void send(
          content === null
            ? { do: 'item.delete', itemId: 'cr-00001', reason: null }
            : { do: 'item.edit', itemId: 'cr-00001', content, reason: null },
        ),
    );
    await window.change(() => openMapTab('text'));
    await window.until(() => window.find('map-text-merge') !== null);
    return window;
  }
  const said = () => contentOf('cr-00001') ?? '';

  test('takes what changed elsewhere, and is saved as both', async () => {
    const window = await overtaken('[cu-00001] ', '[cu-00001] By hand: ', 'Another hand.');
    expect(window.find('merge-conflict')).toBeNull();
    await window.click(window.find('map-text-merge'));
    await window.until(() => window.find('map-text-save')?.getAttribute('aria-disabled') === 'false');
    expect(store.getState().draft.mapText?.text).toContain('[cr-00001] Another hand.');
    await window.click(window.find('map-text-save'));
    await window.until(() => contentOf('cu-00001')?.startsWith('By hand: ') === true);
    expect([said(), headVersion(live())?.reason, store.getState().draft.mapText]).toEqual([
      'Another hand.',
      `Merged with ${headVersion(live())?.parentId ?? ''}.`,
      null,
    ]);
  });

  test('names an item that both changed, shows both, and merges once that is decided', async () => {
    const window = await overtaken('[cr-00001] ', '[cr-00001] By hand. ', 'Another hand.');
    const conflict = window.find('merge-conflict');
    expect(conflict?.dataset['itemId']).toBe('cr-00001');
    expect([...(conflict?.querySelectorAll('ins') ?? [])].map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^By hand\. /),
      'Another hand.',
    ]);
    await window.click(window.find('map-text-merge'));
    expect(store.getState().draft.mapText?.unmerged).toBeNull();
    await window.click(window.find('conflict-mine'));
    // Decided for good, also while the reader looks elsewhere.
    await window.change(() => openMapTab('items'));
    expect(window.find('merge-conflict')).toBeNull();
    await window.change(() => openMapTab('text'));
    await window.until(() => window.find('conflict-mine') !== null);
    expect(window.find('conflict-mine')?.getAttribute('aria-pressed')).toBe('true');
    await window.click(window.find('map-text-merge'));
    expect(store.getState().draft.mapText?.text).toContain('[cr-00001] By hand. ');
  });

  test('leaves nothing to save where all of it is taken from the map now', async () => {
    const window = await overtaken('[cr-00001] ', '[cr-00001] By hand. ', 'Another hand.');
    await window.click(window.find('conflict-theirs'));
    await window.click(window.find('map-text-merge'));
    expect([store.getState().draft.mapText, window.find('map-text-save'), said()]).toEqual([
      null,
      null,
      'Another hand.',
    ]);
  });

  test('on an item that went becomes a new one, or is let go', async () => {
    const window = await overtaken('[cr-00001] ', '[cr-00001] By hand. ', null);
    expect(window.find('merge-conflict')?.textContent).toContain('It has gone from the map; you changed it.');
    await window.click(window.find('conflict-mine'));
    await window.click(window.find('map-text-merge'));
    expect(store.getState().draft.mapText?.text).toContain('\n- By hand. ');
  });
});

describe('words that were not sent', () => {
  test('a text written for a proposed edit is there again after the edit was refused or accepted meanwhile', async () => {
    mounted = await mountWindow({ recording: sampleStudy('review') });
    const window = mounted;
    await window.click(window.find('tab-cartographer'));
    await window.click(window.find('edit-change'));
    await window.type(field(window, 'edit-draft'), 'Changed by hand.');
    for (const other of ['edit-refuse', 'edit-accept']) {
      await window.click(window.find(other));
      expect(window.find('edit-draft')).toBeNull();
      expect(window.find('edit-card')?.textContent).not.toContain('Changed by hand.');
      await window.click(window.find('edit-change'));
      expect(field(window, 'edit-draft').value).toBe('Changed by hand.');
    }
  });

  test('a note is there again after another panel, and gone once it is added', async () => {
    const window = await show();
    const notes = () => openSide({ kind: 'notes', target: { kind: 'study', id: 'study' } });
    await window.change(notes);
    await window.type(field(window, 'note-text'), 'Half a thought');
    await window.change(() => openSide({ kind: 'notes', target: { kind: 'query', id: 'q1' } }));
    expect(field(window, 'note-text').value).toBe('');
    await window.change(notes);
    expect(field(window, 'note-text').value).toBe('Half a thought');
    await window.click(window.find('note-add'));
    await window.until(() => field(window, 'note-text').value === '');
    expect(live().notes.at(-1)?.text).toBe('Half a thought');
  });

  test('queries are there again after Escape, and gone after Cancel or once they are added', async () => {
    const window = await show();
    const text = () => field(window, 'queries-text');
    const open = async () => {
      await window.change(() => openDialog('queries'));
      await window.until(() => window.find('queries-text') !== null);
    };
    await open();
    await window.type(text(), 'How many are open?');
    await pressIn(window, 'queries-text', { key: 'Escape' });
    await window.until(() => window.find('queries-text') === null);
    await open();
    expect(text().value).toBe('How many are open?');
    const cancel = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Cancel');
    await window.click(cancel ?? null);
    await window.until(() => window.find('queries-text') === null);
    await open();
    expect(text().value).toBe('');
    await window.type(text(), 'How many are closed?');
    await window.click(window.find('queries-add'));
    await window.until(() => window.find('queries-text') === null);
    await open();
    expect([text().value, live().queries.at(-1)?.text]).toEqual(['', 'How many are closed?']);
  });
});
