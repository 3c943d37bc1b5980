// Browser sessions for sandbox pages: in memory, without network, without permissions, one per page at a time, so that two
// jobs share no storage, no channel and no routes. Electron keeps a session as long as it runs, hence the reuse.

import { type Session, session } from 'electron';

type Handler = (request: Request) => Promise<Response>;

interface Slot {
  readonly session: Session;
  /** Of the page that has the session now. */
  handler: Handler | null;
}

const free: Slot[] = [];
let made = 0;

export interface PageSession {
  readonly session: Session;
  /** Gives it back for another page once what the page may have left is wiped; one that cannot be wiped serves no more. */
  release(): Promise<void>;
}

export function lockedSession(handler: Handler): PageSession {
  const slot = free.pop() ?? makeSlot();
  slot.handler = handler;
  return {
    session: slot.session,
    async release() {
      slot.handler = null;
      const wiped = await slot.session.clearStorageData().then(
        () => true,
        () => false,
      );
      if (wiped) free.push(slot);
    },
  };
}

function makeSlot(): Slot {
  const own = session.fromPartition(`sandbox-${made++}`); // without "persist:" it lives in memory
  own.webRequest.onBeforeRequest((details, decide) => decide({ cancel: !details.url.startsWith('app://py/') }));
  own.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  own.setPermissionCheckHandler(() => false);
  own.setDevicePermissionHandler(() => false);
  own.on('will-download', (event) => event.preventDefault());
  own.setSpellCheckerEnabled(false);
  // Even a request that slipped past the filter above would find no network.
  own.enableNetworkEmulation({ offline: true });

  const slot: Slot = { session: own, handler: null };
  own.protocol.handle('app', (request) => slot.handler?.(request) ?? new Response('gone', { status: 410 }));
  return slot;
}
