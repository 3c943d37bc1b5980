// The windows of the desktop: how they are made, where they stand, what they were opened for and what they show, so that the
// next start opens them again; and what happens when one is closed in the middle of a run (the study is brought to rest first).

import { app, BrowserWindow, screen, type WebContents } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StudyView } from '#app/bridge/index.ts';
import type { Demo } from './demo.ts';
import { log } from './log.ts';
import type { SettingsFiles, WindowPlace } from './settings-files.ts';

/** What a window shows first: a study's path, the demo, or the start screen, which may tell that studies of last time are gone. */
export type Opening =
  | { readonly kind: 'start' }
  | { readonly kind: 'demo'; readonly which: Demo }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'gone'; readonly paths: readonly string[] };

export interface Windows {
  open(opening: Opening): Electron.BrowserWindow;
  /** The windows of last time, each in its place with its study; the start screen where there is nothing to open again. */
  openAgain(): void;
  /** This page shows that file from now on; null is the start screen. */
  shows(contents: WebContents, path: string | null): void;
  /** Where the reader of what this page shows is now. */
  viewed(contents: WebContents, path: string, view: StudyView): void;
  /** What this window was opened for; asked once by its page. */
  openingOf(contents: WebContents): Opening;
  /** Brings a window to the front, or opens one. */
  focusAny(): void;
}

export interface WindowsOptions {
  readonly settings: SettingsFiles;
  /** True: this page has a study open, so that `release` has something to do. */
  hasOpen(contents: WebContents): boolean;
  /** Stops and closes what this page had open. */
  release(contents: WebContents): Promise<void>;
}

const MIN_SIZE = { width: 800, height: 560 };
const USUAL: WindowPlace = { x: null, y: null, width: 1440, height: 900, maximized: false };
const CASCADE_PX = 28;
/** A run that does not end in this time is cut off; it reopens as interrupted. A number of ours. */
const RELEASE_TIMEOUT_MS = 5_000;

interface Shown {
  readonly study: string | null;
  /** Null while the reader has not moved in it. */
  readonly view: StudyView | null;
}

