import { describe, expect, it } from 'vitest';
import type { MapPreview } from '#app/bridge/index.ts';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { reviewedRun } from '../../store/shown.ts';
import { placeAt, type Stop, stopsOf } from '../../store/timeline.ts';
import { sampleStudy } from '../../testing/sample-study.ts';
import { geometryOf } from './timeline-view.ts';

const state = reduceAll(emptyState, sampleStudy('normal').events);
const versions = stopsOf(state).filter((stop) => !stop.reuse);

/** The stops of the sample, with runs after the second that only reused the map. */
function withReuse(runs: number): readonly Stop[] {
  const [first, second, ...rest] = versions;
  if (first === undefined || second === undefined || rest.length === 0) throw new Error('the sample is too short');
  const reused = Array.from({ length: runs }, (_, at) => ({ ...second, key: `reuse ${at}`, reuse: true }));
  return [first, second, ...reused, ...rest];
}

describe('the time axis', () => {
  it('has no band where the map was never frozen', () => {
    expect(geometryOf(state, versions, null, 1_000, 200).frozen).toEqual([]);
  });

  it('keeps the band of a stretch over which the map was not updated once it evolves again', () => {
    const { frozen, xs } = geometryOf(state, withReuse(3), null, 1_000, 200);
    expect(frozen).toMatchObject([{ x: xs[1], toX: xs[4] }]);
  });

  it('draws each mark on the line of its version, and those of one version around it', () => {
    const { marks, xs } = geometryOf(state, versions, null, 1_000, 200);
    for (const mark of marks) {
      const at = versions.findIndex(({ version }) => mark.key.startsWith(`${version.id} `));
      expect(mark.x, mark.words).toBe(xs[at]);
    }
    expect(marks.length).toBeGreaterThan(2);
    const at = versions.findIndex(({ version }) => version.evictions.length > 0);
    const both = versions.map((stop, index) =>
      index === at ? { ...stop, version: { ...stop.version, cause: 'pin' as const } } : stop,
    );
    const pair = geometryOf(state, both, null, 1_000, 200).marks.filter(({ key }) =>
      key.startsWith(`${both[at]?.key} `),
    );
    expect(pair.map(({ kind }) => kind)).toEqual(['pin', 'evict']);
    expect(pair.reduce((sum, { x }) => sum + x, 0) / 2).toBeCloseTo(xs[at] ?? 0);
  });
});

it('says at a pin’s mark which way the pin was changed, as the operations log does', () => {
  const { marks } = geometryOf(state, versions, null, 1_000, 200);
  expect(marks.filter(({ kind }) => kind === 'pin').map(({ words }) => words)).toEqual(['v4: pinned cr-00001']);
});

describe('the time axis while edits wait for review', () => {
  const waiting = reduceAll(emptyState, sampleStudy('review').events);
  const stops = stopsOf(waiting);
  const run = reviewedRun(waiting);
  if (run === null) throw new Error('the sample has no review');
  const last = stops.at(-1)?.version;
  const preview: MapPreview = {
    tokens: 500,
    tokensBySection: { cr: 200, cu: 300 },
    budgetTokens: 560,
    refusals: [],
    eviction: {
      budgetTokens: 560,
      order: 'section-then-score',
      tokensBefore: 500,
      tokensAfter: 500,
      ranking: [],
      removed: [],
      unmet: null,
    },
    text: '',
  };
  const drawn = geometryOf(waiting, stops, { run, preview }, 1_000, 200);

  it('goes on to the version that they would make, in the place of the query that waits', () => {
    expect(drawn.ticks.map(({ label }) => label)).toEqual([
      ...stops.map(({ version }) => version.id),
      `${last?.id ?? ''}′`,
      ...['q7', 'q8', 'q9', 'q10'],
    ]);
    expect(drawn.ticks.find(({ kind }) => kind === 'proposed')?.x).toBe(drawn.xs.at(-1));
    expect(drawn.proposedAreas.map(({ section }) => section)).toEqual(last?.map.sections);
  });

  it('keeps its places while what they would make is being counted', () => {
    const counting = geometryOf(waiting, stops, { run, preview: null }, 1_000, 200);
    expect(counting.proposedAreas).toEqual([]);
    expect({ ...counting, proposedAreas: drawn.proposedAreas }).toEqual(drawn);
  });

  it('has the reader stand there now, and one step before it at the version that the edits change', () => {
    expect(placeAt(waiting, stops, null)).toBe(stops.length);
    expect(placeAt(waiting, stops, last?.seq ?? 0)).toBe(stops.length - 1);
  });
});
