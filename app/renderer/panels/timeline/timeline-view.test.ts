import { describe, expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { type Stop, stopsOf } from '../../store/timeline.ts';
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
    expect(geometryOf(state, versions, 1_000, 200).frozen).toEqual([]);
  });

  it('keeps the band of a stretch over which the map was not updated once it evolves again', () => {
    const { frozen, xs } = geometryOf(state, withReuse(3), 1_000, 200);
    expect(frozen).toMatchObject([{ x: xs[1], toX: xs[4] }]);
  });
});
