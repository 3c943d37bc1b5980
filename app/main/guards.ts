// What a page may not do, whatever it shows: leave its own origin, open windows, embed pages, get permissions. Holds for
// every page of the process, the one that Python runs in included.

import { app, type Session } from 'electron';
import { log } from './log.ts';

const PAGE_HOSTS: readonly string[] = ['ui', 'py'];

/** True for pages of the window itself. Compares parsed parts: a prefix would let app://ui.evil through. */
export function isAppPage(address: string, host = 'ui'): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  return url.protocol === 'app:' && url.host === host && url.username === '' && url.port === '';
}

/** Every page may only reload itself; nothing else is ever loaded, opened or embedded. */
export function guardPages(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stay = (event: Electron.Event & { readonly url: string }, what: string) => {
      const own = PAGE_HOSTS.some((host) => isAppPage(event.url, host) && isAppPage(contents.getURL(), host));
      if (own) return;
      event.preventDefault();
      log.warn(`${what} to ${shortened(event.url)} was blocked`);
    };
    contents.on('will-navigate', (event) => stay(event, 'navigation'));
    contents.on('will-frame-navigate', (event) => stay(event, 'frame navigation'));
    contents.on('will-redirect', (event) => stay(event, 'redirection'));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(({ url }) => {
      log.warn(`a new window for ${shortened(url)} was blocked`);
      return { action: 'deny' };
    });
  });
}

/** Our own page may write to the clipboard; everything else is denied, asked for or checked. */
export function guardSession(session: Session): void {
  const allowed = (permission: string, address: string) =>
    permission === 'clipboard-sanitized-write' && isAppPage(address);
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(allowed(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => allowed(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    event.preventDefault();
    log.warn(`a download of ${shortened(item.getURL())} was blocked`);
  });
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}
