import { describe, expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { callsIn, costsOf } from './costs-view.ts';

const { events } = sampleStudy('normal');
const state = reduceAll(emptyState, events);
const calls = callsIn(events);

describe('the costs of a study', () => {
  it('count every call once: roles and queries each add up to the study’s own totals', () => {
    const costs = costsOf(state, calls, state.seq);
    const sum = (list: readonly { readonly costMicroUsd: number }[]) =>
      list.reduce((all, each) => all + each.costMicroUsd, 0);
    expect(costs.total.costMicroUsd).toBe(state.totals.costMicroUsd);
    expect(costs.total.calls).toBe(state.totals.calls);
    expect(sum(costs.byRole.map(({ sums }) => sums))).toBe(costs.total.costMicroUsd);
    expect(sum(costs.byQuery.flatMap(({ agent, map }) => [agent, map]))).toBe(costs.total.costMicroUsd);
    expect(costs.byRole.map(({ role }) => role)).toEqual(['root', 'sub', 'distiller', 'cartographer']);
  });

  it('stand still at the moment that is looked at', () => {
    const half = Math.floor(state.seq / 2);
    const past = reduceAll(emptyState, events.slice(0, half));
    expect(costsOf(past, calls, half).total.costMicroUsd).toBe(past.totals.costMicroUsd);
  });

  it('name a model without a price, and count its tokens all the same', () => {
    const [first] = calls;
    if (first === undefined) throw new Error('the sample has no calls');
    const costs = costsOf(state, [{ ...first, costMicroUsd: null, model: 'vendor/next-4.5' }], state.seq);
    expect(costs.unpriced).toEqual(['vendor/next-4.5']);
    expect(costs.total.input).toBe(first.input);
    expect(costs.total.costMicroUsd).toBe(0);
  });
});
