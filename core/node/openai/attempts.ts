// One call's requests on the wire. The SDK decides whether to try again; this fetch counts the tries, times each out,
// follows no redirect, and makes the server's wish to wait hold: the SDK obeys it only up to a minute, and takes a date
// by this computer's clock, which may be wrong.

import type { CallProgress } from '#core/lm/index.ts';
import { waitUntil } from './wait-until.ts';

/** The SDK's own limit for obeying Retry-After. */
const SDK_LONGEST_WAIT_MS = 60_000;
/** A wish for a longer wait ends the call with words instead of a window that seems to hang. A number of ours. */
const LONGEST_WAIT_MS = 300_000;
/** Hung requests in a row before the call gives up. A number of ours: a stalled connection happens, a second is no chance. */
const MOST_TIMEOUTS = 2;

export interface Attempts {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Requests sent so far. */
  count(): number;
}

export interface AttemptOptions {
  readonly timeoutMs: number;
  readonly fetch: typeof globalThis.fetch;
  readonly onProgress: (progress: CallProgress) => void;
  /** Ends the whole call: the SDK must not try again. */
  readonly giveUp: () => void;
}

export function createAttempts(options: AttemptOptions): Attempts {
  let count = 0;
  let timeouts = 0;
  let notBefore = 0;

  return {
    count: () => count,
    async fetch(url, init) {
      const signal = init?.signal ?? null;
      await waitUntil(notBefore, signal);
      count += 1;
      options.onProgress({ kind: 'attempt', attempt: count });
      const attempt = linkedController(signal);
      const timer = setTimeout(
        () => attempt.abort(new DOMException('The request timed out.', 'TimeoutError')),
        options.timeoutMs,
      );
      try {
        const response = await options.fetch(url, { ...init, redirect: 'manual', signal: attempt.signal });
        return response.ok ? response : await prepareRefusal(response);
      } catch (error) {
        if (signal?.aborted === true) throw error;
        if (attempt.signal.aborted) {
          timeouts += 1;
          if (timeouts >= MOST_TIMEOUTS) options.giveUp();
        }
        options.onProgress({ kind: 'backing-off', attempt: count, waitMs: null, words: 'no answer' });
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };

  /** Rewrites what the SDK reads to decide on another try. */
  async function prepareRefusal(response: Response): Promise<Response> {
    const headers = new Headers(response.headers);
    const waitMs = askedWaitMs(response.headers);
    let body: string | ReadableStream<Uint8Array> | null = response.body;
    if (waitMs !== null) {
      headers.delete('retry-after-ms');
      if (waitMs > LONGEST_WAIT_MS) {
        headers.set('x-should-retry', 'false');
      } else if (waitMs > SDK_LONGEST_WAIT_MS) {
        notBefore = performance.now() + waitMs;
        headers.set('retry-after-ms', '1');
      } else {
        headers.set('retry-after-ms', String(waitMs));
      }
    }
    if (response.status === 429) {
      // An empty account also answers 429, and no wait helps.
      body = await response.text();
      if (/insufficient_quota|billing_hard_limit/.test(body)) headers.set('x-should-retry', 'false');
    }
    if (isTriedAgain(response.status) && headers.get('x-should-retry') !== 'false') {
      options.onProgress({
        kind: 'backing-off',
        attempt: count,
        waitMs,
        words: `the server answered ${String(response.status)}`,
      });
    }
    return new Response(body, { status: response.status, statusText: response.statusText, headers });
  }
}

/** The SDK's rule. */
function isTriedAgain(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** Milliseconds the server asks to wait, or null. A date is measured against the server's own clock where it tells it. */
export function askedWaitMs(headers: Headers): number | null {
  const inMs = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(inMs) && inMs >= 0) return Math.ceil(inMs);
  const asked = headers.get('retry-after')?.trim() ?? '';
  if (asked === '') return null;
  if (/^\d+(\.\d+)?$/.test(asked)) return Math.ceil(Number(asked) * 1_000);
  const until = Date.parse(asked);
  if (Number.isNaN(until)) return null;
  const serverNow = Date.parse(headers.get('date') ?? '');
  return Math.max(0, until - (Number.isNaN(serverNow) ? Date.now() : serverNow));
}

function linkedController(signal: AbortSignal | null): AbortController {
  const controller = new AbortController();
  if (signal?.aborted === true) controller.abort(signal.reason);
  // The reply's body is still read under this signal, so the link lasts as long as the SDK's own.
  else signal?.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller;
}
