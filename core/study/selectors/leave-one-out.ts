// Leave-one-out: what an item was worth to queries that were answered with it. Each is run again on the very map its recorded
// run had, less the item, on a side branch of its own; nothing else differs, and no other branch changes.

import type { Run, RunTotals, StudyState } from '../state.ts';

export interface LeaveOneOutPlan {
  readonly itemId: string;
  /** The recorded runs that will be run again without the item. */
  readonly baselines: readonly { readonly queryId: string; readonly runId: string; readonly versionId: string }[];
  readonly left: readonly { readonly queryId: string; readonly words: string }[];
  /** What the recorded runs took, as a forecast of what it will take: agent calls only. */
  readonly expected: {
    readonly calls: number;
    readonly tokens: number;
    readonly costMicroUsd: number;
    readonly unpriced: readonly string[];
  };
}

export interface LeaveOneOutRow {
  readonly queryId: string;
  readonly with: LeaveOneOutSide;
  readonly without: LeaveOneOutSide;
}

export interface LeaveOneOutSide {
  readonly runId: string;
  readonly status: Run['status'];
  readonly iterations: number;
  readonly tokens: number;
  readonly costMicroUsd: number;
  /** Null where there is no ground truth. */
  readonly score: number | null;
}

export function leaveOneOutPlan(state: StudyState, itemId: string, queryIds: readonly string[]): LeaveOneOutPlan {
  const baselines: { queryId: string; runId: string; versionId: string }[] = [];
  const left: { queryId: string; words: string }[] = [];
  const expected = { calls: 0, tokens: 0, costMicroUsd: 0, unpriced: new Set<string>() };
  for (const queryId of new Set(queryIds)) {
    const query = state.queries.find((each) => each.id === queryId);
    if (query === undefined) {
      left.push({ queryId, words: 'This study has no such query.' });
      continue;
    }
    const answered = query.runIds.flatMap((id) => state.runs.get(id) ?? []).filter((run) => run.answer !== null);
    const baseline = answered.findLast((run) => hadItem(state, run, itemId));
    if (baseline === undefined) {
      const words =
        answered.length === 0 ? 'It has not been answered yet.' : `It was not answered with ${itemId} in the map.`;
      left.push({ queryId, words });
      continue;
    }
    baselines.push({ queryId, runId: baseline.id, versionId: baseline.baseVersionId });
    const { calls, tokens, costMicroUsd, unpriced } = agentTotals(baseline);
    expected.calls += calls;
    expected.tokens += tokens;
    expected.costMicroUsd += costMicroUsd;
    for (const model of unpriced) expected.unpriced.add(model);
  }
  return { itemId, baselines, left, expected: { ...expected, unpriced: [...expected.unpriced] } };
}

/** What was found: one row per run without the item, beside the run it is compared with. */
export function leaveOneOutReport(state: StudyState, itemId: string): readonly LeaveOneOutRow[] {
  const rows: LeaveOneOutRow[] = [];
  for (const run of state.runs.values()) {
    if (run.withoutItem !== itemId) continue;
    const query = state.queries.find((each) => each.id === run.queryId);
    // The map it had is a child of the one it is compared with; early studies noted that one itself.
    const bases = new Set([run.baseVersionId, state.versions.get(run.baseVersionId)?.parentId]);
    const baseline = query?.runIds
      .map((id) => state.runs.get(id))
      .findLast(
        (each) =>
          each !== undefined && bases.has(each.baseVersionId) && each.answer !== null && each.firstSeq < run.firstSeq,
      );
    if (baseline === undefined) continue;
    rows.push({ queryId: run.queryId, with: sideOf(baseline), without: sideOf(run) });
  }
  return rows;
}

function hadItem(state: StudyState, run: Run, itemId: string): boolean {
  if (run.mapText === null) return false;
  return state.versions.get(run.baseVersionId)?.map.items.some((item) => item.id === itemId) ?? false;
}

function sideOf(run: Run): LeaveOneOutSide {
  const { tokens, costMicroUsd } = agentTotals(run);
  return {
    runId: run.id,
    status: run.status,
    iterations: run.answer?.iterations ?? run.iterationCount,
    tokens,
    costMicroUsd,
    score: run.answer?.score ?? null,
  };
}

/** The agent's own calls: a run without the item has no Distiller and no Cartographer to be compared. */
function agentTotals(run: Run): Pick<RunTotals, 'calls' | 'costMicroUsd' | 'unpriced'> & { readonly tokens: number } {
  if (run.folded) {
    const { calls, inputTokens, outputTokens, costMicroUsd, unpriced } = run.totals;
    return { calls, tokens: inputTokens + outputTokens, costMicroUsd, unpriced };
  }
  let tokens = 0;
  let costMicroUsd = 0;
  const calls = run.calls.filter((call) => call.stage === 'agent');
  for (const call of calls) {
    tokens += (call.usage?.input ?? 0) + (call.usage?.output ?? 0);
    costMicroUsd += call.costMicroUsd ?? 0;
  }
  return { calls: calls.length, tokens, costMicroUsd, unpriced: run.totals.unpriced };
}
