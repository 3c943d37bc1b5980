// Pauses of long work on main, so that timers, messages and windows have their turn.

/** Lets whatever waits have its turn. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How long work may go on before others have their turn. Ours. */
export const BREATH_MS = 12;

/** As `breathe` to be awaited after every little work: only once in a while it does. */
export function pacedBreath(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < BREATH_MS) return;
    await breathe();
    since = performance.now();
  };
}
