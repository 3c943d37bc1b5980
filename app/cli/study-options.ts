// The options that say with what a study is run, and the settings they give. Used by every verb that makes or changes one.

import { DEFAULT_SETTINGS, studySettings, type ModelSettings, type StudySettings } from '#core/study/index.ts';
import { CliExit } from './cli-exit.ts';
import { withSettingsFile } from './settings-file.ts';
import type { OptionSpec, VerbInput } from './verb.ts';

export const STUDY_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  settings: {
    type: 'string',
    value: 'FILE',
    words: 'JSON with any settings that `peek settings` prints (prompts, tag weights, limits); options go over it',
  },
  model: {
    type: 'string',
    value: 'MODEL',
    words: 'offline (default, rule-based, no LM), adversarial, or a model id of the provider',
  },
  'sub-model': { type: 'string', value: 'MODEL', words: 'model of sub-calls (default: --model)' },
  'distiller-model': { type: 'string', value: 'MODEL', words: 'model of the Distiller (default: --model)' },
  'cartographer-model': { type: 'string', value: 'MODEL', words: 'model of the Cartographer (default: --model)' },
  'judge-model': {
    type: 'string',
    value: 'MODEL',
    words: 'model that grades answers for `peek judge` (default: --model)',
  },
  'embedding-model': { type: 'string', value: 'MODEL', words: 'model that measures items for `peek near`' },
  preset: {
    type: 'string',
    value: 'NAME',
    words: 'provider preset, which tells the key to use (default: openai, or custom with --base-url)',
  },
  'base-url': { type: 'string', value: 'URL', words: 'any OpenAI-compatible server' },
  api: { type: 'string', choices: ['chat', 'responses'], words: 'which API of the server' },
  temperature: { type: 'string', value: 'N', words: 'sampling temperature' },
  seed: { type: 'string', value: 'N', words: 'sampling seed' },
  'reasoning-effort': {
    type: 'string',
    choices: ['minimal', 'low', 'medium', 'high'],
    words: 'for models that reason',
  },
  'timeout-seconds': { type: 'string', value: 'N', words: 'longest wait for one call (default: 300)' },
  method: { type: 'string', choices: ['peek', 'none'], words: 'peek keeps a context map; none is the agent alone' },
  budget: { type: 'string', value: 'TOKENS', words: 'B, the budget of the map (default: 1024)' },
  'evolve-steps': { type: 'string', value: 'M', words: 'the map is frozen after this many queries (default: never)' },
  'eviction-order': {
    type: 'string',
    choices: ['section-then-score', 'score-then-section'],
    words: 'which item goes first',
  },
  'no-eviction': { type: 'boolean', words: 'freeze on reaching the budget instead of evicting' },
  update: { type: 'string', choices: ['separate', 'monolithic'], words: 'two calls for an update, or one' },
  'error-patterns': { type: 'boolean', words: 'with the optional section Error Patterns' },
  'blank-slate': { type: 'boolean', words: "the map's text starts empty, without headers" },
  'show-truth': { type: 'boolean', words: 'lets the Distiller see the ground truth' },
  tokenizer: {
    type: 'string',
    choices: ['o200k_base', 'cl100k_base', 'estimate'],
    words: 'what the budget is counted with',
  },
  'review-edits': { type: 'boolean', words: 'proposed edits wait for `peek review`' },
  'max-iterations': { type: 'string', value: 'N', words: 'of the agent, per query (default: 30)' },
  python: { type: 'string', choices: ['sandbox', 'native'], words: 'native is not sandboxed' },
  'max-cost-usd': { type: 'string', value: 'N', words: 'stops the study at this cost' },
  'max-calls': { type: 'string', value: 'N', words: 'stops the study after this many model calls' },
  'max-tokens': { type: 'string', value: 'N', words: 'stops the study after this many tokens' },
  'max-minutes': { type: 'string', value: 'N', words: 'stops the study after this much time' },
};

/** True when any option asks for settings other than those a study has. */
export function asksForSettings(input: VerbInput): boolean {
  return Object.keys(STUDY_OPTIONS).some((name) => input.flag(name) || input.text(name) !== null);
}

