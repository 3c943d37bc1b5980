// Contexts that were opened for a new study and wait for it to be made; one per window, since each may be 100 MB.

import type { WebContents } from 'electron';
import { randomUUID } from 'node:crypto';
import type { ContextFile } from '#core/node/index.ts';

export interface ChosenContexts {
  /** Holds a context for this page in place of the one before; returns its handle. */
  hold(context: ContextFile, contents: WebContents): string;
  take(handle: string, contents: WebContents): ContextFile | null;
  forget(contents: WebContents): void;
}

export function chosenContexts(): ChosenContexts {
  const held = new WeakMap<WebContents, { readonly handle: string; readonly context: ContextFile }>();
  return {
    hold(context, contents) {
      const handle = randomUUID();
      held.set(contents, { handle, context });
      return handle;
    },
    take(handle, contents) {
      const entry = held.get(contents);
      return entry?.handle === handle ? entry.context : null;
    },
    forget(contents) {
      held.delete(contents);
    },
  };
}
