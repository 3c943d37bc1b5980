// Replaying a study that is open in a window.

import { app, dialog } from 'electron';
import { basename, dirname, join } from 'node:path';
import type { RequestError } from '#app/bridge/index.ts';
import { isSameFile } from '#core/node/index.ts';
import { err, ok } from '#core/result.ts';
import { recordedSettings } from '#core/study/replay/index.ts';
import { push } from '../ipc.ts';
import { createReplays } from '../replays.ts';
import type { StudyDesk } from '../study-desk.ts';
import { CANCELLED, PEEK_FILES, windowOf, withStudy, type Caller, type DeskHandlers } from './callers.ts';

type Names = 'replay.settings' | 'replay.start' | 'replay.stop' | 'replay.answer' | 'replay.open';

const nobodyAsked: RequestError = { kind: 'not-found', words: 'Nobody waits for this answer any more.' };
const notKept: RequestError = { kind: 'not-found', words: 'No replay of this study was kept.' };
const itself: RequestError = { kind: 'refused', words: 'A replay cannot be kept in the file of its own study.' };

export function replayHandlers(desk: StudyDesk): Pick<DeskHandlers, Names> {
  const replays = createReplays();
  return {
    'replay.settings': ({ handle }, caller) =>
      withStudy(desk, handle, caller, ({ study }) => ok(recordedSettings(study.file))),
    'replay.start': ({ handle, wanted }, caller) =>
      withStudy(desk, handle, caller, async ({ study }) => {
        const stop = () => replays.stop(handle);
        caller.once('destroyed', stop);
        const done = await replays.start({
          handle,
          study,
          wanted,
          appVersion: app.getVersion(),
          choosePath: async (name) => {
            const path = await choosePath(join(dirname(study.path), `${basename(name)}.peek`), caller);
            if (path === null) return err(CANCELLED);
            return isSameFile(path, study.path) ? err(itself) : ok(path);
          },
          onProgress: (progress) => push(caller, 'replay.progress', progress),
          onAsked: (asked) => push(caller, 'replay.asked', asked),
        });
        caller.off('destroyed', stop);
        return done;
      }),
    'replay.stop': ({ handle }, caller) =>
      withStudy(desk, handle, caller, () => {
        replays.stop(handle);
        return ok(null);
      }),
    'replay.answer': ({ handle, askId, yes, forAll }, caller) =>
      withStudy(desk, handle, caller, () => (replays.answer(handle, askId, yes, forAll) ? ok(null) : err(nobodyAsked))),
    'replay.open': ({ handle }, caller) =>
      withStudy(desk, handle, caller, () => {
        const path = replays.keptPath(handle);
        return path === null ? err(notKept) : desk.open(path, caller);
      }),
  };
}

async function choosePath(defaultPath: string, caller: Caller): Promise<string | null> {
  const options = { title: 'Keep the replay as a study', defaultPath, filters: [PEEK_FILES] };
  const window = windowOf(caller);
  const chosen = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
  if (chosen.canceled || chosen.filePath === '') return null;
  return /\.peek$/i.test(chosen.filePath) ? chosen.filePath : `${chosen.filePath}.peek`;
}