export function createWindows(options: WindowsOptions): Windows {
  const { settings } = options;
  const openings = new WeakMap<WebContents, Opening>();
  /** Windows of ours, without the hidden ones that Python runs in. */
  const ours = new Map<Electron.BrowserWindow, Shown>();
  const closing = new WeakSet<Electron.BrowserWindow>();
  let quitting = false;
  app.on('before-quit', () => {
    if (!quitting) remember();
    quitting = true;
  });

  /** For the next start: the windows that are open, or else the one that is the last to close. */
  function remember(last?: Electron.BrowserWindow): void {
    const open = [...ours.keys()].filter((window) => !closing.has(window));
    const kept = open.length > 0 || last === undefined ? open : [last];
    for (const window of kept) rememberView(window);
    if (kept.length > 0)
      settings.rememberWindows(kept.map((window) => ({ ...placeOf(window), study: ours.get(window)?.study ?? null })));
  }

  function rememberView(window: Electron.BrowserWindow): void {
    const shown = ours.get(window);
    if (shown !== undefined && shown.study !== null && shown.view !== null)
      settings.rememberView(shown.study, shown.view);
  }

  function windowOf(contents: WebContents): Electron.BrowserWindow | undefined {
    return [...ours.keys()].find((window) => !window.isDestroyed() && window.webContents === contents);
  }

  /** A little lower and to the right of the window in front, or where the last one stood. */
  function nextPlace(): WindowPlace {
    const open = [...ours.keys()].filter((window) => !window.isDestroyed());
    const front = open.find((window) => window.isFocused()) ?? open.at(-1);
    if (front === undefined) return settings.windows().at(-1) ?? USUAL;
    const { x, y, ...place } = placeOf(front);
    return { ...place, x: x === null ? null : x + CASCADE_PX, y: y === null ? null : y + CASCADE_PX };
  }

  function open(opening: Opening, place = nextPlace()): Electron.BrowserWindow {
    const window = new BrowserWindow({
      ...bounds(place),
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      show: false,
      title: 'Peek',
      webPreferences: {
        preload: join(import.meta.dirname, '../preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webviewTag: false,
        spellcheck: false,
      },
    });
    ours.set(window, { study: opening.kind === 'file' ? opening.path : null, view: null });
    openings.set(window.webContents, opening);
    window.once('ready-to-show', () => {
      if (place.maximized) window.maximize();
      window.show();
    });
    // The page's own zoom: lengths and media queries follow it, which a zoom by style would leave behind.
    window.webContents.on('dom-ready', () =>
      window.webContents.setZoomFactor(settings.preferences().zoomPercent / 100),
    );
    window.webContents.on('render-process-gone', (_event, details) => revive(window, details.reason));
    window.on('close', (event) => close(window, event));
    window.on('closed', () => ours.delete(window));
    window.loadURL('app://ui/index.html').catch((error: unknown) => log.error('the window did not load', error));
    return window;
  }

  /** The study is brought to rest before its window goes; a quit that this holds up is taken up again afterwards. */
  function close(window: Electron.BrowserWindow, event: Electron.Event): void {
    const isFirstTime = !closing.has(window);
    closing.add(window);
    if (isFirstTime) {
      rememberView(window);
      if (!quitting) remember(window);
    }
    const contents = window.webContents;
    if (!options.hasOpen(contents)) return;
    event.preventDefault();
    if (!isFirstTime) return;
    window.hide();
    const release = options.release(contents).catch((error: unknown) => log.error('closing a study failed', error));
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, RELEASE_TIMEOUT_MS));
    void Promise.race([release, timeout]).then(() => {
      window.destroy();
      if (quitting) app.quit();
    });
  }

  return {
    open: (opening) => open(opening),
    openAgain() {
      const windows = settings.windows();
      const gone = windows.flatMap(({ study }) => (study === null || existsSync(study) ? [] : [study]));
      for (const { study, ...place } of windows) {
        if (study === null) open({ kind: 'start' }, place);
        else if (!gone.includes(study)) open({ kind: 'file', path: study }, place);
      }
      if (gone.length > 0) open({ kind: 'gone', paths: gone });
      else if (windows.length === 0) open({ kind: 'start' });
    },
    shows(contents, path) {
      const window = windowOf(contents);
      if (window === undefined) return;
      rememberView(window);
      ours.set(window, { study: path, view: null });
      remember();
    },
    viewed(contents, path, view) {
      const window = windowOf(contents);
      if (window !== undefined && ours.get(window)?.study === path) ours.set(window, { study: path, view });
    },
    openingOf(contents) {
      const opening = openings.get(contents) ?? { kind: 'start' };
      openings.set(contents, { kind: 'start' });
      return opening;
    },
    focusAny() {
      const window = [...ours.keys()].find((each) => each.isFocused()) ?? [...ours.keys()][0];
      if (window === undefined) return void open({ kind: 'start' });
      if (window.isMinimized()) window.restore();
      window.focus();
    },
  };
}

/** A page that crashed is loaded again; one that keeps crashing is left, so that the log tells why. */
const revivals = new WeakMap<Electron.BrowserWindow, number>();
function revive(window: Electron.BrowserWindow, reason: string): void {
  log.error(`the window's page ended: ${reason}`);
  if (reason === 'clean-exit' || window.isDestroyed()) return;
  const before = revivals.get(window) ?? 0;
  revivals.set(window, before + 1);
  if (before < 3) window.webContents.reload();
}

function placeOf(window: Electron.BrowserWindow): WindowPlace {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** The place that is wanted, unless its screen is gone. */
function bounds(place: WindowPlace): Partial<Electron.Rectangle> {
  const size = { width: Math.max(place.width, MIN_SIZE.width), height: Math.max(place.height, MIN_SIZE.height) };
  if (place.x === null || place.y === null) return size;
  const wanted = { x: place.x, y: place.y, ...size };
  const area = screen.getDisplayMatching(wanted).workArea;
  const visible =
    wanted.x < area.x + area.width - 100 &&
    wanted.x + wanted.width > area.x + 100 &&
    wanted.y >= area.y &&
    wanted.y < area.y + area.height - 100;
  return visible ? wanted : size;
}
