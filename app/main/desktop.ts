// The desktop application: its windows, menus and settings, and the studies behind them.

import { app, nativeTheme, shell } from 'electron';
import { join, resolve } from 'node:path';
import { createDispatcher } from '#app/bridge/index.ts';
import type { AskedFiles } from './asked-files.ts';
import { chosenContexts, createHandlers, themeSourceOf } from './handlers/index.ts';
import { createHands } from './hands.ts';
import { push, serveBridge } from './ipc.ts';
import { launchArguments } from './launch-arguments.ts';
import { log, logTo } from './log.ts';
import { setMenus, targetWindow } from './menus.ts';
import { milliseconds } from './milliseconds.ts';
import { onceARunIsNear } from './run-is-near.ts';
import { createServices } from './services.ts';
import { settingsFiles } from './settings-files.ts';
import { createStudyDesk } from './study-desk.ts';
import { createWindows, type Opening } from './windows.ts';

/** Milliseconds that each piece of the offline model's replies takes, so that they can be watched. A number of ours. */
const PACE_MS = 8;
/**
 * What is shown has the machine to itself until it is drawn and the reader's hands rest for so long; then the tokenizer is loaded
 * and, where a run is near, Python starts. Its start takes a core for seconds, in which each step through the versions would wait.
 * Ours.
 */
const WARM_AFTER_MS = 5_000;

export async function startDesktop(args: readonly string[], files: AskedFiles): Promise<void> {
  const logFile = join(app.getPath('userData'), 'peek.log');
  logTo(logFile);
  const settings = settingsFiles(app.getPath('userData'));
  nativeTheme.themeSource = themeSourceOf(settings.preferences().theme);
  const hands = createHands();
  const warmAfterMs = milliseconds('PEEK_WARM_AFTER_MS', WARM_AFTER_MS);
  app.on('web-contents-created', (_event, contents) => {
    contents.on('input-event', (_input, input) => hands.moved(input));
  });
  const services = await createServices({ paceMs: milliseconds('PEEK_OFFLINE_PACE_MS', PACE_MS) });
  const desk = createStudyDesk(services.studies, services.spare, {
    onOpened(study) {
      settings.remember(study.path, study.engine.state.name, new Date().toISOString());
      showMenus();
      onceARunIsNear(study.engine, () => {
        hands.onceAtRest(warmAfterMs, () => {
          services.warmUp().catch((error: unknown) => log.warn('Python did not start ahead of the first run', error));
        });
      });
    },
    onShown: (contents, path) => windows.shows(contents, path),
    viewOf: (path) => settings.viewOf(path),
  });
  const windows = createWindows({
    settings,
    hasOpen: (contents) => desk.hasOpen(contents),
    release: (contents) => desk.releaseWindow(contents),
  });
  const handlers = createHandlers({ desk, services, settings, windows, contexts: chosenContexts() });
  serveBridge(createDispatcher(handlers, (name, error) => log.error(`the request ${name} failed`, error)));

  const showMenus = () =>
    setMenus(settings.recent(), {
      showLog: () => shell.showItemInFolder(logFile),
      newWindow: () => windows.open({ kind: 'start' }),
      choose(action) {
        const window = targetWindow() ?? windows.open({ kind: 'start' });
        push(window.webContents, 'menu.chosen', { action });
      },
      openRecent(recentId) {
        const path = settings.recentPath(recentId);
        if (path !== null) windows.open({ kind: 'file', path });
      },
      clearRecent() {
        settings.forgetRecent();
        showMenus();
      },
    });
  showMenus();

  app.on('second-instance', (_event, argv, folder) => {
    const launched = launchArguments(argv, app.isPackaged);
    const openings = launched.kind === 'window' ? openingsOf(launched.args, folder) : [];
    if (openings.length === 0) windows.focusAny();
    for (const opening of openings) windows.open(opening);
  });
  app.on('activate', () => windows.focusAny());
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', () => {
    services.close().catch((error: unknown) => log.error('Python did not end', error));
  });

  const asked = files.takeOver((path) => windows.open({ kind: 'file', path }));
  const openings = [...openingsOf(args, process.cwd()), ...asked.map((path) => ({ kind: 'file', path }) as const)];
  if (openings.length === 0) windows.openAgain();
  for (const opening of openings) windows.open(opening);
  hands.onceAtRest(warmAfterMs, () => services.loadTokenizer());
  log.info(`Peek ${app.getVersion()} started (Electron ${process.versions.electron})`);
}

function openingsOf(args: readonly string[], folder: string): readonly Opening[] {
  return args.filter((arg) => !arg.startsWith('-')).map((arg) => openingOf(arg, folder));
}

/** `demo` and `demo-offline` are the studies that come with Peek; everything else is a file. */
function openingOf(arg: string, folder: string): Opening {
  if (arg === 'demo') return { kind: 'demo', which: 'hand-played' };
  if (arg === 'demo-offline') return { kind: 'demo', which: 'offline' };
  return { kind: 'file', path: resolve(folder, arg) };
}
