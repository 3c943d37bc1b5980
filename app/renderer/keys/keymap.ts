// From key presses to actions. One owner per key: the table in actions.ts. Keys stand down while something is typed into,
// a held key is not a chord, and a dialog or an open menu leaves only the palette and the zoom to the window.

import { store } from '../store/store.ts';
import { ACTION_IDS, actionOf } from './actions.ts';
import type { ActionId } from './actions.ts';

const CHORD_MS = 800;

const APPLE = /mac|iphone|ipad/i.test(typeof navigator === 'undefined' ? '' : navigator.userAgent);

/** These work even while typing or in a dialog: none of them changes the study. */
const EVERYWHERE: ReadonlySet<ActionId> = new Set(['palette.open', 'zoom.in', 'zoom.out', 'zoom.reset']);

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** A key press in the notation of the table: "s", "shift+s", "mod+k", "?". */
export function chordOf(pressed: Pressed): string {
  const named = NAMES[pressed.key] ?? pressed.key.toLowerCase();
  const letter = /^[a-z]$/.test(named) || named.length > 1;
  const parts = [
    pressed.ctrlKey || pressed.metaKey ? 'mod' : '',
    pressed.altKey ? 'alt' : '',
    // For signs the shift key is part of the sign itself.
    pressed.shiftKey && letter ? 'shift' : '',
    named,
  ];
  return parts.filter((part) => part !== '').join('+');
}

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ' ': 'space',
};

/** The actions a chord stands for, in the table's order; the first that applies is done. */
export function actionsFor(chord: string): readonly ActionId[] {
  return ACTION_IDS.filter((id) => actionOf(id).keys.includes(chord));
}

function startsChord(chord: string): boolean {
  return ACTION_IDS.some((id) => actionOf(id).keys.some((key) => key.startsWith(`${chord} `)));
}

/** Returns a function that stops listening. */
export function listenToKeys(target: Window): () => void {
  let prefix: { readonly chord: string; readonly at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    const { view, study } = store.getState();
    const chord = chordOf(event);
    const modal = view.dialog !== null || view.paletteOpen || view.reader !== null || study.asked.length > 0;
    const held = modal || isInMenu(event.target);
    const typing = isTyping(event.target);
    const full = prefix !== null && event.timeStamp - prefix.at < CHORD_MS ? `${prefix.chord} ${chord}` : chord;
    prefix = null;
    for (const id of actionsFor(full)) {
      if (held && !EVERYWHERE.has(id)) continue;
      if (typing && !EVERYWHERE.has(id) && !isLeftBy(event.target, id)) continue;
      if (actionOf(id).can(store.getState()) !== true) continue;
      if (isControl(event.target) && (chord === 'enter' || chord === 'space')) continue;
      if (isInForm(event.target) && chord === 'mod+enter') continue;
      if (isScrolled(event.target) && SCROLLS.has(chord)) continue;
      if (event.repeat && !MOVES.has(id)) return;
      event.preventDefault();
      // Enter is for what was moved to, not once more for the tab or row that was clicked before. Tab goes on from there.
      if (MOVES.has(id) && isControl(event.target)) event.target.blur();
      actionOf(id).run();
      return;
    }
    if (!held && !typing && !event.repeat && startsChord(chord)) prefix = { chord, at: event.timeStamp };
  };
  /** An editor has uses of its own for these, and would hear of them first. */
  const onEditorKey = (event: KeyboardEvent) => {
    if (!isInEditor(event.target) || !actionsFor(chordOf(event)).some((id) => EVERYWHERE.has(id))) return;
    onKey(event);
    if (event.defaultPrevented) event.stopPropagation();
  };
  target.addEventListener('keydown', onEditorKey, { capture: true });
  target.addEventListener('keydown', onKey);
  return () => {
    target.removeEventListener('keydown', onEditorKey, { capture: true });
    target.removeEventListener('keydown', onKey);
  };
}

/** From one to the next: these go on while their key is held. */
const MOVES: ReadonlySet<ActionId> = new Set([
  'query.next',
  'query.previous',
  'time.back',
  'time.forward',
  'time.stageBack',
  'time.stageForward',
  'item.next',
  'item.previous',
  'review.next',
  'review.previous',
]);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], .monaco-editor') !== null)
  );
}

function isInEditor(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('.monaco-editor') !== null;
}

/** A field may leave one action its keys: what is typed there is a part of what the action does. */
function isLeftBy(target: EventTarget | null, id: ActionId): boolean {
  if (id === 'view.close') return isLeftByEscape(target);
  return target instanceof HTMLElement && target.dataset['leavesKeys'] === id;
}

/** An open menu has the keyboard: letters look for an entry. */
function isInMenu(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[role="menu"]') !== null;
}

/** What is sent from within a form is that form. */
function isInForm(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('form') !== null;
}

/** A field of the right pane that nothing typed would be lost from: Find's words are kept, and figures are in force already. */
function isLeftByEscape(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement) || target.closest('.side-pane') === null) return false;
  // The editor of an item has more than this one field to lose.
  if (target.closest('.item-editor') !== null) return false;
  return target.type !== 'text' || target.value === '';
}

/** Enter and Space belong to the control that has the focus; arrows to lists, tabs and handles that use them. */
function isControl(target: EventTarget | null): target is HTMLElement {
  return (
    target instanceof HTMLElement &&
    target.closest(
      'button, a, [role="button"], [role="tab"], [role="menuitem"], [role="separator"], [role="slider"]',
    ) !== null
  );
}

/** A stretch of text or a list that has the focus itself is scrolled by these, as everywhere. */
const SCROLLS: ReadonlySet<string> = new Set(['up', 'down', 'home', 'end', 'space']);

function isScrolled(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('.scroll[tabindex="0"], pre[tabindex="0"]');
}

/** How a key is written for people: ⌘K or Ctrl+K. */
export function keyLabel(chord: string): string {
  return chord
    .split(' ')
    .map((part) =>
      part
        .split('+')
        .map(partLabel)
        .join(APPLE ? '' : '+'),
    )
    .join(' ');
}

function partLabel(part: string): string {
  switch (part) {
    case 'mod':
      return APPLE ? '⌘' : 'Ctrl';
    case 'shift':
      return APPLE ? '⇧' : 'Shift';
    case 'alt':
      return APPLE ? '⌥' : 'Alt';
    case 'up':
      return '↑';
    case 'down':
      return '↓';
    case 'left':
      return '←';
    case 'right':
      return '→';
    case 'escape':
      return 'Esc';
    case 'enter':
      return APPLE ? '↩' : 'Enter';
    case 'space':
      return 'Space';
    default:
      return part.length === 1 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1);
  }
}
