// What stands in the menu bar, as each platform expects it. Items that concern the study only tell the window which action of
// its keymap was chosen; its own keys do the same, so accelerators are shown here and, where the platform lets us, not
// registered: macOS does not.

import type { MenuItemConstructorOptions } from 'electron';
import type { RecentStudy } from '#app/bridge/index.ts';

export interface MenuActions {
  /** An action of the window's keymap. */
  choose(action: string): void;
  newWindow(): void;
  openRecent(recentId: string): void;
  clearRecent(): void;
  showLog(): void;
}

interface MenuPlace {
  readonly platform: NodeJS.Platform;
  readonly appName: string;
}

export function menuTemplate(
  { platform, appName }: MenuPlace,
  recent: readonly RecentStudy[],
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  const action = (label: string, name: string, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    ...(accelerator === undefined ? {} : { accelerator, registerAccelerator: false }),
    click: () => actions.choose(name),
  });
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const about: MenuItemConstructorOptions = { label: `About ${appName}`, click: () => actions.choose('help.about') };

  return [
    ...(isMac
      ? [
          {
            label: appName,
            submenu: [
              about,
              separator,
              action('Settings…', 'preferences.open', 'Cmd+,'),
              separator,
              { role: 'services' as const },
              separator,
              { role: 'hide' as const },
              { role: 'hideOthers' as const },
              { role: 'unhide' as const },
              separator,
              { role: 'quit' as const },
            ],
          },
        ]
      : []),
    {
      label: '&File',
      submenu: [
        action('New Study…', 'study.new', 'CmdOrCtrl+N'),
        action('Open Study…', 'study.open', 'CmdOrCtrl+O'),
        { label: 'Open Recent', submenu: recentItems(recent, actions) },
        action('Open the Demo', 'study.demo'),
        action('Open the Demo to Run', 'study.demoOffline'),
        separator,
        action('Export…', 'study.export', 'CmdOrCtrl+E'),
        separator,
        { label: 'New Window', accelerator: 'CmdOrCtrl+Shift+N', click: () => actions.newWindow() },
        action('Close Study', 'study.close'),
        { role: 'close' },
        ...(isMac
          ? []
          : [separator, action('Settings…', 'preferences.open', 'Ctrl+,'), separator, { role: 'quit' as const }]),
      ],
    },
    {
      label: '&Edit',
      submenu: [
        // Of what is typed. On macOS these keys work in a field only when a menu has them.
        { role: 'undo', registerAccelerator: false },
        { role: 'redo', registerAccelerator: false },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        action('Undo Last Operation', 'operation.undo'),
        action('Redo Operation', 'operation.redo'),
        separator,
        action('Find…', 'search.open', 'CmdOrCtrl+F'),
        action('Find in All Recent Studies…', 'search.all', 'CmdOrCtrl+Shift+F'),
        separator,
        action('Copy a Link to This Step', 'study.link'),
        action('Notes', 'view.notes'),
      ],
    },
    {
      label: '&Study',
      submenu: [
        action('Step', 'run.step'),
        action('Step One Stage', 'run.stage'),
        action('Run All', 'run.all'),
        action('Pause or Resume', 'run.pause'),
        action('Stop', 'run.stop'),
        separator,
        action('Review Edits', 'review.toggle'),
        action('Freeze or Unfreeze Map', 'map.freeze'),
        action('Roll Back…', 'map.rollback'),
        action('New Branch…', 'branch.create'),
        separator,
        action('What If…', 'whatif.open'),
        action('Compare Versions or Studies…', 'compare.open'),
        action('Operations Log', 'view.operations'),
        action('Cost by Stage', 'view.costs'),
        action('Warnings', 'view.warnings'),
      ],
    },
    {
      label: '&View',
      submenu: [
        action('Command Palette…', 'palette.open', 'CmdOrCtrl+K'),
        separator,
        action('Theme: System', 'theme.system'),
        action('Theme: Light', 'theme.light'),
        action('Theme: Dark', 'theme.dark'),
        action('Theme: High Contrast', 'theme.contrast'),
        separator,
        action('Zoom In', 'zoom.in', 'CmdOrCtrl+Plus'),
        action('Zoom Out', 'zoom.out', 'CmdOrCtrl+-'),
        action('Actual Size', 'zoom.reset', 'CmdOrCtrl+0'),
        separator,
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    {
      role: 'help',
      label: '&Help',
      submenu: [
        // A bare sign would be taken out of every field where it is typed.
        action('Keys', 'help.keys', isMac ? undefined : '?'),
        { label: 'Show Log File', click: () => actions.showLog() },
        ...(isMac ? [] : [separator, about]),
      ],
    },
  ];
}

function recentItems(recent: readonly RecentStudy[], actions: MenuActions): MenuItemConstructorOptions[] {
  if (recent.length === 0) return [{ label: 'Nothing yet', enabled: false }];
  return [
    ...recent.slice(0, 10).map((study) => ({
      label: `${study.name}  (${study.folder})`,
      enabled: !study.missing,
      click: () => actions.openRecent(study.recentId),
    })),
    { type: 'separator' },
    { label: 'Clear', click: () => actions.clearRecent() },
  ];
}
