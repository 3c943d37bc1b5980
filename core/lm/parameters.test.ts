import { describe, expect, it } from 'vitest';
import { fillRequest, recordParameters, takesTemperature } from './parameters.ts';
import { aRequest } from './scripted-model.ts';

const settings = { temperature: 0.2, seed: 7, reasoningEffort: 'low', timeoutMs: 60_000 } as const;

describe('parameters', () => {
  it('are filled from the settings, a request’s own first', () => {
    const request = fillRequest(aRequest({ parameters: { temperature: 1 } }), settings);
    expect(request.parameters).toEqual({ temperature: 1, seed: 7, reasoningEffort: 'low', timeoutMs: 60_000 });
  });

  it('leave out what the settings leave open', () => {
    const open = { temperature: null, seed: null, reasoningEffort: null, timeoutMs: 5 };
    expect(fillRequest(aRequest(), open).parameters).toEqual({ timeoutMs: 5 });
  });

  it.each([
    ['gpt-5-mini-2025-08-07', false],
    ['openai/gpt-5.5', false],
    ['o4-mini', false],
    ['gpt-5-chat-latest', true],
    ['gpt-4.1', true],
    ['Qwen/Qwen3-Coder-Next-FP8', true],
    ['olmo-2', true],
  ])('offer a temperature only where the model takes it: %s', (model, takes) => {
    expect(takesTemperature(model)).toBe(takes);
    expect('temperature' in fillRequest(aRequest({ model }), settings).parameters).toBe(takes);
  });

  it('are recorded flat, with the model that was asked for and the name of the schema', () => {
    const request = aRequest({ parameters: { seed: 1 }, jsonSchema: { name: 'tags', schema: {} } });
    expect(recordParameters(request)).toEqual({ model: 'acme-large', seed: 1, jsonSchema: 'tags' });
  });
});
