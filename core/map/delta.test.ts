import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { canonicalMap } from './canonical.ts';
import { applyDelta, mapDelta } from './delta.ts';
import { aMap, anEdit, anItem, countWords, someEdits, someMap } from './testing/index.ts';

const OPTIONS = {
  runId: 'r2',
  budgetTokens: 5_000,
  eviction: true,
  lastItemNumber: { cr: 14, cu: 14, dc: 14, ps: 14, rr: 14, ep: 14 },
  births: 14,
};

test('the difference between any two maps leads from one to the other, and its inverse leads back', () => {
  fc.assert(
    fc.property(someMap, someMap, (before, other) => {
      const after = { ...other, sections: before.sections, headers: before.headers };
      expect(applyDelta(before, mapDelta(before, after))).toEqual(after);
      expect(applyDelta(after, mapDelta(after, before))).toEqual(before);
    }),
    { numRuns: 1_000 },
  );
});

test('an update needs no order in its difference and shares the items that stayed the same', () => {
  fc.assert(
    fc.property(someMap, someEdits, (before, edits) => {
      const { map: after } = applyEdits(before, edits, OPTIONS, countWords);
      const delta = mapDelta(before, after);
      expect(delta.order).toBeNull();
      const rebuilt = applyDelta(before, JSON.parse(JSON.stringify(delta)) as typeof delta);
      expect(rebuilt).toEqual(after);
      expect(rebuilt.items.filter((item) => before.items.includes(item)).length).toBe(
        after.items.filter((item) => before.items.includes(item)).length,
      );
    }),
    { numRuns: 500 },
  );
});

test('the canonical text depends on values alone: not on the order of fields, on token counts or on the sign of zero', () => {
  const item = anItem({ score: 0 });
  const shuffled = { ...Object.fromEntries(Object.entries(item).reverse()), score: -0, tokens: 99 } as typeof item;
  expect(canonicalMap(aMap([shuffled]))).toBe(canonicalMap(aMap([item])));
  expect(canonicalMap(aMap([{ ...item, score: 1 }]))).not.toBe(canonicalMap(aMap([item])));
  expect(canonicalMap(applyEdits(aMap(), [anEdit()], OPTIONS, countWords).map)).toBe(
    '{"v":1,"sections":["cr","cu","dc","ps","rr","ep"],"headers":"all","items":[{"id":"cr-00015","section":"cr",' +
      '"content":"Seven chapters.","score":0,"born":15,"pin":null,' +
      '"origin":{"kind":"policy","runId":"r2","editId":"r1-e1","candidateId":null}}]}',
  );
});
