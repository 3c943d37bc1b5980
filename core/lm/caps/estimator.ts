// What a call may take, before it is made: its prompt by our count, and a reply as long as its limit allows or, without a
// limit, as long as the longest of its role so far.

import type { ChatRequest, Role, Usage } from '../chat-model.ts';
import { costMicroUsd } from '../prices/index.ts';
import type { PriceList } from '../prices/index.ts';
import { countPrompt } from '../prompt-tokens.ts';
import type { Count } from '../prompt-tokens.ts';
import type { Expense } from './cap-meter.ts';

/** A reply nobody has seen the like of yet. A number of ours: a short iteration with one block of code. */
const FIRST_REPLY_TOKENS = 500;

export interface Estimator {
  estimate(request: ChatRequest): Expense;
  /** Learns how long replies of this role get. */
  observe(role: Role, usage: Usage): void;
}

export interface EstimatorOptions {
  readonly count: Count;
  readonly prices: PriceList;
  readonly preset: string;
  /** True for models that cost nothing: offline, manual, replayed. */
  readonly free?: boolean;
}

export function createEstimator({ count, prices, preset, free = false }: EstimatorOptions): Estimator {
  const longest = new Map<Role, number>();
  return {
    estimate(request) {
      const input = countPrompt(request.messages, count);
      const output = request.parameters.maxOutputTokens ?? longest.get(request.role) ?? FIRST_REPLY_TOKENS;
      const price = prices.priceOf(request.model, preset);
      const usage = { input, output, cached: 0, reasoning: 0 };
      return {
        microUsd: free ? 0 : price === null ? null : costMicroUsd(usage, price),
        tokens: input + output,
        model: request.model,
      };
    },
    observe(role, usage) {
      longest.set(role, Math.max(longest.get(role) ?? 0, usage.output));
    },
  };
}
