import { expect, it } from 'vitest';
import { emptyState, latestRuns, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../testing/sample-study.ts';
import { lastRun, queryById, queryNumber, shownQuery } from './shown.ts';
import { store } from './store.ts';

const { events } = sampleStudy('normal');

it('shows, at each moment of a study, the query under way, else the one answered last, else the first', () => {
  for (let count = 0; count <= events.length; count++) {
    const past = reduceAll(emptyState, events.slice(0, count));
    const begun = past.queries.map((query) => ({ query, at: lastRun(past, query)?.firstSeq ?? -1 }));
    const latest = begun.reduce<(typeof begun)[number] | null>((a, b) => (b.at > (a?.at ?? 0) ? b : a), null);
    const active = past.activeRunId === null ? undefined : past.runs.get(past.activeRunId);
    const wanted = active?.queryId ?? latest?.query.id ?? past.queries.find((query) => !query.removed)?.id;
    const { view, ...rest } = store.getState();
    expect(shownQuery({ ...rest, view: { ...view, past, queryId: null } })?.id).toBe(wanted);
    const chosen = past.queries.at(-1)?.id;
    if (chosen !== undefined)
      expect(shownQuery({ ...rest, view: { ...view, past, queryId: chosen } })?.id).toBe(chosen);
  }
});

it('finds a query by its id and the latest runs first, whatever the ids of the log are like', () => {
  const told = reduceAll(emptyState, events);
  const named = (name: string) =>
    reduceAll(emptyState, JSON.parse(JSON.stringify(events).replace(/"([qr])(\d+)"/g, name)) as typeof events);
  for (const state of [told, named('"$1-of-$2"'), named('"$10$2"'), named('"$1$2$2"')]) {
    expect(state.queries.map(({ id }) => queryNumber(state, id))).toEqual(state.queries.map((_, at) => at + 1));
    for (const query of state.queries) expect(queryById(state, query.id)).toBe(query);
    expect([...latestRuns(state)]).toEqual([...state.runs.values()].reverse());
    for (const id of ['', 'q0', 'q-1', 'q1.5', 'q999', 'qNaN', 'constructor']) {
      expect(queryNumber(state, id)).toBe(0);
      expect(queryById(state, id)).toBeNull();
    }
  }
});

it('sums what the policy cost and how many iterations there were, as all runs and calls add up to', () => {
  for (const name of ['normal', 'failed', 'review'] as const) {
    const state = reduceAll(emptyState, sampleStudy(name).events);
    const runs = [...state.runs.values()];
    const policy = runs
      .flatMap((run) => run.calls)
      .filter(({ role }) => role === 'distiller' || role === 'cartographer');
    expect(state.policyMicroUsd).toBe(policy.reduce((sum, call) => sum + (call.costMicroUsd ?? 0), 0));
    expect(state.iterationCount).toBe(runs.reduce((sum, run) => sum + run.iterationCount, 0));
    if (name === 'normal') expect(Math.min(state.policyMicroUsd, state.iterationCount)).toBeGreaterThan(0);
  }
});
