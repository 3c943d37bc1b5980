// Watches over one block: its time, and the wish to stop it. A block is interrupted first; when it does not react its
// interpreter is ended. Waiting for sub-calls stops the clock: how long a model takes is not the block's fault, and those
// calls have limits of their own.

import { setMaxListeners } from 'node:events';
import type { InterpreterLink } from './interpreter-link.ts';

/** Why a block is being stopped: its time is up, or the user (or the run's end) wants it. */
export type Stopping = 'time' | 'interrupted';

/** How long an interrupted block may take to end before its interpreter is ended (ours): Stop takes under a second. */
const STOP_GRACE_MS = 700;
/** After the time limit nobody is waiting, and the variables of a whole run are worth more than seconds (ours). */
const TIME_GRACE_MS = 2_000;

export class BlockWatch {
  private readonly link: InterpreterLink;
  private readonly signal: AbortSignal;
  private readonly asking = new AbortController();
  private readonly onAbort = (): void => this.stop('interrupted');
  private leftMs: number;
  private clock: NodeJS.Timeout | null = null;
  private clockStartedAt = 0;
  private grace: NodeJS.Timeout | null = null;
  private waitingForAnswer = false;
  private reason: Stopping | null = null;
  private interrupting: Promise<void> = Promise.resolve();

  /** timeoutMs   null for no limit */
  constructor(link: InterpreterLink, signal: AbortSignal, timeoutMs: number | null) {
    this.link = link;
    this.signal = signal;
    this.leftMs = timeoutMs ?? Number.POSITIVE_INFINITY;
    // Every call of a batch listens to it.
    setMaxListeners(0, this.asking.signal);
  }

  get stopping(): Stopping | null {
    return this.reason;
  }

  /** Aborted when an answer to Python is no longer worth waiting for. */
  get answerSignal(): AbortSignal {
    return this.asking.signal;
  }

  begin(): void {
    this.signal.addEventListener('abort', this.onAbort, { once: true });
    if (this.signal.aborted) this.onAbort();
    this.startClock();
  }

  /** Runs `work` with the clock stopped. A wish to stop that comes meanwhile reaches Python by the answer. */
  async answering<T>(work: () => Promise<T>): Promise<T> {
    this.stopClock();
    this.waitingForAnswer = true;
    try {
      return await work();
    } finally {
      this.waitingForAnswer = false;
      this.startClock();
    }
  }

  /** Whoever asked is gone: what is on its way to it is let go. */
  giveUpAnswer(): void {
    this.asking.abort();
  }

  /** Resolves once no interrupt of this block can reach what runs afterwards. */
  async end(): Promise<void> {
    this.stopClock();
    this.signal.removeEventListener('abort', this.onAbort);
    this.asking.abort();
    await this.interrupting;
    if (this.grace !== null) clearTimeout(this.grace);
  }

  private stop(reason: Stopping): void {
    if (this.reason !== null) return;
    this.reason = reason;
    this.stopClock();
    this.grace = setTimeout(() => void this.link.kill(), reason === 'time' ? TIME_GRACE_MS : STOP_GRACE_MS);
    this.asking.abort();
    if (!this.waitingForAnswer) this.interrupting = this.link.interrupt();
  }

  private startClock(): void {
    if (this.reason !== null || this.leftMs === Number.POSITIVE_INFINITY) return;
    this.clockStartedAt = performance.now();
    this.clock = setTimeout(() => this.stop('time'), this.leftMs);
  }

  private stopClock(): void {
    if (this.clock === null) return;
    clearTimeout(this.clock);
    this.clock = null;
    this.leftMs = Math.max(0, this.leftMs - (performance.now() - this.clockStartedAt));
  }
}
