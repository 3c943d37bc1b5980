// Opening, closing and arranging what the window shows. Nothing here changes the study.

import { headVersion } from '#core/study/index.ts';
import { asProposed, asVersion } from '../store/outcome.ts';
import { isMapItemsShown, reviewedRun, shownVersion } from '../store/shown.ts';
import { setDraft, setView, store } from '../store/store.ts';
import type { DialogName, MapTab, Side, Tab } from '../store/view-slice.ts';
import { request } from '../host/current-host.ts';
import type { Preferences } from '#app/bridge/index.ts';
import { pin, unpin } from './commands.ts';
import { notify } from './notices.ts';
import { play } from './playing.ts';

export const openTab = (tab: Tab) => setView({ tab });
export const openMapTab = (mapTab: MapTab) => setView({ mapTab, side: { kind: 'map' } });
export const openSide = (side: Side) => setView({ side });
export const openDialog = (dialog: DialogName) => setView({ dialog, paletteOpen: false });
export const closeDialog = () => setView({ dialog: null });
export const openFindAll = () => openDialog('find-all');
export const openPalette = () => setView({ paletteOpen: !store.getState().view.paletteOpen });
export const toggleFocus = () => setView({ focus: !store.getState().view.focus });
export const togglePlay = () => play();

export function selectItem(itemId: string | null): void {
  setView({ selectedItemId: itemId });
}

export function openItem(itemId: string): void {
  setView({ selectedItemId: itemId, side: { kind: 'item', itemId } });
}

/** Compares what is shown with what it came from: a version with its parent, a map that is proposed with the one there is. */
export function openCompare(): void {
  const state = store.getState();
  const { live } = state.study;
  const shown = shownVersion(state);
  if (live === null || shown === null) return;
  if (state.view.moment === null && reviewedRun(live) !== null) {
    setView({ side: { kind: 'compare', from: shown.id, to: asProposed(shown.id), rollback: false } });
    return;
  }
  setView({ side: { kind: 'compare', from: shown.parentId ?? shown.id, to: asVersion(shown.id), rollback: false } });
}

/** From a moment in the past: back to it. From now: one version back. Always with the difference first. */
export function openRollback(): void {
  const state = store.getState();
  const live = state.study.live;
  const head = live === null ? null : headVersion(live);
  const shown = shownVersion(state);
  if (live === null || head === null || shown === null) return;
  const target = shown.id !== head.id ? shown.id : head.parentId;
  if (target === null) return;
  setView({ side: { kind: 'compare', from: head.id, to: asVersion(target), rollback: true } });
}

/** Escape: the innermost thing first. */
export function closeInnermost(): void {
  const { view, draft } = store.getState();
  if (view.paletteOpen) setView({ paletteOpen: false });
  else if (view.dialog !== null) setView({ dialog: null });
  else if (draft.item !== null && isMapItemsShown(store.getState())) setDraft({ item: null });
  else if (view.side.kind !== 'map') setView({ side: { kind: 'map' } });
  else if (view.focus) setView({ focus: false });
  else if (view.selectedItemId !== null) setView({ selectedItemId: null });
}

export function togglePin(): void {
  const state = store.getState();
  const id = state.view.selectedItemId;
  const item = shownVersion(state)?.map.items.find((each) => each.id === id);
  if (item === undefined) return;
  void (item.pin === null ? pin(item.id, null) : unpin(item.id));
}

export function editItem(itemId: string): void {
  const item = shownVersion(store.getState())?.map.items.find((each) => each.id === itemId);
  if (item === undefined || isStillWriting(itemId)) return;
  const { section, content } = item;
  setDraft({ item: { itemId, section, content, reason: '', base: content, begun: true } });
}

export function editSelected(): void {
  const id = store.getState().view.selectedItemId;
  if (id !== null) editItem(id);
}

export function addItem(): void {
  const version = shownVersion(store.getState());
  setView({ side: { kind: 'map' }, mapTab: 'items' });
  if (isStillWriting(null)) return;
  const section = version?.map.sections[0] ?? 'cr';
  setDraft({ item: { itemId: null, section, content: '', reason: '', base: '', begun: true } });
}

/** True while another item has words that were not saved: one is written at a time, and none is lost for the next. */
function isStillWriting(itemId: string | null): boolean {
  const { item } = store.getState().draft;
  if (item === null || (item.content === item.base && item.reason === '')) return false;
  setView({ side: { kind: 'map' }, mapTab: 'items' });
  setDraft({ item: { ...item, begun: true } });
  if (item.itemId !== itemId)
    notify('info', `What you write on ${item.itemId ?? 'a new item'} is not saved. Save or cancel it first.`);
  return true;
}

const THEMES: readonly Preferences['theme'][] = ['system', 'light', 'dark', 'contrast'];

export function nextTheme(): void {
  const { theme } = store.getState().view.preferences;
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  setTheme(next);
  notify('info', `Theme: ${next}`);
}

export function setTheme(theme: Preferences['theme']): void {
  changePreferences({ theme });
}

export function changePreferences(change: Partial<Preferences>): void {
  setView({ preferences: { ...store.getState().view.preferences, ...change } });
  void request('preferences.write', change);
}

/** Remembers one part of the layout by name. */
export function rememberLayout(name: string, value: number | string | boolean | number[]): void {
  changePreferences({ layout: { ...store.getState().view.preferences.layout, [name]: value } });
}

export function zoomTo(zoomPercent: number): void {
  changePreferences({ zoomPercent: Math.min(200, Math.max(80, zoomPercent)) });
}

export function zoomBy(percent: number): void {
  zoomTo(store.getState().view.preferences.zoomPercent + percent);
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('good', `${what} copied.`);
  } catch {
    notify('bad', `${what} could not be copied: the clipboard refused it. Select the text and copy it by hand.`);
  }
}
