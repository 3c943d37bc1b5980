// Pause: asked for at any time, held at the next gate (between iterations, stages and queries), lifted by resume or stop.

export interface Pause {
  ask(): void;
  lift(): void;
  isAsked(): boolean;
  /** Resolves at once, or when the pause is lifted or the work is stopped. */
  gate(signal: AbortSignal): Promise<void>;
}

/** `onHeld` hears when work really stands still and when it goes on. */
export function createPause(onHeld: (held: boolean) => void): Pause {
  let asked = false;
  const waiting = new Set<() => void>();

  function lift(): void {
    asked = false;
    for (const go of [...waiting]) go();
  }

  return {
    ask() {
      asked = true;
    },
    lift,
    isAsked: () => asked,
    async gate(signal) {
      if (!asked || signal.aborted) return;
      onHeld(true);
      await new Promise<void>((resolve) => {
        const go = (): void => {
          waiting.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener('abort', go, { once: true });
      });
      onHeld(false);
    },
  };
}
