import { describe, expect, it } from 'vitest';
import { err, ok } from '#core/result.ts';
import { createPricedModel } from './priced-model.ts';
import { builtInPrices } from './prices/index.ts';
import { aReply, aRequest, aScriptedModel, anError } from './scripted-model.ts';
import type { Answer } from './scripted-model.ts';

const usage = { input: 1_000, output: 100, cached: 0, reasoning: 0 };

async function costOf(answer: Answer, model = 'gpt-5-mini'): Promise<number | null | undefined> {
  const priced = createPricedModel(aScriptedModel(answer), builtInPrices(), 'openai');
  const result = await priced.complete(aRequest({ model }), { signal: new AbortController().signal });
  return result.ok ? result.value.costMicroUsd : result.error.costMicroUsd;
}

describe('a priced model', () => {
  it('prices a reply by the model that was asked for', async () => {
    expect(await costOf(() => ok(aReply({ usage, model: 'gpt-5.5' })))).toBe(250 + 200);
  });

  it('prices by the model that answered where the asked one is only a router’s name', async () => {
    expect(await costOf(() => ok(aReply({ usage, model: 'gpt-5-mini-2025-08-07' })), 'auto')).toBe(450);
  });

  it('prices a call that failed after tokens were spent, since it was paid', async () => {
    expect(await costOf(() => err(anError({ usage })))).toBe(450);
  });

  it('leaves a call without usage, or a model without a price, unpriced rather than free', async () => {
    expect(await costOf(() => ok(aReply({ usage: null })))).toBeNull();
    expect(await costOf(() => ok(aReply({ usage, model: 'unheard-of' })), 'unheard-of')).toBeNull();
    expect(await costOf(() => err(anError()))).toBeNull();
  });

  it('keeps the cost of a reply that knows it, such as an offline one', async () => {
    expect(await costOf(() => ok(aReply({ usage, costMicroUsd: 0, origin: 'offline' })))).toBe(0);
  });
});
