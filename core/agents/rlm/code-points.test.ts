import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countPoints, cutMiddle, encodeUtf8, headOfPoints, tailOfPoints } from './code-points.ts';

test('an emoji is one character, as in Python', () => {
  expect(countPoints('a😀b')).toBe(3);
  expect(headOfPoints('😀😀b', 2)).toBe('😀😀');
  expect(tailOfPoints('a😀😀', 2)).toBe('😀😀');
});

test('counting and cutting agree with the iteration of a string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, points) => {
      const all = Array.from(text);
      expect(countPoints(text)).toBe(all.length);
      expect(headOfPoints(text, points)).toBe(all.slice(0, points).join(''));
      expect(tailOfPoints(text, points)).toBe(points === 0 ? '' : all.slice(-points).join(''));
    }),
  );
});

test('UTF-8 agrees with the platform', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(encodeUtf8(text)).toEqual(new Uint8Array(new TextEncoder().encode(text)));
    }),
  );
});

test('a long text keeps its beginning and its end and says how much is missing', () => {
  const cut = cutMiddle(`start${'x'.repeat(30_000)}end`, 100);
  expect(cut.startsWith('start')).toBe(true);
  expect(cut.endsWith('end')).toBe(true);
  expect(cut).toContain('29,908 characters cut');
  expect(cut.length).toBeLessThan(200);
});

test('a text at the limit is left alone, counted in code points', () => {
  const text = '😀'.repeat(100);
  expect(cutMiddle(text, 100)).toBe(text);
});
