import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readUsage } from './usage.ts';

describe('reported usage', () => {
  it('is read in both dialects', () => {
    const usage = { input: 9, output: 5, cached: 4, reasoning: 2 };
    const chat = {
      prompt_tokens: 9,
      completion_tokens: 5,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 2 },
    };
    const responses = {
      input_tokens: 9,
      output_tokens: 5,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens_details: { reasoning_tokens: 2 },
    };
    expect(readUsage(chat)).toEqual({ usage, warnings: [] });
    expect(readUsage(responses)).toEqual({ usage, warnings: [] });
  });

  it('that is absent is no usage and no warning; that is nonsense is no usage and a warning', () => {
    expect(readUsage(null)).toEqual({ usage: null, warnings: [] });
    for (const nonsense of [
      '12',
      [],
      { prompt_tokens: -1, completion_tokens: 2 },
      { prompt_tokens: 1.5, completion_tokens: 2 },
      {},
    ]) {
      const read = readUsage(nonsense);
      expect(read.usage).toBeNull();
      expect(read.warnings).toHaveLength(1);
    }
  });

  it('never lets a part be larger than its whole', () => {
    const read = readUsage({ prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 50 } });
    expect(read.usage).toEqual({ input: 10, output: 3, cached: 10, reasoning: 0 });
    expect(read.warnings.join()).toContain('50 cached tokens out of 10');
  });

  it('never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const { usage } = readUsage(anything);
        return usage === null || (usage.cached <= usage.input && usage.reasoning <= usage.output);
      }),
    );
  });
});
