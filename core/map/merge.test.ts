import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeByHand } from './change-by-hand.ts';
import { contentKey } from './content.ts';
import type { ContextMap } from './context-map.ts';
import { mergeItems, mergeMapTexts } from './merge.ts';
import type { Merged, MergeItem, MergeSide } from './merge.ts';
import { mergeContent } from './merge-words.ts';
import { parseMap } from './parse.ts';
import { renderMap } from './render.ts';
import { SECTIONS } from './sections.ts';
import { changesFromText } from './text-changes.ts';
import { aMap, anItem, countWords, someContent, someMap, someSection } from './testing/index.ts';

const BASE = 'The export has 2,260 tickets, one per blank line.';

describe('the words of an item', () => {
  test.each([
    [
      'The dump has 2,260 tickets, one per blank line.',
      'The export has 2,260 tickets, one per empty line.',
      'The dump has 2,260 tickets, one per empty line.',
    ],
    [`Checked: ${BASE}`, `${BASE} Dates are ISO.`, `Checked: ${BASE} Dates are ISO.`],
  ])('are merged where both changed them apart from each other', (mine, theirs, merged) => {
    expect([mergeContent(BASE, mine, theirs), mergeContent(BASE, theirs, mine)]).toEqual([merged, merged]);
  });

  test('that both changed alike are changed once', () => {
    expect(
      mergeContent(
        BASE,
        'The export has 2,261 tickets, one per blank line, always.',
        'The export has 2,261 tickets, one per blank line.',
      ),
    ).toBe('The export has 2,261 tickets, one per blank line, always.');
  });

  test.each([
    [
      'the same word',
      'The export has 2,261 tickets, one per blank line.',
      'The export has 2,262 tickets, one per blank line.',
    ],
    [
      'neighbours',
      'The export has 2,261 tickets, one per blank line.',
      'The export has 2,260 rows, one per blank line.',
    ],
    ['additions at one place', `${BASE} Dates are ISO.`, `${BASE} Times are UTC.`],
    ['a word within what is gone', 'The export has tickets.', 'The export has 2,260 tickets, two per blank line.'],
  ])('are a person’s to decide where they overlap: %s', (_, mine, theirs) => {
    expect([mergeContent(BASE, mine, theirs), mergeContent(BASE, theirs, mine)]).toEqual([null, null]);
  });

  test('of a rewrite that is another text altogether are not compared, so that no text can hold the window up', () => {
    const many = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word}${at}`).join(' ');
    expect(mergeContent(many('a'), many('b'), many('c'))).toBeNull();
    expect(mergeContent('!'.repeat(20_000), '?'.repeat(20_000), '!'.repeat(19_000))).toBeNull();
  });

  test('as anyone leaves them: an untouched side gives the other, sides can be swapped, the same is the same', () => {
    fc.assert(
      fc.property(someContent, someContent, someContent, (base, mine, theirs) => {
        expect(mergeContent(base, mine, base)).toBe(mine);
        expect(mergeContent(base, base, theirs)).toBe(theirs);
        expect(mergeContent(base, mine, mine)).toBe(mine);
        expect(mergeContent(base, mine, theirs)).toBe(mergeContent(base, theirs, mine));
      }),
      { numRuns: 1_000 },
    );
  });

  test('that one side put in between words the other left alone are all there', () => {
    const words = fc.array(fc.constantFrom<string>('one', 'two', 'three', 'four'), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (list, first, second) => {
        const [one, other] = [first % (list.length + 1), second % (list.length + 1)].toSorted((a, b) => a - b);
        if (one === undefined || other === undefined || one === other) return;
        const [mine, theirs] = [list.toSpliced(one, 0, 'MINE'), list.toSpliced(other, 0, 'THEIRS')];
        const merged = mergeContent(list.join(' '), mine.join(' '), theirs.join(' '));
        expect(merged).toBe(list.toSpliced(other, 0, 'THEIRS').toSpliced(one, 0, 'MINE').join(' '));
      }),
    );
  });
});

const item = (itemId: string | null, content: string, section: MergeItem['section'] = 'cr'): MergeItem => ({
  itemId,
  section,
  content,
});
const [A, B, C] = [item('cr-00001', 'first'), item('cr-00002', 'second'), item('cr-00003', 'third')];

describe('the items of a map', () => {
  test('that one side added, changed, moved, reordered or took away are so in the merged map', () => {
    const mine = [item(null, 'mine'), A, { ...B, content: 'second, by hand' }, C];
    const theirs = [C, B, item('dc-00004', 'theirs', 'dc'), { ...A, section: 'dc' as const }];
    expect(mergeItems([A, B, C], mine, theirs)).toEqual({
      items: [item(null, 'mine'), C, { ...B, content: 'second, by hand' }, theirs[2], theirs[3]],
      conflicts: [],
      reordered: [],
    });
    expect(mergeItems([A, B, C], [A, C], [A, B, { ...C, content: 'third, too' }]).items).toEqual([
      A,
      { ...C, content: 'third, too' },
    ]);
  });

  test('that both changed otherwise are named with what each says, and are as was decided; mine while nothing is', () => {
    const [mine, theirs] = [item('cr-00001', 'uno'), item('cr-00001', 'eins')];
    const conflict = { itemId: 'cr-00001', base: A, mine, theirs };
    expect(mergeItems([A, B], [mine, B], [theirs, B])).toEqual({
      items: [mine, B],
      conflicts: [conflict],
      reordered: [],
    });
    expect(mergeItems([A, B], [mine, B], [theirs, B], new Map([['cr-00001', 'theirs']])).items).toEqual([theirs, B]);
  });

  test('that one side took away and the other changed or moved are a person’s to decide', () => {
    const changed = { ...A, content: 'first of all' };
    expect(mergeItems([A], [changed], []).conflicts).toEqual([
      { itemId: 'cr-00001', base: A, mine: changed, theirs: null },
    ]);
    const moved = { ...A, section: 'dc' as const };
    expect(mergeItems([A], [], [moved]).conflicts).toEqual([
      { itemId: 'cr-00001', base: A, mine: null, theirs: moved },
    ]);
  });

  test('that both moved to different sections are a person’s to decide', () => {
    const [mine, theirs] = [
      { ...A, section: 'dc' as const },
      { ...A, section: 'ps' as const },
    ];
    expect(mergeItems([A], [mine], [theirs]).conflicts.length).toBe(1);
  });

  test('that both added with the same words stand once, under the id they were given', () => {
    const theirs = [A, item('rr-00004', 'Seven chapters.', 'rr')];
    expect(mergeItems([A], [A, item(null, 'Seven  chapters.')], theirs).items).toEqual(theirs);
  });

  test('put into two orders are in the order of now, and that is said', () => {
    expect(mergeItems([A, B, C], [B, A, C], [C, B, A])).toEqual({ items: [C, B, A], conflicts: [], reordered: ['cr'] });
    expect(mergeItems([A, B, C], [C, B, A], [C, B, A]).reordered).toEqual([]);
  });
});

/** What one side may have made of a map: taken away, rewritten in part or whole, moved, put first, added. */
type Step = { readonly at: number; readonly section: MergeItem['section']; readonly content: string } & {
  readonly do: 'delete' | 'append' | 'rewrite' | 'move' | 'first' | 'add';
};
const someSteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    do: fc.constantFrom('delete', 'append', 'rewrite', 'move', 'first', 'add'),
    at: fc.nat(11),
    section: someSection,
    content: someContent,
  }),
  { maxLength: 5 },
);

function itemsOf(map: ContextMap): readonly MergeItem[] {
  return map.items.map(({ id, section, content }) => ({ itemId: id, section, content }));
}

function written(items: readonly MergeItem[]): readonly MergeItem[] {
  return SECTIONS.flatMap(({ id }) => items.filter((each) => each.section === id));
}

/** `id` gives ids to what is added, as the map does; a person's additions have none. */
function rewritten(base: readonly MergeItem[], steps: readonly Step[], id: (at: number) => string | null) {
  let items = base;
  for (const [number, { do: verb, at, section, content }] of steps.entries()) {
    const old = items[at];
    if (verb === 'add') items = [...items, { itemId: id(number), section, content }];
    else if (old === undefined) continue;
    else if (verb === 'delete') items = items.toSpliced(at, 1);
    else if (verb === 'first') items = [old, ...items.toSpliced(at, 1)];
    else if (verb === 'move') items = items.with(at, { ...old, section });
    else items = items.with(at, { ...old, content: verb === 'append' ? `${old.content} ${content}` : content });
  }
  return written(items);
}

const threeMaps = fc.record({ base: someMap.map(itemsOf), mine: someSteps, theirs: someSteps }).map((given) => ({
  base: given.base,
  mine: rewritten(given.base, given.mine, () => null),
  theirs: rewritten(given.base, given.theirs, (at) => `rr-${at + 90_000}`),
}));

const all = ({ conflicts }: Merged, side: MergeSide) => new Map(conflicts.map(({ itemId }) => [itemId, side]));

describe('whatever two sides made of a map', () => {
  test('with one of them untouched it is what the other made, and with both alike it is that', () => {
    fc.assert(
      fc.property(threeMaps, ({ base, mine, theirs }) => {
        const plain = (items: readonly MergeItem[]) => ({ items, conflicts: [], reordered: [] });
        expect(mergeItems(base, mine, base)).toEqual(plain(mine));
        expect(mergeItems(base, base, theirs)).toEqual(plain(theirs));
        expect(mergeItems(base, mine, mine)).toEqual(plain(mine));
        expect(mergeItems(base, theirs, theirs)).toEqual(plain(theirs));
      }),
      { numRuns: 1_000 },
    );
  });

  test('merged, it is merged: brought together with the map now once more nothing changes', () => {
    fc.assert(
      fc.property(threeMaps, ({ base, mine, theirs }) => {
        const { items } = mergeItems(base, mine, theirs);
        expect(mergeItems(theirs, items, theirs)).toEqual({ items, conflicts: [], reordered: [] });
      }),
      { numRuns: 500 },
    );
  });

  test('it makes no difference which side is which, but for the names and for whose order stands', () => {
    fc.assert(
      fc.property(threeMaps, ({ base, mine, theirs }) => {
        const [one, other] = [mergeItems(base, mine, theirs), mergeItems(base, theirs, mine)];
        const byId = (list: Merged['conflicts']) => list.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
        const swapped = other.conflicts.map((each) => ({ ...each, mine: each.theirs, theirs: each.mine }));
        expect(byId(one.conflicts)).toEqual(byId(swapped));
        expect(one.reordered).toEqual(other.reordered);
        const sorted = (items: readonly MergeItem[]) => items.map((each) => JSON.stringify(each)).sort();
        expect(sorted(one.items)).toEqual(sorted(mergeItems(base, theirs, mine, all(other, 'theirs')).items));
      }),
      { numRuns: 1_000 },
    );
  });

  test('nothing is lost that neither took away, and nothing comes that neither has', () => {
    fc.assert(
      fc.property(threeMaps, fc.constantFrom<MergeSide>('mine', 'theirs'), ({ base, mine, theirs }, side) => {
        const first = mergeItems(base, mine, theirs);
        const { items } = mergeItems(base, mine, theirs, all(first, side));
        const has = (list: readonly MergeItem[], id: string | null) => list.some(({ itemId }) => itemId === id);
        const ids = items.flatMap(({ itemId }) => (itemId === null ? [] : [itemId]));
        expect(new Set(ids).size).toBe(ids.length);
        for (const { itemId } of base)
          if (has(mine, itemId) && has(theirs, itemId)) expect(has(items, itemId)).toBe(true);
        for (const each of [...mine, ...theirs])
          if (!has(base, each.itemId) || each.itemId === null)
            expect(items.map(({ content }) => contentKey(content))).toContain(contentKey(each.content));
        for (const { itemId } of items) expect(has([...mine, ...theirs], itemId)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('an edited text', () => {
  const NUMBERING = { lastItemNumber: { cr: 14, cu: 14, dc: 14, ps: 14, rr: 14, ep: 14 }, births: 14 };
  const RULES = { budgetTokens: 100_000, evictionOrder: 'section-then-score', eviction: true } as const;
  const ONE = anItem({ content: 'one and two', born: 1 });
  const TWO = anItem({ content: 'three and four', born: 2 });
  const base = renderMap(aMap([ONE, TWO]));

  test('where nothing was written is the map now', () => {
    fc.assert(
      fc.property(someMap, someMap, (before, now) => {
        expect(mergeMapTexts(renderMap(before), renderMap(before), renderMap(now)).text).toBe(renderMap(now));
      }),
    );
  });

  test('is merged by ids, and what has none in the map now stands there as a new item', () => {
    const now = aMap([{ ...TWO, content: 'three and 4' }, anItem({ content: 'new there', born: 3 })]);
    const mine = base
      .replace('one and two', 'one and 2')
      .replace('three', 'tres')
      .replace('\n\n## CONTEXT U', '\nnew here\n\n## CONTEXT U');
    const merged = mergeMapTexts(base, mine, renderMap(now));
    expect(merged.conflicts.map(({ itemId }) => itemId)).toEqual(['cr-00001']);
    expect(merged.text).toContain(
      '\n- one and 2\n[cr-00002] tres and 4\n- new here\n[cr-00003] new there\n\n## CONTEXT UNDERSTANDING',
    );
    const gone = mergeMapTexts(base, mine, renderMap(now), new Map([['cr-00001', 'theirs']]));
    expect(gone.text).not.toContain('one and');
  });

  test('tells what could not be read of it', () => {
    expect(mergeMapTexts(base, `lost\n${base}`, base).warnings).toEqual([
      { line: 1, words: 'This line stands in no section and was left out.' },
    ]);
  });

  test('of any kind, merged with any map, is read back as what was merged, and can be saved as that', () => {
    fc.assert(
      fc.property(someMap, someSteps, someSteps, (map, ours, others) => {
        const mine = rewritten(itemsOf(map), ours, () => null);
        const theirs = rewritten(itemsOf(map), others, (at) => `rr-${at + 90_000}`);
        const now = aMap(
          theirs.map(({ itemId, section, content }, at) =>
            anItem({ id: itemId ?? '', section, content, born: at + 1 }),
          ),
          { headers: map.headers },
        );
        // A person's additions stand in a text as renderMap would write them under an id that no map has.
        const text = renderMap(
          aMap(
            mine.map(({ itemId, section, content }, at) =>
              anItem({ id: itemId ?? `ep-${at + 80_000}`, section, content }),
            ),
          ),
        );
        const merged = mergeMapTexts(renderMap(map), text, renderMap(now));
        const looksLikeId = (content: string) => /^\[\W*(cr|cu|dc|ps|rr|ep)/i.test(content);
        if (merged.items.some(({ content }) => looksLikeId(content))) return;
        const plain = ({ section, content }: MergeItem) => ({ section, content });
        expect(parseMap(merged.text).items.map(plain)).toEqual(merged.items.map(plain));
        const { changes } = changesFromText(now, merged.text, { kind: 'hand', by: 'Ada' });
        const saved = changeByHand(now, changes, NUMBERING, RULES, countWords);
        if (saved.ok) expect(itemsOf(saved.value.map).map(plain)).toEqual(merged.items.map(plain));
      }),
      { numRuns: 500 },
    );
  });

  test('keeps a new item from passing for another by how it begins', () => {
    const mine = renderMap(aMap([{ ...ONE, content: '[cr-00002] is wrong' }, TWO]));
    const { text } = mergeMapTexts(base, mine, renderMap(aMap([TWO])));
    expect(parseMap(text).items.map(({ itemId, content }) => [itemId, content])).toEqual([
      [null, '- [cr-00002] is wrong'],
      ['cr-00002', 'three and four'],
    ]);
  });
});
