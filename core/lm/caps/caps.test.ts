import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { err, ok } from '#core/result.ts';
import type { ChatModel } from '../chat-model.ts';
import { builtInPrices } from '../prices/index.ts';
import { aReply, aRequest, aScriptedModel, anError } from '../scripted-model.ts';
import { createCapMeter } from './cap-meter.ts';
import type { CapMeter, CapMeterOptions, CapNotice, Caps } from './cap-meter.ts';
import { createCappedModel } from './capped-model.ts';
import { createEstimator } from './estimator.ts';

const NO_CAPS: Caps = { microUsd: null, tokens: null, calls: null, minutes: null };
const signal = new AbortController().signal;

function aMeter(
  caps: Partial<Caps>,
  overrides: Partial<CapMeterOptions> = {},
): { meter: CapMeter; warnings: CapNotice[] } {
  const warnings: CapNotice[] = [];
  const meter = createCapMeter({
    scope: 'run',
    caps: { ...NO_CAPS, ...caps },
    elapsedMs: () => 0,
    onWarning: (notice) => warnings.push(notice),
    ...overrides,
  });
  return { meter, warnings };
}

/** A token a word; "How many owls?" is a prompt of 3 + 4 + 3. */
const count = (text: string): number => text.split(/\s+/).length;

function capped(inner: ChatModel, ...meters: CapMeter[]): ChatModel {
  const estimator = createEstimator({ count, prices: builtInPrices(), preset: 'openai' });
  return createCappedModel(inner, { meters: () => meters, estimator });
}

function replying(output: number, costMicroUsd: number | null = 0): ChatModel & { requests: readonly unknown[] } {
  return aScriptedModel(() => ok(aReply({ usage: { input: 10, output, cached: 0, reasoning: 0 }, costMicroUsd })));
}

async function kindOf(model: ChatModel, request = aRequest({ parameters: { maxOutputTokens: 20 } })): Promise<string> {
  const result = await model.complete(request, { signal });
  return result.ok ? 'reply' : `${result.error.kind}: ${result.error.words}`;
}

describe('a cap in tokens', () => {
  it('stops before the call that would pass it, with the numbers, and asks the model nothing', async () => {
    const inner = replying(20);
    const { meter } = aMeter({ tokens: 70 });
    const model = capped(inner, meter);
    expect([await kindOf(model), await kindOf(model)]).toEqual(['reply', 'reply']);
    expect(await kindOf(model)).toBe(
      "cap-reached: Stopped before the call that would pass the run's cap of 70 tokens: 60 tokens are spent or under way, and it may take 30 tokens. Raise the cap in the settings to go on.",
    );
    expect(inner.requests).toHaveLength(2);
    expect(meter.spent).toEqual({ tokens: 60, calls: 2, microUsd: 0 });
  });

  it('warns once, at 80 %', async () => {
    const { meter, warnings } = aMeter({ tokens: 100 });
    const model = capped(replying(20), meter);
    for (let call = 0; call < 3; call += 1) await kindOf(model);
    expect(warnings.map(({ words }) => words)).toEqual(["90 % of the run's cap of 100 tokens are spent."]);
  });

  it('counts calls in flight, so that many at once keep it too', async () => {
    const { meter } = aMeter({ tokens: 100 });
    const model = capped(replying(20), meter);
    const kinds = await Promise.all(Array.from({ length: 10 }, () => kindOf(model)));
    expect(kinds.filter((kind) => kind === 'reply')).toHaveLength(3);
    expect(meter.spent.tokens).toBe(90);
  });

  it('expects replies as long as the longest of their role so far where no limit is set', async () => {
    const { meter } = aMeter({ tokens: 1_100 });
    const model = capped(replying(400), meter);
    const request = aRequest();
    expect([await kindOf(model, request), await kindOf(model, request)]).toEqual(['reply', 'reply']);
    expect(await kindOf(model, request)).toContain('it may take 410 tokens');
  });
});

