// Puts the menu bar in its place, and says which window its items are meant for.

import { app, BrowserWindow, Menu } from 'electron';
import type { RecentStudy } from '#app/bridge/index.ts';
import { menuTemplate, type MenuActions } from './menu-template.ts';

export function setMenus(recent: readonly RecentStudy[], actions: MenuActions): void {
  const template = menuTemplate({ platform: process.platform, appName: app.name }, recent, actions);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** The window an action is meant for: the one in front. */
export function targetWindow(): Electron.BrowserWindow | null {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows().find((window) => window.isVisible()) ?? null;
}
