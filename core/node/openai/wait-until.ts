/** Resolves when that time of performance.now() has come, or as soon as the signal fires. */
export async function waitUntil(time: number, signal: AbortSignal | null): Promise<void> {
  const waitMs = time - performance.now();
  if (waitMs <= 0) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, waitMs);
    signal?.addEventListener('abort', done, { once: true });
  });
}
