// A layer that asks the meters of a study and a run before each call, and tells them afterwards what it took.

import { err } from '#core/result.ts';
import type { ChatModel, ChatRequest, Usage } from '../chat-model.ts';
import type { CapMeter, CapNotice, Expense, Reservation } from './cap-meter.ts';
import type { Estimator } from './estimator.ts';

export interface CappedModelOptions {
  /** Those that count now; asked at each call, since a run's meter comes and goes. */
  readonly meters: () => readonly CapMeter[];
  readonly estimator: Estimator;
}

export function createCappedModel(inner: ChatModel, { meters, estimator }: CappedModelOptions): ChatModel {
  return {
    name: inner.name,
    async complete(request, options) {
      const asked = meters();
      const estimate = asked.some(({ needsEstimate }) => needsEstimate)
        ? estimator.estimate(request)
        : { microUsd: 0, tokens: 0, model: request.model };
      const reservations: Reservation[] = [];
      const settleAll = (actual: Expense | null): void =>
        reservations.forEach((reservation) => reservation.settle(actual));
      for (const meter of asked) {
        const reserved = meter.reserve(estimate);
        if (!reserved.ok) {
          settleAll(null);
          return err(capError(reserved.error));
        }
        reservations.push(reserved.value);
      }
      try {
        const result = await inner.complete(request, options);
        if (result.ok) {
          const { usage, costMicroUsd } = result.value;
          if (usage !== null) estimator.observe(request.role, usage);
          settleAll(expense(request, usage, costMicroUsd));
        } else {
          const { attempts, usage, costMicroUsd } = result.error;
          settleAll(attempts === 0 ? null : expense(request, usage, costMicroUsd ?? null));
        }
        return result;
      } finally {
        settleAll(null);
      }
    },
  };
}

function expense(request: ChatRequest, usage: Usage | null, microUsd: number | null): Expense {
  return { microUsd, tokens: usage === null ? 0 : usage.input + usage.output, model: request.model };
}

function capError({ words }: CapNotice) {
  return { kind: 'cap-reached', words, status: null, attempts: 0, latencyMs: 0, usage: null, partial: null } as const;
}
