// For tests: the paper's loop over real Python with a stand-in model, and a table of what is seen query by query.

import { createRlmAgent, type Iteration, type PythonFactory, type RlmSettings } from '#core/agents/index.ts';
import { scoreAnswer } from '#core/bench/index.ts';
import type { ChatModel } from '#core/lm/index.ts';
import {
  applyEdits,
  applyTags,
  countTotal,
  DEFAULT_SECTIONS,
  emptyMap,
  renderMap,
  type ContextMap,
  type CountTokens,
  type EditOutcome,
  type Eviction,
  type Numbering,
} from '#core/map/index.ts';
import type { Distilled, Policy, PolicySettings, Proposal } from '#core/methods/index.ts';

export interface LoopInput {
  /** UTF-8. */
  readonly context: Uint8Array;
  readonly format?: 'text' | 'json' | 'jsonl';
  readonly queries: readonly { readonly query: string; readonly truth: string | null }[];
  readonly model: ChatModel;
  readonly policy: Policy;
  readonly python: PythonFactory;
  readonly count: CountTokens;
  readonly budgetTokens: number;
  readonly evolveSteps: number | null;
  readonly settings?: Partial<PolicySettings>;
}

export interface LoopRow {
  readonly query: string;
  readonly answer: string | null;
  readonly score: number | null;
  readonly iterations: readonly Iteration[];
  readonly distilled: Distilled | null;
  readonly proposal: Proposal | null;
  readonly outcomes: readonly EditOutcome[];
  readonly eviction: Eviction | null;
  /** Words of a policy error; the map then stays as it was. */
  readonly failure: string | null;
  readonly map: ContextMap;
  readonly mapTokens: number;
}

export const AGENT_SETTINGS: RlmSettings = {
  protocol: 'final',
  maxIterations: 30,
  maxDepth: 1,
  shownOutputChars: 20_000,
  maxSubcalls: 1_000,
  maxSubcallChars: 500_000,
  maxConcurrentSubcalls: 4,
  limits: { blockTimeoutMs: 60_000, memoryMb: 2_048, outputChars: 10_000_000 },
  models: { root: 'offline', sub: 'offline' },
  systemPrompt: null,
};

export async function runLoop(input: LoopInput): Promise<readonly LoopRow[]> {
  const rows: LoopRow[] = [];
  let map = emptyMap(DEFAULT_SECTIONS, 'all');
  let numbering: Numbering = { lastItemNumber: {}, births: 0 };
  for (const [at, { query, truth }] of input.queries.entries()) {
    const iterations: Iteration[] = [];
    const answer = await answerQuery(input, query, renderMap(map), iterations);
    const evolves = input.evolveSteps === null || at < input.evolveSteps;
    const updated = evolves ? await update(input, `r${at + 1}`, query, iterations, map, numbering) : NOT_UPDATED;
    map = updated.map ?? map;
    numbering = updated.numbering ?? numbering;
    rows.push({
      query,
      answer,
      score: truth === null ? null : scoreAnswer(answer ?? '', truth),
      iterations,
      ...updated,
      map,
      mapTokens: countTotal(map, input.count),
    });
  }
  return rows;
}

async function answerQuery(
  input: LoopInput,
  query: string,
  mapText: string,
  iterations: Iteration[],
): Promise<string | null> {
  const { signal } = new AbortController();
  let calls = 0;
  let clock = 0;
  const answered = await createRlmAgent().run(
    {
      query,
      mapText,
      context: {
        name: 'context.txt',
        format: input.format ?? 'text',
        chars: input.context.length,
        bytes: () => Promise.resolve(input.context),
      },
      settings: AGENT_SETTINGS,
      resumeFrom: [],
      recordedReply: () => null,
    },
    {
      python: input.python,
      call: async (call, callSignal) => ({
        callId: `c${(calls += 1)}`,
        result: await input.model.complete(call.request, { signal: callSignal }),
      }),
      iterated(iteration) {
        iterations.push(iteration);
        return Promise.resolve();
      },
      gate: () => Promise.resolve(),
      warned: () => undefined,
      now: () => (clock += 1),
    },
    signal,
  );
  return answered.ok ? answered.value.answer : null;
}

interface Updated {
  readonly map: ContextMap | null;
  readonly numbering: Numbering | null;
  readonly distilled: Distilled | null;
  readonly proposal: Proposal | null;
  readonly outcomes: readonly EditOutcome[];
  readonly eviction: Eviction | null;
  readonly failure: string | null;
}

const NOT_UPDATED: Updated = {
  map: null,
  numbering: null,
  distilled: null,
  proposal: null,
  outcomes: [],
  eviction: null,
  failure: null,
};

async function update(
  input: LoopInput,
  runId: string,
  query: string,
  iterations: readonly Iteration[],
  map: ContextMap,
  numbering: Numbering,
): Promise<Updated> {
  const { policy, count, budgetTokens } = input;
  const settings = policySettings(budgetTokens, input.settings);
  const { signal } = new AbortController();
  const ports = {
    count,
    call: async (request: Parameters<ChatModel['complete']>[0]) => ({
      callId: `${runId}-${request.role}`,
      result: await input.model.complete(request, { signal }),
    }),
  };
  const steps = iterations
    .filter((iteration) => iteration.depth === 0)
    .map(({ number, reply, blocks }) => ({ number, reply, blocks }));
  const distilled = await policy.distill(
    { runId, trajectory: { query, steps, answer: null }, map, settings, truth: null },
    ports,
    signal,
  );
  if (!distilled.ok) return { ...NOT_UPDATED, failure: distilled.error.kind };
  const proposal = await policy.propose({ runId, query, distilled: distilled.value, map, settings }, ports, signal);
  if (!proposal.ok) return { ...NOT_UPDATED, distilled: distilled.value, failure: proposal.error.kind };
  const tagged = applyTags(map, distilled.value.tags, settings.tagWeights);
  const applied = applyEdits(
    tagged,
    proposal.value.edits,
    { ...numbering, runId, budgetTokens, eviction: settings.eviction },
    count,
  );
  const evicted = policy.evict(applied.map, settings, count);
  return {
    map: evicted.map,
    numbering: { lastItemNumber: applied.lastItemNumber, births: applied.births },
    distilled: distilled.value,
    proposal: proposal.value,
    outcomes: applied.outcomes,
    eviction: evicted.eviction,
    failure: null,
  };
}

function policySettings(budgetTokens: number, overrides: Partial<PolicySettings> = {}): PolicySettings {
  return {
    budgetTokens,
    evictionOrder: 'section-then-score',
    tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
    eviction: true,
    update: 'separate',
    itemAdviceTokens: 80,
    showTruth: false,
    trajectoryChars: 300_000,
    models: { distiller: 'offline', cartographer: 'offline' },
    prompts: { distiller: null, cartographer: null, monolithic: null },
    ...overrides,
  };
}
