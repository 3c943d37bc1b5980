import { describe, expect, it } from 'vitest';
import { createManualModel } from './manual-model.ts';
import type { AskManual, ManualQuestion } from './manual-model.ts';
import { createCountedModel } from './prompt-tokens.ts';
import { aRequest } from './scripted-model.ts';

const count = (text: string): number => text.length;

function aModel(ask: AskManual) {
  let ms = 0;
  return createCountedModel(
    createManualModel(ask, () => (ms += 1_000)),
    count,
  );
}

describe('the manual model', () => {
  it('shows the whole request under its call id and takes the typed reply for a reply like any other', async () => {
    const shown: ManualQuestion[] = [];
    const model = aModel((question) => {
      shown.push(question);
      return Promise.resolve('17');
    });
    const request = aRequest();
    const deltas: string[] = [];
    const result = await model.complete(request, {
      signal: new AbortController().signal,
      callId: 'c7',
      onDelta: (text) => deltas.push(text),
    });
    expect(shown).toEqual([{ callId: 'c7', request }]);
    expect(deltas).toEqual(['17']);
    expect(result.ok && result.value).toMatchObject({
      text: '17',
      origin: 'manual',
      usage: { input: 3 + 4 + 14, output: 2, cached: 0, reasoning: 0 },
      usageSource: 'counted',
      latencyMs: 1_000,
      costMicroUsd: 0,
    });
  });

  it.each([
    ['declined', null, 'refused'],
    ['empty', '  \n', 'empty-reply'],
  ])('turns a reply that is %s into an error that says how to go on', async (_, text, kind) => {
    const result = await aModel(() => Promise.resolve(text)).complete(aRequest(), {
      signal: new AbortController().signal,
    });
    expect(result.ok ? null : result.error).toMatchObject({ kind });
    expect(result.ok ? '' : result.error.words).toContain('Run this step again');
  });

  it('ends as cancelled when stopped while the person thinks', async () => {
    const stop = new AbortController();
    const model = aModel(
      (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true })),
    );
    const asking = model.complete(aRequest(), { signal: stop.signal });
    stop.abort();
    const result = await asking;
    expect(result.ok ? null : result.error.kind).toBe('cancelled');
  });
});
