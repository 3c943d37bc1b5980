// Doing an action of the keymap by its name, as the menu does it; and having main refuse a request, as when a file is gone.

import { PUSH_CHANNEL, REQUEST_CHANNEL } from '#app/bridge/index.ts';
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

/** Main answers this request with a refusal from now on; with null, every request as ever. */
export async function failRequest({ app }: LaunchedPeek, request: string | null): Promise<void> {
  await app.evaluate(
    ({ ipcMain }, { channel, failing }) => {
      type Handler = (event: unknown, name: string, input: unknown) => unknown;
      // Electron gives no way to put a handler aside and back.
      const handlers = Reflect.get(ipcMain, '_invokeHandlers') as Map<string, Handler & { readonly own?: Handler }>;
      const present = handlers.get(channel);
      const own = present?.own ?? present;
      if (own === undefined) return;
      // Its function has no name of its own: a compiler that keeps names would call a helper that main does not have.
      handlers.set(
        channel,
        failing === null
          ? own
          : Object.assign(
              (event: unknown, name: string, input: unknown) =>
                name === failing
                  ? { ok: false, error: { kind: 'refused', words: 'The study file cannot be read any more.' } }
                  : own(event, name, input),
              { own },
            ),
      );
    },
    { channel: REQUEST_CHANNEL, failing: request },
  );
}
