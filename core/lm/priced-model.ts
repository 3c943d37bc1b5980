// A layer that puts a price on every call that has usage: replies and failures alike, since both are paid.

import { err, ok } from '#core/result.ts';
import type { ChatModel, ChatRequest, Usage } from './chat-model.ts';
import { costMicroUsd } from './prices/index.ts';
import type { PriceList } from './prices/index.ts';

/** preset names the provider, whose prices may differ from another's for the same model. */
export function createPricedModel(inner: ChatModel, prices: PriceList, preset: string): ChatModel {
  return {
    name: inner.name,
    async complete(request, options) {
      const result = await inner.complete(request, options);
      if (!result.ok) {
        return err({
          ...result.error,
          costMicroUsd: result.error.costMicroUsd ?? cost(request, null, result.error.usage),
        });
      }
      const reply = result.value;
      // A reply that knows its cost (offline, replayed) keeps it.
      if (reply.costMicroUsd !== null) return result;
      return ok({ ...reply, costMicroUsd: cost(request, reply.model, reply.usage) });
    },
  };

  /** By the name that was asked for; a router may answer with another. */
  function cost(request: ChatRequest, answered: string | null, usage: Usage | null): number | null {
    if (usage === null) return null;
    const price =
      prices.priceOf(request.model, preset) ?? (answered === null ? null : prices.priceOf(answered, preset));
    return price === null ? null : costMicroUsd(usage, price);
  }
}
