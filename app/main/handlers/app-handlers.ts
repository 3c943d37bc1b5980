import { app, nativeTheme } from 'electron';
import type { AppInfo, Preferences } from '#app/bridge/index.ts';
import { ok } from '#core/result.ts';
import type { Keys } from '../keys.ts';
import type { SettingsFiles } from '../settings-files.ts';
import type { DeskHandlers } from './callers.ts';

export function appHandlers(
  settings: SettingsFiles,
  keys: Keys,
): Pick<DeskHandlers, 'app.info' | 'preferences.read' | 'preferences.write'> {
  const info: AppInfo = {
    version: app.getVersion(),
    electron: process.versions.electron,
    chrome: process.versions.chrome,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
    keyStore: keys.store,
    keyStoreWords: keys.storeWords,
  };
  return {
    'app.info': () => Promise.resolve(ok(info)),
    'preferences.read': () => Promise.resolve(ok(settings.preferences())),
    'preferences.write': (change, caller) => {
      const after = settings.changePreferences(change);
      nativeTheme.themeSource = themeSourceOf(after.theme);
      caller.setZoomFactor(after.zoomPercent / 100);
      return Promise.resolve(ok(after));
    },
  };
}

/** High contrast is a dark look of ours; the system knows only two. */
export function themeSourceOf(theme: Preferences['theme']): 'system' | 'light' | 'dark' {
  return theme === 'contrast' ? 'dark' : theme;
}
