// Gives the window its Host over IPC, and nothing else: named calls and pushes, never ipcRenderer itself. It carries no
// schemas: main checks every request.

import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { PUSH_CHANNEL, REQUEST_CHANNEL, type Host } from '#app/bridge/index.ts';

/** Paths of files that were really dropped on the window; page script cannot name any other. */
const dropped = new Set<string>();

type Listener = (push: unknown) => void;
const listeners = new Map<string, Set<Listener>>();

ipcRenderer.on(PUSH_CHANNEL, (_event, name: string, push: unknown) => {
  for (const listener of listeners.get(name) ?? []) listener(push);
});

const refusal = {
  ok: false,
  error: { kind: 'refused', words: 'Only a file that was dropped on the window can be opened this way.' },
};

function namesUndroppedPath(name: string, input: unknown): boolean {
  if (name !== 'study.openDropped' && name !== 'context.dropped') return false;
  const path = typeof input === 'object' && input !== null && 'path' in input ? input.path : null;
  return typeof path !== 'string' || !dropped.has(path);
}

// The page sees this as a Host; the types of single requests live in the contract, which main enforces.
const host: { [K in keyof Host]: (...args: never[]) => unknown } = {
  request(name: string, input: unknown): Promise<unknown> {
    if (namesUndroppedPath(name, input)) return Promise.resolve(refusal);
    return ipcRenderer.invoke(REQUEST_CHANNEL, name, input);
  },
  on(name: string, listener: Listener): () => void {
    const known = listeners.get(name) ?? new Set<Listener>();
    listeners.set(name, known.add(listener));
    return () => {
      known.delete(listener);
    };
  },
  pathOf(file: File): string | null {
    const path = webUtils.getPathForFile(file);
    if (path === '') return null;
    dropped.add(path);
    return path;
  },
};

contextBridge.exposeInMainWorld('peek', host);
