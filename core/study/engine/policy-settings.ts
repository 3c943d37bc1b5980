// From the study's settings to what agents and policies take.

import type { RlmSettings } from '#core/agents/index.ts';
import type { PolicySettings } from '#core/methods/index.ts';
import type { StudySettings } from '../settings.ts';

export function policySettings({ method, models }: StudySettings): PolicySettings {
  const {
    budgetTokens,
    evictionOrder,
    tagWeights,
    eviction,
    update,
    itemAdviceTokens,
    showTruth,
    trajectoryChars,
    prompts,
  } = method;
  return {
    budgetTokens,
    evictionOrder,
    tagWeights,
    eviction,
    update,
    itemAdviceTokens,
    showTruth,
    trajectoryChars,
    prompts,
    models: {
      distiller: models.distiller ?? models.root,
      cartographer: models.cartographer ?? models.root,
    },
  };
}

export function rlmSettings({ agent, models }: StudySettings): RlmSettings {
  const { protocol, maxIterations, maxDepth, shownOutputChars, maxSubcalls, maxSubcallChars, maxConcurrentSubcalls } =
    agent;
  return {
    protocol,
    maxIterations,
    maxDepth,
    shownOutputChars,
    maxSubcalls,
    maxSubcallChars,
    maxConcurrentSubcalls,
    limits: { blockTimeoutMs: agent.blockTimeoutMs, memoryMb: agent.memoryMb, outputChars: agent.outputChars },
    models: { root: models.root, sub: models.sub ?? models.root },
    systemPrompt: agent.systemPrompt,
  };
}
