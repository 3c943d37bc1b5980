// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decideAll } from '../actions/review.ts';
import { openReader } from '../actions/reading.ts';
import { addItem, openDialog, openSide, openTab } from '../actions/views.ts';
import { reviewedRun } from '../store/shown.ts';
import { store } from '../store/store.ts';
import { mountWindow } from '../testing/mount.tsx';
import type { Mounted } from '../testing/mount.tsx';
import { SAMPLE_NAMES, sampleStudy } from '../testing/sample-study.ts';
import type { SampleName } from '../testing/sample-study.ts';
import { ACTION_IDS, ACTIONS, actionOf } from './actions.ts';
import { actionsFor, chordOf, keyLabel } from './keymap.ts';

let mounted: Mounted | null = null;
afterEach(async () => {
  await mounted?.end();
  mounted = null;
  document.body.replaceChildren();
});

async function show(name: SampleName): Promise<Mounted> {
  mounted = await mountWindow({ recording: sampleStudy(name) });
  return mounted;
}

const pressed = (key: string, held: Partial<Parameters<typeof chordOf>[0]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

/** A key goes down on this element. Returns whether the window took it. */
async function keyDown(window: Mounted, target: Element, key: string, init: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  await window.change(() => target.dispatchEvent(event));
  return event.defaultPrevented;
}

/** An element that the window might have, at its end. */
function added(html: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = html;
  document.body.append(box);
  const inner = box.querySelector<HTMLElement>('[data-here]');
  if (inner === null) throw new Error('nothing is marked as the place');
  return inner;
}

describe('a key press', () => {
  test.each([
    [pressed('s'), 's'],
    [pressed('S', { shiftKey: true }), 'shift+s'],
    [pressed('?', { shiftKey: true }), '?'],
    [pressed('$', { shiftKey: true }), '$'],
    [pressed('k', { ctrlKey: true }), 'mod+k'],
    [pressed('k', { metaKey: true }), 'mod+k'],
    [pressed('Z', { ctrlKey: true, shiftKey: true }), 'mod+shift+z'],
    [pressed('ArrowUp', { altKey: true }), 'alt+up'],
    [pressed(' '), 'space'],
    [pressed('F7', { shiftKey: true }), 'shift+f7'],
    [pressed('Escape', { shiftKey: true }), 'shift+escape'],
    [pressed('=', { ctrlKey: true }), 'mod+='],
  ])('%o is written %s', (press, chord) => {
    expect(chordOf(press)).toBe(chord);
  });

  test('is written for people as they know it', () => {
    expect(['mod+shift+z', 'g g', 'alt+up', 'escape', 'space', '?'].map(keyLabel)).toEqual([
      'Ctrl+Shift+Z',
      'G G',
      'Alt+↑',
      'Esc',
      'Space',
      '?',
    ]);
  });

  test.each(SAMPLE_NAMES)(
    'has one owner in the study “%s”: no key stands for two things that can both be done',
    async (name) => {
      const window = await show(name);
      for (const tab of ['trajectory', 'cartographer'] as const) {
        await window.change(() => openTab(tab));
        for (const key of new Set(ACTION_IDS.flatMap((id) => [...actionOf(id).keys]))) {
          const able = actionsFor(key).filter((id) => actionOf(id).can(store.getState()) === true);
          expect(able.length, `${key} in ${tab}: ${able.join(', ')}`).toBeLessThanOrEqual(1);
        }
      }
    },
  );
});

describe('while something is typed into', () => {
  test.each([
    ['a field', '<input data-here />'],
    ['a text', '<textarea data-here></textarea>'],
    ['a choice', '<select data-here></select>'],
    ['what says it is a field', '<div role="textbox" tabindex="0" data-here></div>'],
    ['an editor', '<div class="monaco-editor"><div tabindex="0" data-here></div></div>'],
  ])('%s keeps its keys, but for those of the palette and the zoom', async (_what, html) => {
    const window = await show('normal');
    const place = added(html);
    const before = store.getState();
    for (const id of ACTION_IDS) {
      for (const key of actionOf(id).keys) {
        if (['palette.open', 'zoom.in', 'zoom.out', 'zoom.reset'].includes(id)) continue;
        const [last = ''] = key.split(' ').slice(-1);
        const parts = last.split('+');
        const init = {
          ctrlKey: parts.includes('mod'),
          shiftKey: parts.includes('shift'),
          altKey: parts.includes('alt'),
        };
        expect(await keyDown(window, place, eventKey(parts.at(-1) ?? ''), init), `${id}: ${key}`).toBe(false);
      }
    }
    expect(store.getState()).toEqual(before);
    expect(await keyDown(window, place, '=', { ctrlKey: true })).toBe(true);
    expect(await keyDown(window, place, 'k', { ctrlKey: true })).toBe(true);
    expect(store.getState().view.paletteOpen).toBe(true);
  });

  test('an editor does not get the keys of the palette, whatever it would do with them', async () => {
    const window = await show('normal');
    const place = added('<div class="monaco-editor"><div tabindex="0" data-here></div></div>');
    const heard: string[] = [];
    place.addEventListener('keydown', (event) => {
      heard.push(event.key);
      event.preventDefault();
    });
    await keyDown(window, place, 'k', { ctrlKey: true });
    expect(store.getState().view.paletteOpen).toBe(true);
    await keyDown(window, place, 'f', { ctrlKey: true });
    expect(heard).toEqual(['f']);
  });

  test('a sign that is still being composed is nobody’s key', async () => {
    const window = await show('normal');
    expect(await keyDown(window, document.body, 'j', { isComposing: true })).toBe(false);
    expect(await keyDown(window, document.body, 'j')).toBe(true);
  });
});

/** The name that a press has, from its name in the table. */
function eventKey(name: string): string {
  const named: Record<string, string> = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' };
  return named[name] ?? (name === 'space' ? ' ' : name);
}

describe('a held key', () => {
  test('moves on and on, but begins nothing twice', async () => {
    const window = await show('normal');
    expect(await keyDown(window, document.body, 'k', { repeat: true })).toBe(true);
    const { side } = store.getState().view;
    await keyDown(window, document.body, 'w', { repeat: true });
    expect(store.getState().view.side).toBe(side);
  });

  test('is no chord: two presses of g are, when they follow one another', async () => {
    const window = await show('normal');
    const version = () => window.find('map-version')?.textContent;
    const now = version();
    await keyDown(window, document.body, 'g');
    await keyDown(window, document.body, 'g', { repeat: true });
    expect(version()).toBe(now);
    vi.spyOn(Event.prototype, 'timeStamp', 'get').mockReturnValueOnce(1_000).mockReturnValueOnce(1_801);
    await keyDown(window, document.body, 'g');
    await keyDown(window, document.body, 'g');
    vi.restoreAllMocks();
    expect(version()).toBe(now);
    await keyDown(window, document.body, 'Escape');
    await keyDown(window, document.body, 'g');
    await keyDown(window, document.body, 'g');
    await window.until(() => version() === 'v0');
  });
});

describe('a control that has the focus', () => {
  test('keeps Enter and Space, and a text that can be scrolled its arrows', async () => {
    const window = await show('normal');
    const button = added('<button data-here>Do</button>');
    const text = added('<pre tabindex="0" data-here></pre>');
    for (const key of ['ArrowDown', 'End', ' ']) expect(await keyDown(window, text, key), key).toBe(false);
    expect(await keyDown(window, text, 'ArrowRight')).toBe(true);
    expect(store.getState().view.selectedItemId).toBeNull();
    expect(await keyDown(window, button, 'ArrowDown')).toBe(true);
    expect(store.getState().view.selectedItemId).not.toBeNull();
    for (const key of ['Enter', ' ']) expect(await keyDown(window, button, key), key).toBe(false);
    expect(store.getState().view.side.kind).toBe('map');
    expect(await keyDown(window, document.body, 'Enter')).toBe(true);
    expect(store.getState().view.side.kind).toBe('item');
  });

  test('lets go of the keyboard when a key moves on from it, so that Enter is for what was moved to', async () => {
    const window = await show('normal');
    const tab = window.find('tab-evictor');
    if (!(tab instanceof HTMLElement)) throw new Error('there is no such tab');
    tab.focus();
    await keyDown(window, tab, 'e');
    expect(document.activeElement).toBe(tab);
    await keyDown(window, tab, 'J', { shiftKey: true });
    expect(document.activeElement).toBe(document.body);
    await keyDown(window, document.activeElement ?? tab, 'Enter');
    expect(store.getState().view.side.kind).toBe('item');
  });
});

describe('Ctrl+Enter with every edit decided', () => {
  const isOpen = () => {
    const { live } = store.getState().study;
    return live !== null && reviewedRun(live) !== null;
  };

  async function decided(): Promise<Mounted> {
    const window = await show('review');
    await window.click(window.find('tab-cartographer'));
    await window.change(() => decideAll('accept'));
    expect(actionOf('review.submit').can(store.getState())).toBe(true);
    return window;
  }

  const field = (selector: string) => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`there is no ${selector}`);
    return found;
  };

  test('applies the decisions where they are read', async () => {
    const window = await decided();
    expect(await keyDown(window, document.body, 'Enter', { ctrlKey: true })).toBe(true);
    await window.until(() => !isOpen());
  });

  test('applies them from a button of theirs, and from the text of an edit that is being changed', async () => {
    for (const from of ['[data-testid="edit-refuse"]', '[data-testid="edit-draft"]']) {
      const window = await decided();
      await window.click(window.find('edit-change'));
      expect(await keyDown(window, field(from), 'Enter', { ctrlKey: true }), from).toBe(true);
      await window.until(() => !isOpen());
      await window.end();
      mounted = null;
    }
  });

  test.each<[string, () => void, string]>([
    ['the dialog that adds queries', () => openDialog('queries'), '[data-testid="queries-text"]'],
    ['a button of that dialog', () => openDialog('queries'), '[data-testid="queries-add"]'],
    ['the settings', () => openDialog('settings'), '[data-testid="settings-save"]'],
    ['the export', () => openDialog('export'), '[data-testid="export-copy"]'],
    ['the page behind a dialog', () => openDialog('keys'), 'body'],
    ['the palette', () => void field('body').dispatchEvent(ctrl('k')), '[data-testid="palette-field"]'],
    ['a long text that is read', () => openReader({ title: 'A text', text: 'one' }), '[data-testid="reader-find"]'],
    ['Find', () => openSide({ kind: 'search' }), '[data-testid="search-field"]'],
    ['a note', () => openSide({ kind: 'notes', target: { kind: 'study', id: 'study' } }), '[data-testid="note-text"]'],
    [
      'the button of a note',
      () => openSide({ kind: 'notes', target: { kind: 'study', id: 'study' } }),
      '[data-testid="note-add"]',
    ],
    ['an item that is written', () => addItem(), '[data-testid="editor-text"]'],
    ['the button that saves it', () => addItem(), '[data-testid="editor-save"]'],
    ['the reason for it', () => addItem(), '.item-editor-foot input'],
  ])('applies nothing from %s', async (_where, open, from) => {
    const window = await decided();
    await window.change(open);
    await window.until(() => document.querySelector(from) !== null);
    // The part that has the focus may take the key for itself; the review does not get it.
    const submitted = vi.spyOn(ACTIONS['review.submit'], 'run');
    await keyDown(window, field(from), 'Enter', { ctrlKey: true });
    expect(submitted).not.toHaveBeenCalled();
    submitted.mockRestore();
  });

  test('applies nothing from an open menu, and letters look for an entry of it', async () => {
    const window = await decided();
    const entry = added('<div role="menu"><div role="menuitem" tabindex="0" data-here>Rename…</div></div>');
    expect(await keyDown(window, entry, 'Enter', { ctrlKey: true })).toBe(false);
    expect(await keyDown(window, entry, 'r')).toBe(false);
    expect(isOpen()).toBe(true);
  });
});

function ctrl(key: string): KeyboardEvent {
  return new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true });
}
