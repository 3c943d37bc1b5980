// Puts the bridge on IPC: the one file that names ipcMain. Only the main frame of a window that shows app://ui is heard;
// everybody else is refused and logged.

import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { PUSH_CHANNEL, REQUEST_CHANNEL, type Dispatcher, type PushName, type Pushes } from '#app/bridge/index.ts';
import { isAppPage } from './guards.ts';
import { createInTurn } from './in-turn.ts';
import { log } from './log.ts';

/** Answers requests for as long as the app runs. */
export function serveBridge(dispatcher: Dispatcher<WebContents>): void {
  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isTrusted(event)) {
      log.warn(`a request from ${event.senderFrame?.url ?? 'a frame that is gone'} was refused`);
      throw new Error('refused');
    }
    return dispatcher.dispatch(name, input, event.sender);
  });
}

const inTurn = createInTurn();

/**
 * Tells a page something; pushes arrive in the order of these calls. `send` alone does not promise that: called while a
 * request is answered, it lets promises go on before its message is on its way, and what they push would come first.
 */
export function push<N extends PushName>(contents: WebContents, name: N, payload: Pushes[N]): void {
  inTurn(() => {
    if (!contents.isDestroyed()) contents.send(PUSH_CHANNEL, name, payload);
  });
}

function isTrusted(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame === event.sender.mainFrame && isAppPage(frame.url);
}
