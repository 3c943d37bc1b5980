import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTags } from './tags.ts';
import { countTotal } from './count.ts';
import { evict } from './evict.ts';
import { aMap, anItem, countWholly, countWords, someMap } from './testing/index.ts';

const PIN = { by: 'Ada', at: '2026-01-02T03:04:05Z', reason: null };
const line = (word: string) => `${word} `.repeat(20);
const ITEMS = [
  anItem({ born: 1, section: 'cr', content: line('roadmap'), score: -3 }),
  anItem({ born: 2, section: 'cu', content: line('understanding'), score: 2 }),
  anItem({ born: 3, section: 'dc', content: line('constant'), score: 0 }),
  anItem({ born: 4, section: 'ps', content: line('schema'), score: 5 }),
  anItem({ born: 5, section: 'ps', content: line('older'), score: 1 }),
  anItem({ born: 6, section: 'ps', content: line('younger'), score: 1 }),
  anItem({ born: 7, section: 'rr', content: line('result'), score: 0 }),
  anItem({ born: 8, section: 'ep', content: line('error'), score: 9 }),
];
const order = (given: 'section-then-score' | 'score-then-section') =>
  evict(aMap(ITEMS), { budgetTokens: 100_000, order: given }, countWords).eviction.ranking.map(({ itemId }) => itemId);

describe('the order of eviction', () => {
  test('section first: errors, schema, results, constants, then roadmap and understanding together; in each by score, then age', () => {
    expect(order('section-then-score')).toEqual([
      'ep-00008',
      'ps-00005',
      'ps-00006',
      'ps-00004',
      'rr-00007',
      'dc-00003',
      'cr-00001',
      'cu-00002',
    ]);
  });

  test('score first: the lowest score of the whole map, among equals the lowest section, then age', () => {
    expect(order('score-then-section')).toEqual([
      'cr-00001',
      'rr-00007',
      'dc-00003',
      'ps-00005',
      'ps-00006',
      'cu-00002',
      'ps-00004',
      'ep-00008',
    ]);
  });
});

describe('an eviction', () => {
  test('leaves a map within budget as it is, the same object, and still tells the ranking', () => {
    const map = aMap(ITEMS);
    const result = evict(map, { budgetTokens: 100_000, order: 'section-then-score' }, countWords);
    expect(result.map).toBe(map);
    expect(result.eviction).toMatchObject({ removed: [], unmet: null });
    expect(result.eviction.ranking).toHaveLength(8);
  });

  test('stops at the cut line and tells the tokens after each removal and why each item went', () => {
    const map = aMap(ITEMS);
    const tokensBefore = countTotal(map, countWords);
    const { eviction } = evict(map, { budgetTokens: tokensBefore - 30, order: 'section-then-score' }, countWords);
    expect(eviction.removed.map(({ itemId }) => itemId)).toEqual(['ep-00008', 'ps-00005']);
    expect(eviction.tokensAfter).toBe(eviction.ranking[1]?.totalAfter);
    expect(eviction.removed[1]?.why).toMatch(
      /^lowest section left \(Parsing Schema\), in it the lowest score \(1\), then the oldest\. \d+ → \d+ tokens of \d+\.$/,
    );
  });

  test('never takes a pinned item, puts it last in the ranking, and says so when pins alone are too much', () => {
    const map = aMap([anItem({ section: 'ps', pin: PIN, score: -9, content: line('pinned') }), ...ITEMS.slice(1)]);
    const { map: left, eviction } = evict(map, { budgetTokens: 1, order: 'section-then-score' }, countWords);
    expect(left.items.map((item) => item.id)).toEqual(['ps-00001']);
    expect(eviction.ranking.at(-1)).toMatchObject({ itemId: 'ps-00001', pinned: true });
    expect(eviction.unmet).toEqual({
      tokens: eviction.tokensAfter,
      words: `Headings and pinned items alone take ${String(eviction.tokensAfter)} of 1 tokens.`,
    });
  });
});

test('whatever the map and budget: within it or only unremovable items left; and nothing went that need not', () => {
  fc.assert(
    fc.property(
      someMap,
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom('section-then-score' as const, 'score-then-section' as const),
      (map, budgetTokens, given) => {
        const { map: left, eviction } = evict(map, { budgetTokens, order: given }, countWords);
        expect(eviction.tokensAfter).toBe(countTotal(left, countWholly));
        if (eviction.unmet === null) expect(eviction.tokensAfter).toBeLessThanOrEqual(budgetTokens);
        else expect(left.items.filter((item) => item.pin === null)).toEqual([]);
        const spared = eviction.removed.length - 1;
        const before = spared > 0 ? (eviction.ranking[spared - 1]?.totalAfter ?? 0) : eviction.tokensBefore;
        if (eviction.removed.length > 0) expect(before).toBeGreaterThan(budgetTokens);
        expect(eviction.ranking.slice(0, eviction.removed.length).map(({ itemId }) => itemId)).toEqual(
          eviction.removed.map(({ itemId }) => itemId),
        );
        expect(evict(map, { budgetTokens, order: given }, countWholly)).toEqual({ map: left, eviction });
      },
    ),
    { numRuns: 1_000 },
  );
});

test('tags add their weights to the scores of the items they name, and nothing else changes', () => {
  const [first, second, third] = [
    anItem({ born: 1, score: 1 }),
    anItem({ born: 2, content: 'b' }),
    anItem({ born: 3, content: 'c' }),
  ];
  const weights = { helpful: 1, harmful: -1, neutral: 0, stale: -0.5 };
  const map = aMap([first, second, third]);
  const tagged = applyTags(
    map,
    [
      { itemId: first.id, tag: 'helpful' },
      { itemId: second.id, tag: 'stale' },
      { itemId: third.id, tag: 'neutral' },
      { itemId: 'cr-00099', tag: 'harmful' },
    ],
    weights,
  );
  expect(tagged.items).toEqual([{ ...first, score: 2 }, { ...second, score: -0.5 }, third]);
  expect(tagged.items[2]).toBe(third);
  expect(applyTags(map, [{ itemId: third.id, tag: 'neutral' }], weights)).toBe(map);
});
