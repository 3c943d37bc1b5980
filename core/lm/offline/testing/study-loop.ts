// For tests: a whole study over a stand-in model, with the real engine, agent and policy, and what is seen of it query by query.

import { createRlmAgent, type PythonFactory } from '#core/agents/index.ts';
import { scoreAnswer } from '#core/bench/index.ts';
import type { ChatModel } from '#core/lm/index.ts';
import type { ContextMap, CountTokens, EditOutcome, Tag } from '#core/map/index.ts';
import { createPeekPolicy } from '#core/methods/index.ts';
import {
  createEngine,
  createMemoryLog,
  createStudy,
  DEFAULT_SETTINGS,
  headOf,
  type LoggedEvent,
  type MethodSettings,
  type StudyState,
} from '#core/study/index.ts';

export interface StudyInput {
  /** UTF-8. */
  readonly context: Uint8Array;
  readonly format?: 'text' | 'json' | 'jsonl';
  readonly queries: readonly { readonly text: string; readonly truth: string | null }[];
  readonly model: ChatModel;
  readonly python: PythonFactory;
  readonly count: CountTokens;
  readonly hash: (text: string) => string;
  readonly method?: Partial<MethodSettings>;
  readonly maxIterations?: number;
}

export interface StudyRow {
  readonly query: string;
  readonly answer: string | null;
  readonly score: number | null;
  readonly iterations: number;
  readonly tags: readonly { readonly itemId: string; readonly tag: Tag }[];
  readonly outcomes: readonly EditOutcome[];
  readonly evicted: readonly string[];
  readonly frozen: boolean;
  readonly map: ContextMap;
  readonly tokens: number;
  readonly diagnosis: string;
  readonly reasoning: string;
}

export async function runStudy(input: StudyInput): Promise<{
  readonly rows: readonly StudyRow[];
  readonly state: StudyState;
  readonly events: readonly LoggedEvent[];
}> {
  const { count, hash, context, format = 'text' } = input;
  let clock = 0;
  const now = (): number => (clock += 1);
  const log = createMemoryLog({ hash, at: () => new Date(now()).toISOString() });
  const settings = {
    ...DEFAULT_SETTINGS,
    agent: { ...DEFAULT_SETTINGS.agent, python: 'native' as const, maxIterations: input.maxIterations ?? 30 },
    method: { ...DEFAULT_SETTINGS.method, ...input.method },
  };
  const source = { name: 'context.txt', format, bytes: () => Promise.resolve(context) };
  createStudy(
    log,
    {
      studyId: 'study-1',
      name: 'Study',
      label: null,
      appVersion: 'test',
      settings,
      context: {
        name: source.name,
        format,
        chars: context.length,
        bytes: context.length,
        lines: 1,
        sha256: hash('context'),
        encoding: 'utf-8',
        tokens: null,
        head: '',
      },
      queries: input.queries,
    },
    { actor: 'engine', count, hash },
  );
  const engine = createEngine({
    log,
    context: { ...source, chars: context.length },
    agent: createRlmAgent(),
    python: () => input.python,
    model: () => input.model,
    policy: createPeekPolicy,
    counter: () => count,
    hash,
    now,
    score: scoreAnswer,
  });
  const done = await engine.do({ do: 'run.all', untilQueryId: null }, 'user:test');
  if (!done.ok) throw new Error(done.error.words);
  const { state } = engine;
  const rows = readRows(state);
  const events = log.read(0);
  await engine.close();
  return { rows, state, events };
}

function readRows(state: StudyState): readonly StudyRow[] {
  return state.queries.map((query) => {
    const run = state.runs.get(query.runIds.at(-1) ?? '');
    const version = state.versions.get(run?.versionId ?? run?.baseVersionId ?? 'v0');
    if (run === undefined || version === undefined) throw new Error(`no run for ${query.id}`);
    return {
      query: headOf(query.text),
      answer: run.answer === null ? null : headOf(run.answer.answer),
      score: run.answer?.score ?? null,
      iterations: run.iterationCount,
      tags: run.tags,
      outcomes: run.applied?.outcomes ?? [],
      evicted: run.eviction?.removed.map(({ itemId }) => itemId) ?? [],
      frozen: !run.evolves,
      map: version.map,
      tokens: version.tokens,
      diagnosis: run.distilled === null ? '' : headOf(run.distilled.diagnosis),
      reasoning: run.proposed === null ? '' : headOf(run.proposed.reasoning),
    };
  });
}
