// Keeps one page warm, since starting an interpreter takes a moment that a run should not have to wait for.

import type { PythonError, PythonLimits } from '#core/agents/index.ts';
import { type Result, err, ok } from '#core/result.ts';
import { type PageOptions, SandboxPage } from './sandbox-page.ts';

/** The run that took a page has the machine to itself until its Python has rested for a moment, or one is found at rest. */
export const REFILL_AFTER_MS = 200;

export interface PoolOptions extends PageOptions {
  /** That moment. */
  readonly refillAfterMs?: number;
}

export type SpareState = 'none' | 'starting' | 'ready';

export class PagePool {
  private readonly options: PoolOptions;
  private readonly inUse = new Set<SandboxPage>();
  private spare: SandboxPage | null = null;
  private refill: NodeJS.Timeout | null = null;
  private closed = false;
  private state: SpareState = 'none';
  private readonly listeners: (() => void)[] = [];

  constructor(options: PoolOptions) {
    this.options = options;
  }

  get spareState(): SpareState {
    return this.state;
  }

  listen(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Resolves when a page is ready to be taken. */
  async warmUp(): Promise<void> {
    if (this.closed) return;
    if (this.spare === null) {
      const page = new SandboxPage(this.options);
      this.setSpare(page, 'starting');
      // One that died in waiting is not handed out.
      void page.ended.then(() => {
        if (this.spare === page) this.setSpare(null, 'none');
      });
    }
    const page = this.spare;
    if (page === null) return;
    await page.started;
    if (this.spare === page) this.setSpare(page, 'ready');
  }

  async take(limits: PythonLimits, signal: AbortSignal): Promise<Result<SandboxPage, PythonError>> {
    // Whoever asks has just worked on main, and a page that must be made takes a moment of it, too.
    if (this.spare === null) await new Promise((resolve) => setImmediate(resolve));
    if (this.closed) return err({ kind: 'unavailable', words: 'The sandbox is closed.' });
    const page = this.spare ?? new SandboxPage(this.options);
    this.setSpare(null, 'none');
    this.holdRefill();
    this.inUse.add(page);
    void page.ended.then(() => this.inUse.delete(page));
    const onAbort = (): void => void page.kill();
    signal.addEventListener('abort', onAbort, { once: true });
    const first = await page.started;
    this.refillOnceAtRest(page);
    signal.removeEventListener('abort', onAbort);
    if (first.kind === 'gone')
      return err({ kind: 'start-failed', words: `Python did not start: ${first.gone.words}.` });
    page.watchMemory(limits.memoryMb);
    return ok(page);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.holdRefill();
    const pages = [...this.inUse, ...(this.spare === null ? [] : [this.spare])];
    this.setSpare(null, 'none');
    for (const page of pages) void page.kill();
    await Promise.all(pages.map(({ ended }) => ended));
  }

  private refillOnceAtRest(page: SandboxPage): void {
    this.holdRefill();
    if (this.closed) return;
    const look = (): void => (page.atRest ? void this.warmUp() : this.refillOnceAtRest(page));
    this.refill = setTimeout(look, this.options.refillAfterMs ?? REFILL_AFTER_MS).unref();
  }

  private holdRefill(): void {
    if (this.refill !== null) clearTimeout(this.refill);
    this.refill = null;
  }

  private setSpare(page: SandboxPage | null, state: SpareState): void {
    this.spare = page;
    if (state === this.state) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}
