import { expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../testing/sample-study.ts';
import { lastRun, shownQuery } from './shown.ts';
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
