import { once } from 'node:events';
import type { Server } from 'node:http';

export interface OnLoopback {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** Also cuts what is still connected. */
  readonly close: () => Promise<void>;
}

/** Listens on a free port of this machine alone. */
export async function listenOnLoopback(server: Server): Promise<OnLoopback> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
