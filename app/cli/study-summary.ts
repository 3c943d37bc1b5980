// A study as one plain object, for `peek show --json` and whoever reads it: queries with what they cost, versions with
// their items. The keys are a promise to scripts; add, never rename.

import type { MapItem, Tag } from '#core/map/index.ts';
import type { Query, Run, RunStatus, StoredText, StudyState, Version } from '#core/study/index.ts';

export interface StudySummary {
  readonly context: { readonly name: string; readonly chars: number; readonly sha256: string } | null;
  readonly method: string;
  /** False when the agent's Python is python3 of the machine. */
  readonly pythonSandboxed: boolean;
  readonly budgetTokens: number;
  readonly frozen: boolean;
  readonly queries: readonly QuerySummary[];
  readonly versions: readonly VersionSummary[];
}

export interface QuerySummary {
  readonly text: string;
  readonly truth: string | null;
  readonly answer: string | null;
  /** By rule, 0…1; null without ground truth. */
  readonly score: number | null;
  /** A model's verdict; null when none was asked for. */
  readonly judged: { readonly score: number | null; readonly reason: string; readonly model: string } | null;
  readonly status: RunStatus | 'waiting' | 'skipped';
  readonly iterations: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicroUsd: number;
  readonly versionId: string | null;
}

export interface VersionSummary {
  readonly id: string;
  readonly parentId: string | null;
  readonly cause: string;
  readonly tokens: number;
  readonly hash: string;
  readonly items: readonly ItemSummary[];
}

export interface ItemSummary {
  readonly id: string;
  readonly section: string;
  readonly content: string;
  readonly tokens: number;
  readonly score: number;
  /** The Distiller's verdicts since the item's birth, oldest first. */
  readonly tags: readonly Tag[];
  readonly pinned: boolean;
}

/** textOf gives the whole of a stored text. */
export function summarize(state: StudyState, textOf: (text: StoredText) => string): StudySummary {
  const context = state.context;
  const tags = tagsByVersion(state);
  return {
    context: context === null ? null : { name: context.name, chars: context.chars, sha256: context.sha256 },
    method: state.settings.method.kind,
    pythonSandboxed: state.settings.agent.python === 'sandbox',
    budgetTokens: state.settings.method.budgetTokens,
    frozen: (state.branches.get(state.currentBranch)?.frozen ?? null) !== null,
    queries: state.queries.filter((query) => !query.removed).map((query) => summarizeQuery(query, state, textOf)),
    versions: [...state.versions.values()].map((version) => ({
      id: version.id,
      parentId: version.parentId,
      cause: version.cause,
      tokens: version.tokens,
      hash: version.hash,
      items: version.map.items.map((item) => summarizeItem(item, tags.get(version.id)?.get(item.id) ?? [])),
    })),
  };
}

/** The run that counts: the latest that was not made to try something out. */
export function countingRun(query: Query, state: StudyState): Run | null {
  const runs = query.runIds.map((id) => state.runs.get(id)).filter((run) => run !== undefined);
  return runs.findLast((run) => run.withoutItem === null) ?? null;
}

function summarizeQuery(query: Query, state: StudyState, textOf: (text: StoredText) => string): QuerySummary {
  const run = countingRun(query, state);
  const answer = run?.answer ?? null;
  return {
    text: textOf(query.text),
    truth: query.truth,
    answer: answer === null ? null : textOf(answer.answer),
    score: answer?.score ?? null,
    judged: judgedOf(run),
    status: run?.status ?? (query.skipped ? 'skipped' : 'waiting'),
    iterations: run?.answer?.iterations ?? run?.iterationCount ?? 0,
    inputTokens: run?.totals.inputTokens ?? 0,
    outputTokens: run?.totals.outputTokens ?? 0,
    costMicroUsd: run?.totals.costMicroUsd ?? 0,
    versionId: run?.versionId ?? null,
  };
}

function judgedOf(run: Run | null): QuerySummary['judged'] {
  if (run === null || run.judged === null) return null;
  const { score, reason, modelName } = run.judged;
  return { score, reason, model: modelName };
}

function summarizeItem(item: MapItem, tags: readonly Tag[]): ItemSummary {
  const { id, section, content, tokens, score } = item;
  return { id, section, content, tokens, score, tags, pinned: item.pin !== null };
}

type TagsOfItems = ReadonlyMap<string, readonly Tag[]>;

/** For each version the tags of its items along its own line of descent; lists are shared where nothing was added. */
function tagsByVersion(state: StudyState): ReadonlyMap<string, TagsOfItems> {
  const all = new Map<string, TagsOfItems>();
  for (const version of state.versions.values()) {
    const inherited = (version.parentId === null ? undefined : all.get(version.parentId)) ?? new Map<string, Tag[]>();
    all.set(version.id, withTagsOf(version, state, inherited));
  }
  return all;
}

function withTagsOf(version: Version, state: StudyState, inherited: TagsOfItems): TagsOfItems {
  const given = version.runId === null ? [] : (state.runs.get(version.runId)?.tags ?? []);
  if (version.cause !== 'update' || given.length === 0) return inherited;
  const tags = new Map(inherited);
  for (const { itemId, tag } of given) tags.set(itemId, [...(tags.get(itemId) ?? []), tag]);
  return tags;
}
