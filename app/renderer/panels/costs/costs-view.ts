// What a study's calls took, by stage and by query. Pure.

import type { LoggedEvent, StudyState } from '#core/study/index.ts';
import { queryNumber } from '../../store/shown.ts';

/** One call, with what counting needs of it. */
export interface CountedCall {
  readonly seq: number;
  readonly runId: string | null;
  readonly role: string;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** Null: no price is known. */
  readonly costMicroUsd: number | null;
  readonly latencyMs: number;
  readonly model: string;
  readonly replayed: boolean;
}

export interface Sums {
  readonly calls: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly costMicroUsd: number;
  readonly latencyMs: number;
}

export interface Costs {
  readonly total: Sums;
  readonly byRole: readonly { readonly role: string; readonly sums: Sums }[];
  readonly byQuery: readonly {
    readonly queryId: string;
    readonly number: number;
    readonly agent: Sums;
    readonly map: Sums;
  }[];
  /** Models without a price; the totals miss their calls. */
  readonly unpriced: readonly string[];
  readonly replayed: number;
}

const NONE: Sums = { calls: 0, input: 0, cached: 0, output: 0, costMicroUsd: 0, latencyMs: 0 };

/** Who works for the map, and not for the answer. */
const POLICY: ReadonlySet<string> = new Set(['distiller', 'cartographer', 'reflector', 'curator']);
const ORDER = ['root', 'sub', 'distiller', 'cartographer'];

export function callsIn(events: readonly LoggedEvent[]): readonly CountedCall[] {
  return events.flatMap((event) => {
    if (event.type !== 'call.finished') return [];
    const { runId, role, usage, costMicroUsd, latencyMs, modelName, origin, attempts, reply } = event.payload;
    // On record but never made: refused before it was sent.
    if (attempts === 0 && reply === null) return [];
    return [
      {
        seq: event.seq,
        runId,
        role,
        input: usage?.input ?? 0,
        cached: usage?.cached ?? 0,
        output: usage?.output ?? 0,
        costMicroUsd: costMicroUsd ?? (origin === 'live' && usage !== null ? null : 0),
        latencyMs: origin === 'manual' ? 0 : latencyMs,
        model: modelName,
        replayed: origin === 'replayed',
      },
    ];
  });
}

export function costsOf(state: StudyState, calls: readonly CountedCall[], upToSeq: number): Costs {
  const made = calls.filter((call) => call.seq <= upToSeq);
  const roles = new Map<string, Sums>();
  const queries = new Map<string, { agent: Sums; map: Sums }>();
  let total = NONE;
  for (const call of made) {
    total = add(total, call);
    roles.set(call.role, add(roles.get(call.role) ?? NONE, call));
    const queryId = call.runId === null ? undefined : state.runs.get(call.runId)?.queryId;
    if (queryId === undefined) continue;
    const sums = queries.get(queryId) ?? { agent: NONE, map: NONE };
    const part = POLICY.has(call.role) ? 'map' : 'agent';
    queries.set(queryId, { ...sums, [part]: add(sums[part], call) });
  }
  return {
    total,
    byRole: [...roles]
      .map(([role, sums]) => ({ role, sums }))
      .sort((a, b) => rank(a.role) - rank(b.role) || a.role.localeCompare(b.role)),
    byQuery: [...queries]
      .map(([queryId, sums]) => ({ queryId, number: queryNumber(state, queryId), ...sums }))
      .sort((a, b) => a.number - b.number),
    unpriced: [...new Set(made.filter((call) => call.costMicroUsd === null).map((call) => call.model))],
    replayed: made.filter((call) => call.replayed).length,
  };
}

function rank(role: string): number {
  const at = ORDER.indexOf(role);
  return at < 0 ? ORDER.length : at;
}

function add(sums: Sums, call: CountedCall): Sums {
  return {
    calls: sums.calls + 1,
    input: sums.input + call.input,
    cached: sums.cached + call.cached,
    output: sums.output + call.output,
    costMicroUsd: sums.costMicroUsd + (call.costMicroUsd ?? 0),
    latencyMs: sums.latencyMs + call.latencyMs,
  };
}
