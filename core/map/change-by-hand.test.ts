import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { budgetRefusal } from './budget.ts';
import { changeByHand } from './change-by-hand.ts';
import type { HandChange } from './change-by-hand.ts';
import { countTotal } from './count.ts';
import { evict } from './evict.ts';
import { renderMap } from './render.ts';
import { changesFromText } from './text-changes.ts';
import { aMap, anItem, countWords, hostileText, someMap, someSection } from './testing/index.ts';

const PIN = { by: 'Ada', at: '2026-01-02T03:04:05Z', reason: null };
const BY = { kind: 'hand', by: 'Ada' } as const;
const NUMBERING = { lastItemNumber: { cr: 14, cu: 14, dc: 14, ps: 14, rr: 14, ep: 14 }, births: 14 };
const RULES = { budgetTokens: 300, evictionOrder: 'section-then-score', eviction: true } as const;
const [A, B, C] = ['first', 'second', 'third'].map((content, at) => anItem({ content, born: at + 1 }));
if (A === undefined || B === undefined || C === undefined) throw new Error('three items');
const MAP = aMap([A, B, C]);

function idsAfter(changes: readonly HandChange[], map = MAP) {
  const changed = changeByHand(map, changes, NUMBERING, RULES, countWords);
  return changed.ok ? changed.value.map.items.map((item) => item.id) : changed.error;
}

describe('a change by hand', () => {
  test('may stand anywhere in its section, and a moved item keeps its id', () => {
    const add: HandChange = { do: 'add', section: 'cr', content: 'new', origin: BY, beforeItemId: B.id };
    expect(idsAfter([add])).toEqual([A.id, 'cr-00015', B.id, C.id]);
    expect(idsAfter([{ do: 'move', itemId: C.id, section: 'cr', beforeItemId: A.id }])).toEqual([C.id, A.id, B.id]);
    expect(idsAfter([{ do: 'move', itemId: A.id, section: 'dc', beforeItemId: null }])).toEqual([B.id, C.id, A.id]);
  });

  test('may touch a pinned item, since a pin binds the policy and not the person', () => {
    const pinned = aMap([{ ...A, pin: PIN }]);
    expect(idsAfter([{ do: 'delete', itemId: A.id }], pinned)).toEqual([]);
  });

  test('is refused with a reason and then changes nothing', () => {
    expect(
      idsAfter([
        { do: 'delete', itemId: A.id },
        { do: 'unpin', itemId: B.id },
      ]),
    ).toMatchObject({ kind: 'same-text' });
    expect(idsAfter([{ do: 'edit', itemId: A.id, content: 'second' }])).toMatchObject({ kind: 'duplicate' });
    expect(idsAfter([{ do: 'return', item: A }])).toMatchObject({ kind: 'duplicate' });
    expect(idsAfter([{ do: 'edit', itemId: 'cr-00099', content: 'x' }])).toMatchObject({ kind: 'unknown-item' });
    expect(idsAfter([{ do: 'move', itemId: A.id, section: 'dc', beforeItemId: B.id }])).toMatchObject({
      kind: 'unknown-item',
    });
  });

  test('that does not fit evicts others, never what it wrote itself', () => {
    const filler = anItem({ section: 'cu', born: 4, score: 9, content: 'word '.repeat(150) });
    const add: HandChange = { do: 'add', section: 'ps', content: 'other '.repeat(60), origin: BY, beforeItemId: null };
    expect(idsAfter([add], aMap([filler]))).toEqual(['ps-00015']);
  });

  test('that cannot fit even so is refused with the numbers, a pin too', () => {
    const add: HandChange = { do: 'add', section: 'ps', content: 'other '.repeat(300), origin: BY, beforeItemId: null };
    expect(idsAfter([add])).toMatchObject({
      kind: 'over-budget',
      words: expect.stringMatching(/would take \d+ tokens, \d+ over the budget of 300\. Unpin or shorten/) as string,
    });
    const two = aMap([
      anItem({ content: 'word '.repeat(150), pin: PIN }),
      anItem({ born: 2, content: 'more '.repeat(150) }),
    ]);
    expect(idsAfter([{ do: 'pin', itemId: 'cr-00002', pin: PIN }], two)).toMatchObject({ kind: 'over-budget' });
  });

  test('brings an evicted item back with its id, score and birth', () => {
    const ghost = anItem({ born: 9, score: -2, content: 'ghost' });
    const changed = changeByHand(MAP, [{ do: 'return', item: ghost }], NUMBERING, RULES, countWords);
    expect(changed.ok && changed.value.map.items.at(-1)).toEqual(ghost);
  });
});

