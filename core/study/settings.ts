// What a study is run with. Recorded when the study is created and by every settings.changed event.

import { z } from 'zod';

const sectionId = z.enum(['cr', 'cu', 'dc', 'ps', 'rr', 'ep']);

export const modelSettings = z.object({
  /** offline, adversarial, manual: no network. openai: any OpenAI-compatible server. */
  provider: z.enum(['offline', 'adversarial', 'manual', 'openai']),
  /** A preset's name or "custom"; only tells which key is used. */
  preset: z.string(),
  baseUrl: z.string().nullable(),
  /** Model id per role; sub, distiller, cartographer and judge fall back to root. */
  root: z.string(),
  sub: z.string().nullable(),
  distiller: z.string().nullable(),
  cartographer: z.string().nullable(),
  /** Grades answers when that is asked for; falls back to root. Absent in studies of earlier versions. */
  judge: z.string().nullable().default(null),
  /** Measures how near items are; no other model can stand in for it. */
  embedding: z.string().nullable().default(null),
  api: z.enum(['chat', 'responses']),
  temperature: z.number().nullable(),
  seed: z.number().int().nullable(),
  reasoningEffort: z.enum(['minimal', 'low', 'medium', 'high']).nullable(),
  timeoutMs: z.number().int().positive(),
  maxConcurrent: z.number().int().positive(),
});

export const agentSettings = z.object({
  kind: z.literal('rlm'),
  protocol: z.enum(['final', 'answer']),
  maxIterations: z.number().int().positive(),
  maxDepth: z.number().int().positive(),
  shownOutputChars: z.number().int().positive(),
  maxSubcalls: z.number().int().nonnegative(),
  maxSubcallChars: z.number().int().positive(),
  maxConcurrentSubcalls: z.number().int().positive(),
  /** native is marked "not sandboxed" wherever it shows. */
  python: z.enum(['sandbox', 'native']),
  blockTimeoutMs: z.number().int().positive(),
  memoryMb: z.number().int().positive(),
  outputChars: z.number().int().positive(),
  systemPrompt: z.string().nullable(),
});

export const methodSettings = z.object({
  /** none: the agent alone. peek: the context map and its policy. */
  kind: z.enum(['none', 'peek']),
  budgetTokens: z.number().int().positive(),
  /** m in the paper; null means every query evolves the map (m = n). */
  evolveSteps: z.number().int().nonnegative().nullable(),
  evictionOrder: z.enum(['section-then-score', 'score-then-section']),
  tagWeights: z.object({ helpful: z.number(), harmful: z.number(), neutral: z.number(), stale: z.number() }),
  eviction: z.boolean(),
  update: z.enum(['separate', 'monolithic']),
  sections: z.array(sectionId),
  /** True: the map's text starts empty instead of with its headers. */
  blankSlate: z.boolean(),
  itemAdviceTokens: z.number().int().positive(),
  showTruth: z.boolean(),
  trajectoryChars: z.number().int().positive(),
  tokenizer: z.enum(['o200k_base', 'cl100k_base', 'estimate']),
  prompts: z.object({
    distiller: z.string().nullable(),
    cartographer: z.string().nullable(),
    monolithic: z.string().nullable(),
  }),
});

/** Null means no cap. */
export const caps = z.object({
  microUsd: z.number().int().positive().nullable(),
  tokens: z.number().int().positive().nullable(),
  calls: z.number().int().positive().nullable(),
  minutes: z.number().positive().nullable(),
});

export const studySettings = z.object({
  models: modelSettings,
  agent: agentSettings,
  method: methodSettings,
  /** True: proposed edits wait for a person. */
  reviewEdits: z.boolean(),
  studyCaps: caps,
  runCaps: caps,
});

export type ModelSettings = z.infer<typeof modelSettings>;
export type AgentSettings = z.infer<typeof agentSettings>;
export type MethodSettings = z.infer<typeof methodSettings>;
export type Caps = z.infer<typeof caps>;
export type StudySettings = z.infer<typeof studySettings>;

const NO_CAPS: Caps = { microUsd: null, tokens: null, calls: null, minutes: null };

/** The paper's values where it gives them (B, iterations, depth, shown output); the rest are ours. */
export const DEFAULT_SETTINGS: StudySettings = {
  models: {
    provider: 'offline',
    preset: 'offline',
    baseUrl: null,
    root: 'offline',
    sub: null,
    distiller: null,
    cartographer: null,
    judge: null,
    embedding: null,
    api: 'chat',
    temperature: null,
    seed: null,
    reasoningEffort: null,
    timeoutMs: 300_000,
    maxConcurrent: 8,
  },
  agent: {
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
  },
  method: {
    kind: 'peek',
    budgetTokens: 1_024,
    evolveSteps: null,
    evictionOrder: 'section-then-score',
    tagWeights: { helpful: 1, harmful: -1, neutral: 0, stale: -1 },
    eviction: true,
    update: 'separate',
    sections: ['cr', 'cu', 'dc', 'ps', 'rr'],
    blankSlate: false,
    itemAdviceTokens: 80,
    showTruth: false,
    trajectoryChars: 300_000,
    tokenizer: 'o200k_base',
    prompts: { distiller: null, cartographer: null, monolithic: null },
  },
  reviewEdits: false,
  studyCaps: NO_CAPS,
  runCaps: NO_CAPS,
};
