// A meter of what a study or a run has spent against its caps. Every call reserves what it may take before it is made and
// settles what it took afterwards, so that calls in flight together cannot pass a cap that each alone would keep.
//
// What a call may take is an estimate (estimator.ts): a cap can be passed by as much as one reply is longer than expected,
// never by a further call.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';

/** Null means no cap. */
export interface Caps {
  readonly microUsd: number | null;
  readonly tokens: number | null;
  readonly calls: number | null;
  readonly minutes: number | null;
}

export type CapKind = keyof Caps;
export const CAP_KINDS = ['microUsd', 'tokens', 'calls', 'minutes'] as const satisfies readonly CapKind[];

export interface Spent {
  readonly microUsd: number;
  readonly tokens: number;
  readonly calls: number;
}

/** What a call is expected to take, or took. microUsd is null when its model has no price. */
export interface Expense {
  readonly microUsd: number | null;
  readonly tokens: number;
  readonly model: string;
}

export interface CapNotice {
  readonly scope: 'study' | 'run';
  readonly cap: CapKind;
  /** In the cap's own unit. */
  readonly spent: number;
  readonly limit: number;
  readonly words: string;
}

export interface CapMeter {
  readonly spent: Spent;
  readonly needsEstimate: boolean;
  /** Takes the estimate into account until it is settled, or says which cap it would pass. */
  reserve(estimate: Expense): Result<Reservation, CapNotice>;
  setCaps(caps: Caps): void;
}

export interface Reservation {
  /** What the call really took; null when it was never sent. Later calls do nothing. */
  settle(actual: Expense | null): void;
}

export interface CapMeterOptions {
  readonly scope: 'study' | 'run';
  readonly caps: Caps;
  /** Spent before this meter was made, e.g. in an earlier session. */
  readonly spent?: Spent;
  /** Milliseconds of work so far that count against the cap in minutes. */
  readonly elapsedMs: () => number;
  /** Told once for each cap when 80 % of it are spent. */
  readonly onWarning?: (notice: CapNotice) => void;
}

export const WARN_SHARE = 0.8;

export function createCapMeter(options: CapMeterOptions): CapMeter {
  const { scope, elapsedMs } = options;
  let caps = options.caps;
  let spent: Spent = options.spent ?? { microUsd: 0, tokens: 0, calls: 0 };
  const reserved = { microUsd: 0, tokens: 0, calls: 0 };
  const warned = new Set<CapKind>();

  const amount = (cap: CapKind): number => (cap === 'minutes' ? elapsedMs() / 60_000 : spent[cap]);

  function warn(): void {
    for (const cap of CAP_KINDS) {
      const limit = caps[cap];
      if (limit === null || warned.has(cap) || amount(cap) < limit * WARN_SHARE) continue;
      warned.add(cap);
      const words = `${percent(amount(cap) / limit)} of the ${scope}'s cap of ${inWords(cap, limit)} are spent.`;
      options.onWarning?.({ scope, cap, spent: amount(cap), limit, words });
    }
  }

  /** Why this call may not be made, or null. */
  function passed(cap: CapKind, estimate: Expense): string | null {
    const limit = caps[cap];
    if (limit === null) return null;
    const of = `the ${scope}'s cap of ${inWords(cap, limit)}`;
    const advice = 'Raise the cap in the settings to go on.';
    switch (cap) {
      case 'minutes':
        return amount(cap) >= limit ? `Stopped at ${of}: ${inWords(cap, amount(cap))} have passed. ${advice}` : null;
      case 'calls':
        if (spent.calls + reserved.calls + 1 <= limit) return null;
        return `Stopped at ${of}: ${inWords(cap, spent.calls + reserved.calls)} are made. ${advice}`;
      case 'microUsd':
        if (estimate.microUsd === null) {
          return `Stopped: ${estimate.model} has no price, so ${of} cannot be kept. Add its price to the price file, or use a cap in tokens.`;
        }
        return wouldPass(cap, limit, spent.microUsd + reserved.microUsd, estimate.microUsd, of, advice);
      case 'tokens':
        return wouldPass(cap, limit, spent.tokens + reserved.tokens, estimate.tokens, of, advice);
    }
  }

  return {
    get spent() {
      return spent;
    },
    get needsEstimate() {
      return caps.microUsd !== null || caps.tokens !== null;
    },
    reserve(estimate) {
      for (const cap of CAP_KINDS) {
        const words = passed(cap, estimate);
        if (words !== null) return err({ scope, cap, spent: amount(cap), limit: caps[cap] ?? 0, words });
      }
      const held = { microUsd: estimate.microUsd ?? 0, tokens: estimate.tokens };
      reserved.microUsd += held.microUsd;
      reserved.tokens += held.tokens;
      reserved.calls += 1;
      let settled = false;
      return ok({
        settle(actual) {
          if (settled) return;
          settled = true;
          reserved.microUsd -= held.microUsd;
          reserved.tokens -= held.tokens;
          reserved.calls -= 1;
          if (actual !== null) {
            spent = {
              microUsd: spent.microUsd + (actual.microUsd ?? 0),
              tokens: spent.tokens + actual.tokens,
              calls: spent.calls + 1,
            };
          }
          warn();
        },
      });
    },
    setCaps(replacement) {
      caps = replacement;
      warned.clear();
      warn();
    },
  };
}

function wouldPass(
  cap: CapKind,
  limit: number,
  taken: number,
  more: number,
  of: string,
  advice: string,
): string | null {
  if (taken + more <= limit) return null;
  return `Stopped before the call that would pass ${of}: ${inWords(cap, taken)} are spent or under way, and it may take ${inWords(cap, more)}. ${advice}`;
}

function inWords(cap: CapKind, value: number): string {
  switch (cap) {
    case 'microUsd':
      return `$${(value / 1_000_000).toFixed(value < 10_000 ? 6 : 2)}`;
    case 'tokens':
      return `${grouped(value)} tokens`;
    case 'calls':
      return `${grouped(value)} calls`;
    case 'minutes':
      return `${String(Math.round(value * 10) / 10)} minutes`;
  }
}

function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

function percent(share: number): string {
  return `${String(Math.floor(share * 100))} %`;
}
