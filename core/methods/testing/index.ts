// Builders for tests of policies: settings, a trajectory, and ports whose model answers from a list.

import type { ChatReply, ChatRequest, LmError } from '#core/lm/index.ts';
import { countWords } from '#core/map/testing/index.ts';
import { err, ok } from '#core/result.ts';
import type { DistillInput, PolicyPorts, PolicySettings, ProposeInput, Trajectory } from '../policy.ts';
import { emptyMap } from '#core/map/index.ts';

export function someSettings(given: Partial<PolicySettings> = {}): PolicySettings {
  return {
    budgetTokens: 1_024,
    evictionOrder: 'section-then-score',
    tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
    eviction: true,
    update: 'separate',
    itemAdviceTokens: 80,
    showTruth: false,
    trajectoryChars: 300_000,
    models: { distiller: 'model-d', cartographer: 'model-c' },
    prompts: { distiller: null, cartographer: null, monolithic: null },
    ...given,
  };
}

export const aTrajectory: Trajectory = {
  query: 'How many records are there?',
  steps: [
    {
      number: 1,
      reply: 'I look at the start.\n```repl\nprint(context[:50])\n```',
      blocks: [{ code: 'print(context[:50])', shown: 'Date | User | Text' }],
    },
    { number: 2, reply: 'FINAL(388)', blocks: [] },
  ],
  answer: '388',
};

export function aDistillInput(given: Partial<DistillInput> = {}): DistillInput {
  const map = emptyMap(['cr', 'cu', 'dc', 'ps', 'rr'], 'all');
  return { runId: 'r2', trajectory: aTrajectory, map, settings: someSettings(), truth: null, ...given };
}

export function aProposeInput(given: Partial<ProposeInput> = {}): ProposeInput {
  const { map } = aDistillInput();
  const distilled = {
    callId: 'c1',
    diagnosis: 'One iteration of orientation.',
    tags: [],
    ignoredTags: [],
    untagged: [],
    candidates: [
      {
        candidateId: 'r2-k1',
        section: 'cr',
        value: 'One table of 388 records.',
        transferability: 'all',
        rationale: 'layout',
      },
    ],
    warnings: [],
    trajectoryCut: null,
    proposal: null,
  } as const;
  return { runId: 'r2', query: aTrajectory.query, distilled, map, settings: someSettings(), ...given };
}

export function aReply(text: string, given: Partial<ChatReply> = {}): ChatReply {
  return {
    text,
    usage: null,
    usageSource: 'none',
    model: 'scripted',
    finishReason: 'stop',
    latencyMs: 0,
    firstDeltaMs: null,
    attempts: 1,
    costMicroUsd: 0,
    origin: 'offline',
    ...given,
  };
}

export function anLmError(kind: LmError['kind']): LmError {
  return { kind, words: kind, status: null, attempts: 1, latencyMs: 0, usage: null, partial: null };
}

/** Ports whose model gives these replies in order (then the last again), and the requests it was sent. */
export function scripted(
  ...replies: readonly (string | ChatReply | LmError)[]
): PolicyPorts & { readonly requests: ChatRequest[] } {
  const requests: ChatRequest[] = [];
  return {
    requests,
    count: countWords,
    call(request) {
      requests.push(request);
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? '';
      const isError = typeof reply !== 'string' && 'kind' in reply;
      const result = isError ? err(reply) : ok(typeof reply === 'string' ? aReply(reply) : reply);
      return Promise.resolve({ callId: `c${requests.length}`, result });
    },
  };
}