/** The settings `given` with what the options ask for. */
export function settingsOf(input: VerbInput, given: StudySettings = DEFAULT_SETTINGS): StudySettings {
  const file = input.text('settings');
  const from = file === null ? given : checkedSettings(withSettingsFile(file, given));
  const { method, agent } = from;
  const usd = input.number('max-cost-usd');
  const settings: StudySettings = {
    models: modelsOf(input, from.models),
    agent: {
      ...agent,
      maxIterations: input.count('max-iterations', 1) ?? agent.maxIterations,
      python: pick(input, 'python', ['sandbox', 'native']) ?? agent.python,
    },
    method: {
      ...method,
      kind: pick(input, 'method', ['peek', 'none']) ?? method.kind,
      budgetTokens: input.count('budget', 1) ?? method.budgetTokens,
      evolveSteps: input.count('evolve-steps') ?? method.evolveSteps,
      evictionOrder:
        pick(input, 'eviction-order', ['section-then-score', 'score-then-section']) ?? method.evictionOrder,
      eviction: input.flag('no-eviction') ? false : method.eviction,
      update: pick(input, 'update', ['separate', 'monolithic']) ?? method.update,
      sections:
        input.flag('error-patterns') && !method.sections.includes('ep') ? [...method.sections, 'ep'] : method.sections,
      blankSlate: input.flag('blank-slate') || method.blankSlate,
      showTruth: input.flag('show-truth') || method.showTruth,
      tokenizer: pick(input, 'tokenizer', ['o200k_base', 'cl100k_base', 'estimate']) ?? method.tokenizer,
    },
    reviewEdits: input.flag('review-edits') || from.reviewEdits,
    studyCaps: {
      microUsd: usd === null ? from.studyCaps.microUsd : Math.round(usd * 1_000_000),
      calls: input.count('max-calls', 1) ?? from.studyCaps.calls,
      tokens: input.count('max-tokens', 1) ?? from.studyCaps.tokens,
      minutes: input.number('max-minutes') ?? from.studyCaps.minutes,
    },
    runCaps: from.runCaps,
  };
  return checkedSettings(settings);
}

function checkedSettings(settings: unknown): StudySettings {
  const checked = studySettings.safeParse(settings);
  if (checked.success) return checked.data;
  const issue = checked.error.issues[0];
  throw new CliExit(
    2,
    `These settings do not fit: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}.`,
  );
}

const NO_NETWORK: readonly string[] = ['offline', 'adversarial', 'manual'];

function modelsOf(input: VerbInput, from: ModelSettings): ModelSettings {
  const model = input.text('model');
  const baseUrl = input.text('base-url') ?? from.baseUrl;
  if (baseUrl !== null && !/^https?:\/\//.test(baseUrl)) {
    throw new CliExit(2, `--base-url needs an address like http://localhost:8080/v1, not "${baseUrl}".`);
  }
  const common: ModelSettings = {
    ...from,
    api: pick(input, 'api', ['chat', 'responses']) ?? from.api,
    temperature: input.number('temperature') ?? from.temperature,
    seed: input.count('seed', Number.MIN_SAFE_INTEGER) ?? from.seed,
    reasoningEffort: pick(input, 'reasoning-effort', ['minimal', 'low', 'medium', 'high']) ?? from.reasoningEffort,
    timeoutMs: (input.count('timeout-seconds', 1) ?? from.timeoutMs / 1_000) * 1_000,
    sub: input.text('sub-model') ?? from.sub,
    distiller: input.text('distiller-model') ?? from.distiller,
    cartographer: input.text('cartographer-model') ?? from.cartographer,
    judge: input.text('judge-model') ?? from.judge,
    embedding: input.text('embedding-model') ?? from.embedding,
  };
  if (model !== null && NO_NETWORK.includes(model)) {
    const provider = model === 'offline' ? 'offline' : model === 'manual' ? 'manual' : 'adversarial';
    return { ...common, provider, preset: provider, baseUrl: null, root: model };
  }
  const isRemote = model !== null || input.text('base-url') !== null || input.text('preset') !== null;
  if (!isRemote) return common;
  const root = model ?? (from.provider === 'openai' ? from.root : null);
  if (root === null) throw new CliExit(2, '--model is missing: a server needs to be told which model.');
  const preset =
    input.text('preset') ??
    (input.text('base-url') !== null ? 'custom' : from.provider === 'openai' ? from.preset : 'openai');
  return { ...common, provider: 'openai', preset, baseUrl, root };
}

function pick<T extends string>(input: VerbInput, name: string, choices: readonly T[]): T | null {
  const value = input.choice(name);
  return choices.find((choice) => choice === value) ?? null;
}