test('a lowered budget is met by eviction, and refused with the numbers where a version does not fit it', () => {
  expect(budgetRefusal(1_400, 1_024, 'v3')).toEqual({
    kind: 'over-budget',
    words: 'v3 would take 1,400 tokens, 376 over the budget of 1,024.',
  });
  expect(budgetRefusal(1_024, 1_024)).toBeNull();
});

const someChange: fc.Arbitrary<HandChange> = fc
  .record({
    do: fc.constantFrom('add', 'edit', 'delete', 'move', 'pin', 'unpin', 'return'),
    section: someSection,
    number: fc.integer({ min: 1, max: 13 }),
    other: fc.option(fc.integer({ min: 1, max: 13 })),
    content: hostileText,
  })
  .map(({ do: verb, section, number, other, content }): HandChange => {
    const id = (at: number) => `${section}-${String(at).padStart(5, '0')}`;
    const beforeItemId = other === null ? null : id(other);
    const itemId = id(number);
    if (verb === 'add') return { do: verb, section, content, origin: BY, beforeItemId };
    if (verb === 'edit') return { do: verb, itemId, content };
    if (verb === 'move') return { do: verb, itemId, section, beforeItemId };
    if (verb === 'pin') return { do: verb, itemId, pin: PIN };
    if (verb === 'return') return { do: verb, item: anItem({ id: itemId, section, content, born: number }) };
    return verb === 'delete' ? { do: verb, itemId } : { do: 'unpin', itemId };
  });

test('whatever is done by hand: within budget or refused, ids unique, the map given untouched', () => {
  fc.assert(
    fc.property(someMap, fc.array(someChange, { maxLength: 5 }), fc.boolean(), (given, changes, eviction) => {
      const { map } = evict(given, { budgetTokens: 300, order: 'section-then-score' }, countWords);
      if (countTotal(map, countWords) > 300) return;
      const before = renderMap(map);
      const changed = changeByHand(map, changes, NUMBERING, { ...RULES, eviction }, countWords);
      expect(renderMap(map)).toBe(before);
      if (!changed.ok) return;
      expect(countTotal(changed.value.map, countWords)).toBeLessThanOrEqual(300);
      const ids = changed.value.map.items.map((item) => item.id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 1_000 },
  );
});

describe('an edited text', () => {
  test('unchanged is no change', () => {
    fc.assert(
      fc.property(someMap, (map) => {
        expect(changesFromText(map, renderMap(map), BY)).toEqual({ changes: [], warnings: [] });
      }),
    );
  });

  test('becomes as few changes as lead to it', () => {
    const text =
      renderMap(MAP).replace('[cr-00001] first\n', '').replace('third', 'third, mended\n- brand new') +
      '\n[cr-00050] odd';
    const { changes, warnings } = changesFromText(MAP, text, BY);
    expect(changes).toEqual([
      { do: 'delete', itemId: 'cr-00001' },
      { do: 'edit', itemId: 'cr-00003', content: 'third, mended' },
      { do: 'add', section: 'cr', content: 'brand new', origin: BY, beforeItemId: null },
      { do: 'add', section: 'ep', content: 'odd', origin: BY, beforeItemId: null },
    ]);
    expect(warnings).toEqual([{ line: 21, words: 'The map has no item cr-00050; this was read as a new one.' }]);
  });

  test('of any other map leads to that map, whatever stands where', () => {
    fc.assert(
      fc.property(someMap, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (given, keys) => {
        const distinct = given.items.filter(
          (item, at) => given.items.findIndex((each) => each.content === item.content) === at,
        );
        const map = { ...given, sections: aMap().sections, items: distinct };
        const shuffled = map.items
          .map((item, at) => ({ item, key: keys[at] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ item }) => item);
        const wanted = aMap(shuffled, { headers: map.headers });
        const { changes } = changesFromText(map, renderMap(wanted), BY);
        const changed = changeByHand(map, changes, NUMBERING, { ...RULES, budgetTokens: 100_000 }, countWords);
        expect(changed.ok && changed.value.map.items.map((item) => item.id)).toEqual(
          wanted.items.map((item) => item.id),
        );
      }),
      { numRuns: 500 },
    );
  });
});
