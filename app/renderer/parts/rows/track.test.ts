import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_TRACK, trackOf } from './track.ts';

const anyTrack = fc
  .record({ total: fc.integer({ min: 0, max: 400_000_000 }), view: fc.integer({ min: 100, max: 2_000 }) })
  .map(({ total, view }) => trackOf(total, view));

test('a place goes to the track and comes back, and order is kept', () => {
  fc.assert(
    fc.property(anyTrack, fc.double({ min: 0, max: 1, noNaN: true }), (track, part) => {
      const offset = part * track.maxOffset;
      expect(track.toOffset(track.toTrack(offset))).toBeCloseTo(offset, 3);
      expect(track.toTrack(offset)).toBeLessThanOrEqual(track.toTrack(track.maxOffset));
    }),
  );
});

test('the track is never taller than a browser can make it, and its end is the end of the rows', () => {
  const track = trackOf(198_000_000, 600);
  expect(track.height).toBe(MAX_TRACK);
  expect(track.toOffset(MAX_TRACK - 600)).toBe(198_000_000 - 600);
  expect(track.toOffset(0)).toBe(0);
});

test('near both ends a pixel of the track is a pixel of the rows', () => {
  const track = trackOf(198_000_000, 600);
  expect(track.toOffset(1_000) - track.toOffset(900)).toBe(100);
  expect(track.toOffset(MAX_TRACK - 700) - track.toOffset(MAX_TRACK - 800)).toBe(100);
});
