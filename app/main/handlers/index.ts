import type { Actor } from '#core/study/index.ts';
import type { StudyDesk } from '../study-desk.ts';
import type { Services } from '../services.ts';
import type { SettingsFiles } from '../settings-files.ts';
import type { Windows } from '../windows.ts';
import { appHandlers } from './app-handlers.ts';
import type { DeskHandlers } from './callers.ts';
import type { ChosenContexts } from './chosen-contexts.ts';
import { fileHandlers } from './file-handlers.ts';
import { fileOpener } from './file-opener.ts';
import { keyHandlers } from './key-handlers.ts';
import { mapHandlers } from './map-handlers.ts';
import { readingHandlers } from './reading-handlers.ts';
import { replayHandlers } from './replay-handlers.ts';
import { studyHandlers } from './study-handlers.ts';
import { wholeStudyHandlers } from './whole-study-handlers.ts';

export { themeSourceOf } from './app-handlers.ts';
export { chosenContexts, type ChosenContexts } from './chosen-contexts.ts';

export interface HandlerParts {
  readonly desk: StudyDesk;
  readonly services: Services;
  readonly settings: SettingsFiles;
  readonly windows: Windows;
  readonly contexts: ChosenContexts;
}

/** A handler for every request of the bridge. */
export function createHandlers(parts: HandlerParts): DeskHandlers {
  const { desk, services, settings } = parts;
  const actor = (): Actor => `user:${settings.preferences().author}`;
  return {
    ...appHandlers(settings, services.keys),
    ...studyHandlers({ ...parts, openFile: fileOpener(desk, services.studies, actor), actor }),
    ...fileHandlers(parts.contexts),
    ...readingHandlers(desk),
    ...mapHandlers(desk, actor),
    ...wholeStudyHandlers(desk, settings, services.studies),
    ...replayHandlers(desk),
    ...keyHandlers(services, desk),
  };
}
