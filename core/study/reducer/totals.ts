// Counting calls: each once, under its run and under the study (DESIGN rule 16).

import type { EventPayload } from '../events.ts';
import type { RunTotals } from '../state.ts';

export const NO_TOTALS: RunTotals = {
  calls: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  costMicroUsd: 0,
  unpriced: [],
  uncounted: 0,
};

/** Cached and reasoning tokens are parts of input and output, never added to them. Only paid calls can lack a price. */
export function addCall(totals: RunTotals, call: EventPayload<'call.finished'>): RunTotals {
  const { usage } = call;
  const lacksPrice = call.costMicroUsd === null && call.origin === 'live' && usage !== null;
  // A call that was refused before it was sent (a cap, a stop in the queue) is on record but was never made.
  const made = call.attempts > 0 || call.reply !== null;
  return {
    calls: totals.calls + (made ? 1 : 0),
    inputTokens: totals.inputTokens + (usage?.input ?? 0),
    outputTokens: totals.outputTokens + (usage?.output ?? 0),
    cachedTokens: totals.cachedTokens + (usage?.cached ?? 0),
    reasoningTokens: totals.reasoningTokens + (usage?.reasoning ?? 0),
    costMicroUsd: totals.costMicroUsd + (call.costMicroUsd ?? 0),
    unpriced: lacksPrice && !totals.unpriced.includes(call.model) ? [...totals.unpriced, call.model] : totals.unpriced,
    uncounted: totals.uncounted + (call.reply !== null && usage === null ? 1 : 0),
  };
}
