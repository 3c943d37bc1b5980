// Doing an action of the keymap by its name, as the menu does it.

import { PUSH_CHANNEL } from '#app/bridge/index.ts';
import type { LaunchedPeek } from '../launch-peek.ts';

export async function act(peek: LaunchedPeek, action: string): Promise<void> {
  // The answer of main may be lost to its garbage collector; the action was sent all the same.
  await sendToMain(peek, action).catch((error: unknown) => {
    if (!String(error).includes('garbage collected')) throw error;
  });
  await peek.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

async function sendToMain({ app }: LaunchedPeek, action: string): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }, [channel, name]) => {
      BrowserWindow.getAllWindows()
        .find((window) => window.isVisible())
        ?.webContents.send(channel ?? '', 'menu.chosen', { action: name });
    },
    [PUSH_CHANNEL, action],
  );
}
