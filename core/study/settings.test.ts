import { expect, it } from 'vitest';
import { DEFAULT_SETTINGS, agentSettings } from './settings.ts';

it('the agent’s defaults are the paper’s, and what it leaves open is stated', () => {
  expect(DEFAULT_SETTINGS.agent).toEqual({
    kind: 'rlm',
    protocol: 'final',
    maxIterations: 30,
    maxDepth: 1,
    shownOutputChars: 20_000,
    maxSubcalls: 1_000,
    maxSubcallChars: 500_000,
    maxConcurrentSubcalls: 16,
    python: 'sandbox',
    blockTimeoutMs: 120_000,
    memoryMb: 2_048,
    outputChars: 10_000_000,
    systemPrompt: null,
  });
});

it.each([
  'blockTimeoutMs',
  'memoryMb',
  'outputChars',
  'shownOutputChars',
  'maxIterations',
  'maxDepth',
  'maxSubcallChars',
  'maxConcurrentSubcalls',
])('a limit of the agent that is 0 is no limit and is refused: %s', (name) => {
  expect(agentSettings.safeParse(DEFAULT_SETTINGS.agent).success).toBe(true);
  expect(agentSettings.safeParse({ ...DEFAULT_SETTINGS.agent, [name]: 0 }).success).toBe(false);
});
