import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { sampleStudy } from '../testing/sample-study.ts';
import { stopAt, stopsOf } from './timeline.ts';

const stops = stopsOf(reduceAll(emptyState, sampleStudy('normal').events));

it('finds the last stop that has begun by a moment, also where a run was judged after the next version was made', () => {
  expect(stops.length).toBeGreaterThan(3);
  const begins = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: stops.length, maxLength: stops.length });
  fc.assert(
    fc.property(begins, fc.integer({ min: 0, max: 60 }), (seqs, moment) => {
      const moved = stops.map((stop, at) => ({
        ...stop,
        seq: seqs[at] ?? 0,
        version: { ...stop.version, seq: seqs[at] ?? 0 },
      }));
      const last = seqs.findLastIndex((seq) => seq <= moment);
      expect(stopAt(moved, moment)).toBe(Math.max(0, last));
    }),
  );
  expect(stopAt(stops, null)).toBe(stops.length - 1);
});
