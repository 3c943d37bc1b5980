import { describe, expect, it } from 'vitest';
import type { CountedCall } from './reconciliation.ts';
import { mapShare, reconcile, reconcileAll } from './reconciliation.ts';

function aCall(ours: number | null, theirs: number | null, overrides: Partial<CountedCall> = {}): CountedCall {
  return {
    callId: 'c1',
    usage: theirs === null ? null : { input: theirs, output: 5, cached: 0, reasoning: 0 },
    usageSource: theirs === null ? 'none' : 'provider',
    ourInputTokens: ours,
    ...overrides,
  };
}

describe('reconciling a call', () => {
  it.each([
    [1_000, 1_030, 30, 'close'],
    [100, 118, 18, 'close'],
    [10_000, 2_048, -7_952, 'fewer'],
    [1_000, 1_500, 500, 'more'],
  ])('ours %i beside theirs %i differs by %i: %s', (ours, theirs, difference, verdict) => {
    expect(reconcile(aCall(ours, theirs))).toMatchObject({
      ours,
      theirs,
      difference,
      verdict,
      share: difference / ours,
    });
  });

  it('says when there is nothing to compare, and takes our own count for no provider’s', () => {
    expect(reconcile(aCall(100, null)).verdict).toBe('unknown');
    expect(reconcile(aCall(null, 100)).verdict).toBe('unknown');
    expect(reconcile(aCall(100, 100, { usageSource: 'counted' }))).toMatchObject({ theirs: null, verdict: 'unknown' });
  });

  it('shows how much the provider had cached', () => {
    const usage = { input: 200, output: 5, cached: 150, reasoning: 0 };
    expect(reconcile(aCall(200, 200, { usage })).cachedShare).toBe(0.75);
  });

  it('sums what can be compared and lists the calls that lie apart, worst first', () => {
    const calls = [
      aCall(100, 100),
      aCall(100, 400, { callId: 'c2' }),
      aCall(null, 9),
      aCall(5_000, 100, { callId: 'c3' }),
    ];
    const total = reconcileAll(calls);
    expect(total).toMatchObject({ calls: 4, compared: 3, ours: 5_200, theirs: 600 });
    expect(total.apart.map(({ callId }) => callId)).toEqual(['c3', 'c2']);
  });
});

describe('the map’s share of a prompt', () => {
  it('is its tokens over the prompt’s, both by our count', () => {
    expect(mapShare(512, 2_048)).toBe(0.25);
    expect(mapShare(10, 0)).toBeNull();
    expect(mapShare(10, null)).toBeNull();
  });
});
