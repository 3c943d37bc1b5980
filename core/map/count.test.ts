import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countMap, countTotal, shrinkingCount } from './count.ts';
import { renderMap } from './render.ts';
import { countWholly, countWords, someMap } from './testing/index.ts';

test('counting by pieces gives the count of the exact text, and the sections add up to it', () => {
  fc.assert(
    fc.property(someMap, (map) => {
      const { total, bySection } = countMap(map, countWords);
      expect(total).toBe(countWholly(renderMap(map)));
      expect(Object.values(bySection).reduce((sum, each) => sum + each, 0)).toBe(total);
      expect(countMap(map, countWholly).total).toBe(total);
    }),
    { numRuns: 500 },
  );
});

test('the running count after each removal is the count of what is left', () => {
  fc.assert(
    fc.property(someMap, fc.infiniteStream(fc.nat()), (map, picks) => {
      for (const count of [countWords, countWholly]) {
        const running = shrinkingCount(map, count);
        let left = map;
        for (const pick of picks) {
          expect(running.tokens()).toBe(countTotal(left, countWholly));
          const item = left.items[pick % Math.max(1, left.items.length)];
          if (item === undefined) break;
          running.remove(item.id);
          left = { ...left, items: left.items.filter((each) => each !== item) };
        }
      }
    }),
    { numRuns: 500 },
  );
});
