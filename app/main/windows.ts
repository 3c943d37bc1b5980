// The windows of the desktop: how they are made, where they stand, what they were opened for, and what happens when one
// is closed in the middle of a run (the study is brought to rest first).

import { app, BrowserWindow, screen, type WebContents } from 'electron';
import { join } from 'node:path';
import type { Demo } from './demo.ts';
import { isAppPage } from './guards.ts';
import { log } from './log.ts';
import type { SettingsFiles, WindowPlace } from './settings-files.ts';

/** What a window shows first: a study's path, the demo, or the start screen. */
export type Opening =
  | { readonly kind: 'start' }
  | { readonly kind: 'demo'; readonly which: Demo }
  | { readonly kind: 'file'; readonly path: string };

export interface Windows {
  open(opening: Opening): Electron.BrowserWindow;
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
  /** The last window is gone. */
  onLastClosed(): void;
}

const MIN_SIZE = { width: 800, height: 560 };
const CASCADE_PX = 28;
/** A run that does not end in this time is cut off; it reopens as interrupted. A number of ours. */
const RELEASE_TIMEOUT_MS = 5_000;

export function createWindows(options: WindowsOptions): Windows {
  const openings = new WeakMap<WebContents, Opening>();
  let quitting = false;
  app.on('before-quit', () => {
    quitting = true;
  });

  function open(opening: Opening): Electron.BrowserWindow {
    const window = new BrowserWindow({
      ...bounds(options.settings.place()),
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
    openings.set(window.webContents, opening);
    window.once('ready-to-show', () => {
      if (options.settings.place().maximized) window.maximize();
      window.show();
    });
    // The page's own zoom: lengths and media queries follow it, which a zoom by style would leave behind.
    window.webContents.on('dom-ready', () =>
      window.webContents.setZoomFactor(options.settings.preferences().zoomPercent / 100),
    );
    window.webContents.on('render-process-gone', (_event, details) => revive(window, details.reason));
    window.on('close', (event) => close(window, event));
    window.on('closed', () => {
      if (shownWindows().length === 0) options.onLastClosed();
    });
    window.loadURL('app://ui/index.html').catch((error: unknown) => log.error('the window did not load', error));
    return window;
  }

  /** The study is brought to rest before its window goes; a quit that this holds up is taken up again afterwards. */
  const closing = new WeakSet<Electron.BrowserWindow>();
  function close(window: Electron.BrowserWindow, event: Electron.Event): void {
    options.settings.rememberPlace(placeOf(window));
    const contents = window.webContents;
    if (!options.hasOpen(contents)) return;
    event.preventDefault();
    if (closing.has(window)) return;
    closing.add(window);
    window.hide();
    const release = options.release(contents).catch((error: unknown) => log.error('closing a study failed', error));
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, RELEASE_TIMEOUT_MS));
    void Promise.race([release, timeout]).then(() => {
      window.destroy();
      if (quitting) app.quit();
    });
  }

  return {
    open,
    openingOf(contents) {
      const opening = openings.get(contents) ?? { kind: 'start' };
      openings.set(contents, { kind: 'start' });
      return opening;
    },
    focusAny() {
      const window = BrowserWindow.getFocusedWindow() ?? shownWindows()[0];
      if (window === undefined) return void open({ kind: 'start' });
      if (window.isMinimized()) window.restore();
      window.focus();
    },
  };
}

/** Windows of ours, without the hidden ones that Python runs in. */
function shownWindows(): readonly Electron.BrowserWindow[] {
  return BrowserWindow.getAllWindows().filter((window) => isAppPage(window.webContents.getURL()));
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

/** The remembered place, unless its screen is gone; a second window stands a little lower and to the right. */
function bounds(place: WindowPlace): Partial<Electron.Rectangle> {
  const size = { width: Math.max(place.width, MIN_SIZE.width), height: Math.max(place.height, MIN_SIZE.height) };
  if (place.x === null || place.y === null) return size;
  const shift = shownWindows().length * CASCADE_PX;
  const wanted = { x: place.x + shift, y: place.y + shift, ...size };
  const area = screen.getDisplayMatching(wanted).workArea;
  const visible =
    wanted.x < area.x + area.width - 100 &&
    wanted.x + wanted.width > area.x + 100 &&
    wanted.y >= area.y &&
    wanted.y < area.y + area.height - 100;
  return visible ? wanted : size;
}
