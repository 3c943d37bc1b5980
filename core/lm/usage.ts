// Tokens of one call as providers report them, in either dialect, checked before anyone adds them up. `cached` is a part
// of input and `reasoning` a part of output; a report that says otherwise is mended in the open.

import type { Usage } from './chat-model.ts';

export interface ReadUsage {
  readonly usage: Usage | null;
  readonly warnings: readonly string[];
}

const NOTHING: ReadUsage = { usage: null, warnings: [] };

/** Reads Chat Completions' and Responses' usage objects; anything unusable gives null and says so. */
export function readUsage(reported: unknown): ReadUsage {
  if (reported === undefined || reported === null) return NOTHING;
  if (!isRecord(reported)) return unusable('it is not an object');
  const input = reported['prompt_tokens'] ?? reported['input_tokens'];
  const output = reported['completion_tokens'] ?? reported['output_tokens'];
  if (!isCount(input) || !isCount(output)) return unusable('its token counts are missing or no whole numbers');
  const warnings: string[] = [];
  const part = (name: string, value: unknown, whole: number, of: string): number => {
    if (value === undefined || value === null) return 0;
    if (!isCount(value)) {
      warnings.push(`The provider's count of ${name} tokens is no whole number and was taken as 0.`);
      return 0;
    }
    if (value <= whole) return value;
    warnings.push(
      `The provider reports ${String(value)} ${name} tokens out of ${String(whole)} ${of} tokens; taken as ${String(whole)}.`,
    );
    return whole;
  };
  const inputDetails = detailsOf(reported, 'prompt_tokens_details', 'input_tokens_details');
  const outputDetails = detailsOf(reported, 'completion_tokens_details', 'output_tokens_details');
  return {
    usage: {
      input,
      output,
      cached: part('cached', inputDetails['cached_tokens'] ?? reported['prompt_cache_hit_tokens'], input, 'input'),
      reasoning: part('reasoning', outputDetails['reasoning_tokens'], output, 'output'),
    },
    warnings,
  };
}

function unusable(why: string): ReadUsage {
  return { usage: null, warnings: [`The provider's usage report cannot be used: ${why}.`] };
}

function detailsOf(reported: Record<string, unknown>, ...names: readonly string[]): Record<string, unknown> {
  for (const name of names) {
    const details = reported[name];
    if (isRecord(details)) return details;
  }
  return {};
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
