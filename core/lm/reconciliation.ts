// Our count of a prompt beside the provider's, and how much of the prompt the context map is. Differences of a few per
// cent are the provider's own wrapping; large ones mean another tokenizer, hidden instructions, or a prompt that was cut.

import type { Usage } from './chat-model.ts';

export interface CountedCall {
  readonly callId: string;
  readonly usage: Usage | null;
  readonly usageSource: 'provider' | 'counted' | 'none';
  readonly ourInputTokens: number | null;
}

export interface Reconciled {
  readonly callId: string;
  readonly ours: number | null;
  /** Null when the provider reported nothing. */
  readonly theirs: number | null;
  /** theirs − ours. */
  readonly difference: number | null;
  /** The difference as a part of ours. */
  readonly share: number | null;
  /** close: within 5 % or 20 tokens. fewer: they read much less than was sent. more: much more. unknown: a side is missing. */
  readonly verdict: 'close' | 'fewer' | 'more' | 'unknown';
  /** Tokens the provider had cached, as a part of its input; null when it reported nothing. */
  readonly cachedShare: number | null;
}

/** Numbers of ours: a chat template's wrapping stays below these. */
const CLOSE_SHARE = 0.05;
const CLOSE_TOKENS = 20;

export function reconcile(call: CountedCall): Reconciled {
  const ours = call.ourInputTokens;
  const usage = call.usageSource === 'provider' ? call.usage : null;
  const theirs = usage?.input ?? null;
  const cachedShare = usage === null || usage.input === 0 ? null : usage.cached / usage.input;
  if (ours === null || theirs === null) {
    return { callId: call.callId, ours, theirs, difference: null, share: null, verdict: 'unknown', cachedShare };
  }
  const difference = theirs - ours;
  const share = ours === 0 ? null : difference / ours;
  const close = Math.abs(difference) <= Math.max(CLOSE_TOKENS, ours * CLOSE_SHARE);
  return {
    callId: call.callId,
    ours,
    theirs,
    difference,
    share,
    verdict: close ? 'close' : difference < 0 ? 'fewer' : 'more',
    cachedShare,
  };
}

export interface ReconciledTotal {
  readonly calls: number;
  readonly compared: number;
  readonly ours: number;
  readonly theirs: number;
  readonly cached: number;
  /** Calls whose counts lie far apart, worst first. */
  readonly apart: readonly Reconciled[];
}

/** Over calls that both sides counted. */
export function reconcileAll(calls: readonly CountedCall[]): ReconciledTotal {
  const compared = calls.map((call) => ({ call, row: reconcile(call) })).filter(({ row }) => row.difference !== null);
  const sum = (of: (entry: (typeof compared)[number]) => number): number =>
    compared.reduce((total, entry) => total + of(entry), 0);
  return {
    calls: calls.length,
    compared: compared.length,
    ours: sum(({ row }) => row.ours ?? 0),
    theirs: sum(({ row }) => row.theirs ?? 0),
    cached: sum(({ call }) => call.usage?.cached ?? 0),
    apart: compared
      .map(({ row }) => row)
      .filter(({ verdict }) => verdict !== 'close')
      .sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0)),
  };
}

/** The context map as a part of a prompt, both by our count; null when the prompt was not counted. */
export function mapShare(mapTokens: number, ourInputTokens: number | null): number | null {
  if (ourInputTokens === null || ourInputTokens === 0) return null;
  return Math.min(1, mapTokens / ourInputTokens);
}
