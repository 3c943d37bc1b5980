// The sandbox: model-written Python in a page that no window shows, behind the same port as any Python. Needs the scheme
// "app" registered as privileged before Electron is ready, and the built pages' folder.

import type { PythonFactory } from '#core/agents/index.ts';
import { openReplSession } from '#core/node/python-host/index.ts';
import { PagePool, type PoolOptions, type SpareState } from './page-pool.ts';

export { REFILL_AFTER_MS, type SpareState } from './page-pool.ts';

export interface Sandbox {
  readonly factory: PythonFactory;
  /** Starts a page ahead of the first run; resolves when it is ready. */
  warmUp(): Promise<void>;
  /** How the page stands that waits for the next run. */
  spare(): SpareState;
  /** Has a listener called whenever `spare` has changed. */
  onSpare(listener: () => void): void;
  /** Ends all pages, whatever runs in them. */
  close(): Promise<void>;
}

export function createSandbox(options: PoolOptions): Sandbox {
  const pool = new PagePool(options);
  return {
    factory: {
      kind: 'sandbox',
      open: (job, signal) => openReplSession('sandbox', (limits, stop) => pool.take(limits, stop), job, signal),
    },
    warmUp: () => pool.warmUp(),
    spare: () => pool.spareState,
    onSpare: (listener) => pool.listen(listener),
    close: () => pool.close(),
  };
}
