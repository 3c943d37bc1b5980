// What the app remembers between starts, apart from studies: preferences, recent studies, the open windows. All of it
// lies in the user's data folder; none of it holds a key.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { preferences, studyView, type Preferences, type RecentStudy, type StudyView } from '#app/bridge/index.ts';
import { jsonFile } from './json-file.ts';

const MAX_RECENT = 20;

const recentFile = z.array(
  // A view that another version of Peek knows is no reason to forget the study.
  z.object({ path: z.string(), name: z.string(), openedAt: z.string(), view: studyView.nullable().catch(null) }),
);
const windowPlace = z.object({
  x: z.number().int().nullable(),
  y: z.number().int().nullable(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowPlace = z.infer<typeof windowPlace>;
/** study: the path of the study in it; null is the start screen. */
const rememberedWindow = windowPlace.extend({ study: z.string().nullable() });
export type RememberedWindow = z.infer<typeof rememberedWindow>;

export interface SettingsFiles {
  preferences(): Preferences;
  changePreferences(change: Partial<{ [K in keyof Preferences]: Preferences[K] | undefined }>): Preferences;
  recent(): readonly RecentStudy[];
  recentPath(recentId: string): string | null;
  /** Puts a study first among the recent ones. */
  remember(path: string, name: string, openedAt: string): void;
  forgetRecent(): void;
  /** Where the reader of a recent study left it. */
  viewOf(path: string): StudyView | null;
  rememberView(path: string, view: StudyView): void;
  /** The windows to open again, oldest first. */
  windows(): readonly RememberedWindow[];
  rememberWindows(windows: readonly RememberedWindow[]): void;
}

export function settingsFiles(folder: string): SettingsFiles {
  const preferenceFile = jsonFile<Preferences>(join(folder, 'preferences.json'), preferences, {
    theme: 'system',
    author: userName(),
    layout: {},
    zoomPercent: 100,
  });
  const recents = jsonFile(join(folder, 'recent.json'), recentFile, []);
  const windows = jsonFile(join(folder, 'windows.json'), z.array(rememberedWindow), []);
  const viewOf = (path: string) => recents.read().find((each) => each.path === path)?.view ?? null;
  return {
    preferences: () => preferenceFile.read(),
    changePreferences(change) {
      const before = preferenceFile.read();
      const after: Preferences = {
        theme: change.theme ?? before.theme,
        author: change.author ?? before.author,
        layout: { ...before.layout, ...change.layout },
        zoomPercent: change.zoomPercent ?? before.zoomPercent,
      };
      preferenceFile.write(after);
      return after;
    },
    recent: () =>
      recents.read().map(({ path, name, openedAt }) => ({
        recentId: recentIdOf(path),
        name,
        fileName: basename(path),
        folder: dirname(path),
        openedAt,
        missing: !existsSync(path),
      })),
    recentPath: (recentId) => recents.read().find(({ path }) => recentIdOf(path) === recentId)?.path ?? null,
    remember(path, name, openedAt) {
      const others = recents.read().filter((each) => each.path !== path);
      const first = { path, name: name === '' ? basename(path) : name, openedAt, view: viewOf(path) };
      recents.write([first, ...others].slice(0, MAX_RECENT));
    },
    forgetRecent: () => recents.write([]),
    viewOf,
    rememberView(path, view) {
      recents.write(recents.read().map((each) => (each.path === path ? { ...each, view } : each)));
    },
    windows: () => windows.read(),
    rememberWindows: (open) => windows.write([...open]),
  };
}

/** A handle that says nothing of the path and stays the same between starts. */
export function recentIdOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}

function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // Containers may run under a user id that has no name.
    return error instanceof Error ? 'me' : String(error);
  }
}
