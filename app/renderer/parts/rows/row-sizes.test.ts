import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRowSizes } from './row-sizes.ts';

test('places and rows agree with a plain sum, however rows are measured, added and taken away', () => {
  const step = fc.oneof(
    fc.record({ index: fc.nat(3_000), size: fc.integer({ min: 1, max: 900 }) }),
    fc.record({ count: fc.integer({ min: 0, max: 3_000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.double({ min: 0, max: 1, noNaN: true }), (steps, where) => {
      const sizes = createRowSizes(50, 8);
      let plain: number[] = [];
      for (const each of steps) {
        if ('count' in each) {
          sizes.setCount(each.count);
          plain = Array.from({ length: each.count }, (_, at) => plain[at] ?? 50);
        } else {
          sizes.measure(each.index, each.size);
          if (each.index < plain.length) plain[each.index] = each.size;
        }
      }
      const starts = plain.map((_, at) => plain.slice(0, at).reduce((sum, size) => sum + size + 8, 0));
      const total = plain.length === 0 ? 0 : (starts.at(-1) ?? 0) + (plain.at(-1) ?? 0);
      expect(sizes.total()).toBe(total);
      const place = where * total;
      const at = sizes.indexAt(place);
      expect(at).toBe(
        Math.max(
          0,
          starts.findLastIndex((start) => start <= place),
        ),
      );
      if (plain.length > 0) expect(sizes.startOf(at)).toBe(starts[at]);
    }),
    { numRuns: 60 },
  );
});

test('a million rows are there at once, and the last is found', () => {
  const sizes = createRowSizes(190, 8);
  sizes.setCount(1_000_000);
  expect(sizes.total()).toBe(198_000_000 - 8);
  expect(sizes.measure(0, 290)).toBe(100);
  expect(sizes.indexAt(sizes.total())).toBe(999_999);
  expect(sizes.startOf(999_999)).toBe(999_999 * 198 + 100);
});

test('a row that comes back after it was taken away is measured anew', () => {
  const sizes = createRowSizes(10);
  sizes.setCount(3);
  sizes.measure(2, 40);
  sizes.setCount(2);
  sizes.setCount(3);
  expect(sizes.total()).toBe(30);
});
