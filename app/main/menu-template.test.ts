import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import { menuTemplate } from './menu-template.ts';

const PLATFORMS = ['darwin', 'win32', 'linux'] as const;
type Platform = (typeof PLATFORMS)[number];

function menusOn(platform: Platform, done: string[] = []): MenuItemConstructorOptions[] {
  const recent = [
    { recentId: 'a', name: 'Tickets', fileName: 'a.peek', folder: '/here', openedAt: '', missing: false },
    { recentId: 'b', name: 'Logs', fileName: 'b.peek', folder: '/gone', openedAt: '', missing: true },
  ];
  return menuTemplate({ platform, appName: 'Peek' }, recent, {
    choose: (action) => done.push(action),
    newWindow: () => done.push('new window'),
    openRecent: (recentId) => done.push(`open ${recentId}`),
    clearRecent: () => done.push('clear'),
    showLog: () => done.push('show log'),
  });
}

const inside = ({ submenu }: MenuItemConstructorOptions) => (Array.isArray(submenu) ? submenu : []);
const all = (items: readonly MenuItemConstructorOptions[]): readonly MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...all(inside(item))]);
const nameOf = ({ label, role }: MenuItemConstructorOptions) => label?.replace('&', '') ?? role;
const menu = (platform: Platform, name: string) => {
  const found = menusOn(platform).find((each) => nameOf(each) === name);
  return found === undefined ? [] : inside(found).map(nameOf);
};

describe('the menu bar', () => {
  it('has the menus that each platform expects, in its order', () => {
    const bar = (platform: Platform) => menusOn(platform).map(nameOf);
    expect(bar('darwin')).toEqual(['Peek', 'File', 'Edit', 'Study', 'View', 'windowMenu', 'Help']);
    expect(bar('win32')).toEqual(['File', 'Edit', 'Study', 'View', 'Help']);
    expect(bar('linux')).toEqual(bar('win32'));
  });

  it('has About, Settings and Quit once, where each platform looks for them', () => {
    for (const name of ['About Peek', 'Settings…', 'quit']) {
      for (const platform of PLATFORMS)
        expect(all(menusOn(platform)).filter((each) => nameOf(each) === name)).toHaveLength(1);
      expect(menu('darwin', 'Peek')).toContain(name);
      expect([...menu('linux', 'File'), ...menu('linux', 'Help')]).toContain(name);
      expect([...menu('win32', 'File'), ...menu('win32', 'Help')]).toContain(name);
    }
  });

  it('undoes and redoes what is typed, beside cut and paste, on every platform, and keeps the map’s own undo', () => {
    for (const platform of PLATFORMS) {
      expect(menu(platform, 'Edit').slice(0, 7)).toEqual([
        'undo',
        'redo',
        undefined,
        'cut',
        'copy',
        'paste',
        'selectAll',
      ]);
      expect(menu(platform, 'Edit')).toContain('Undo Last Operation');
    }
  });

  it('leaves the keys to the window where the platform lets it: the same key would be answered twice', () => {
    for (const platform of ['win32', 'linux'] as const) {
      const registered = all(menusOn(platform)).filter(
        ({ accelerator, registerAccelerator }) => accelerator !== undefined && registerAccelerator !== false,
      );
      expect(registered.map(nameOf)).toEqual(['New Window']);
    }
  });

  it('names no bare sign as a key on macOS, where it would be taken out of every field', () => {
    for (const { accelerator } of all(menusOn('darwin')))
      if (accelerator !== undefined) expect(accelerator).toMatch(/^(Cmd|CmdOrCtrl)\+/);
  });

  it('opens a recent study that is there, forgets them all, and is the same action by whichever platform it is chosen', () => {
    const chosenOn = (platform: Platform) => {
      const done: string[] = [];
      for (const item of all(menusOn(platform, done))) {
        // Our own items ask for nothing that Electron hands over.
        if (item.enabled !== false && item.click !== undefined) (item.click as () => void)();
      }
      return done.sort();
    };
    expect(chosenOn('linux')).toEqual(
      expect.arrayContaining(['open a', 'clear', 'show log', 'new window', 'run.step']),
    );
    expect(chosenOn('linux')).not.toContain('open b');
    for (const platform of PLATFORMS) expect(chosenOn(platform)).toEqual(chosenOn('linux'));
  });
});