describe('a cap in dollars', () => {
  it('refuses a model without a price, since it could not be kept', async () => {
    const { meter } = aMeter({ microUsd: 5_000_000 });
    expect(await kindOf(capped(replying(5), meter), aRequest({ model: 'unheard-of' }))).toContain(
      "unheard-of has no price, so the run's cap of $5.00 cannot be kept",
    );
  });

  it('stops before the call that would pass it', async () => {
    const { meter } = aMeter({ microUsd: 100 });
    const model = capped(replying(20, 60), meter);
    const request = aRequest({ model: 'gpt-5-mini', parameters: { maxOutputTokens: 20 } });
    expect(await kindOf(model, request)).toBe('reply');
    expect(await kindOf(model, request)).toContain('$0.000060 are spent or under way, and it may take $0.000043');
  });

  it('counts what an earlier session spent', async () => {
    const { meter } = aMeter({ microUsd: 100 }, { spent: { microUsd: 90, tokens: 0, calls: 9 } });
    expect(await kindOf(capped(replying(20, 60), meter), aRequest({ model: 'gpt-5-mini' }))).toContain('cap-reached');
  });
});

describe('caps in calls and minutes', () => {
  it('stop at their number', async () => {
    const { meter } = aMeter({ calls: 2 });
    const model = capped(replying(1), meter);
    expect([await kindOf(model), await kindOf(model)]).toEqual(['reply', 'reply']);
    expect(await kindOf(model)).toContain("the run's cap of 2 calls");
  });

  it('stop when the time is up, by the clock they are given', async () => {
    let ms = 0;
    const { meter } = aMeter({ minutes: 2 }, { elapsedMs: () => ms });
    const model = capped(replying(1), meter);
    expect(await kindOf(model)).toBe('reply');
    ms = 120_000;
    expect(await kindOf(model)).toContain('2 minutes have passed');
  });
});

describe('a capped model', () => {
  it('counts a failed call that was sent, and none that was not', async () => {
    const usage = { input: 10, output: 0, cached: 0, reasoning: 0 };
    const { meter } = aMeter({ calls: 10 });
    await kindOf(
      capped(
        aScriptedModel(() => err(anError({ usage, costMicroUsd: 7 }))),
        meter,
      ),
    );
    await kindOf(
      capped(
        aScriptedModel(() => err(anError({ kind: 'cancelled', attempts: 0 }))),
        meter,
      ),
    );
    expect(meter.spent).toEqual({ calls: 1, tokens: 10, microUsd: 7 });
  });

  it('gives the study its reservation back when the run refuses', async () => {
    const study = aMeter({ tokens: 30 }).meter;
    const run = aMeter({ calls: 1 }, { spent: { calls: 1, tokens: 0, microUsd: 0 } }).meter;
    expect(await kindOf(capped(replying(20), study, run))).toContain("the run's cap");
    expect(await kindOf(capped(replying(20), study))).toBe('reply');
  });

  it('goes on after the cap is raised', async () => {
    const { meter } = aMeter({ calls: 1 });
    const model = capped(replying(1), meter);
    await kindOf(model);
    expect(await kindOf(model)).toContain('cap-reached');
    meter.setCaps({ ...NO_CAPS, calls: 2 });
    expect(await kindOf(model)).toBe('reply');
  });

  it('never passes a cap when estimates hold, however calls overlap', async () => {
    const tokens = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(fc.array(tokens, { maxLength: 30 }), fc.integer({ min: 1, max: 500 }), async (outputs, cap) => {
        const { meter } = aMeter({ tokens: cap });
        await Promise.all(
          outputs.map((output) =>
            kindOf(capped(replying(output), meter), aRequest({ parameters: { maxOutputTokens: output } })),
          ),
        );
        expect(meter.spent.tokens).toBeLessThanOrEqual(cap);
      }),
    );
  });
});
