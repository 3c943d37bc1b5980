import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { evict } from './evict.ts';
import { aMap, anEdit, anItem, countWords, someEdits, someMap } from './testing/index.ts';
import type { ProposedEdit } from './edit.ts';

const OPTIONS = { runId: 'r2', budgetTokens: 1_024, eviction: true, lastItemNumber: { cr: 7 }, births: 7 };
const PIN = { by: 'Ada', at: '2026-01-02T03:04:05Z', reason: null };

function outcome(edit: Partial<ProposedEdit>, map = aMap([anItem()])) {
  return applyEdits(map, [anEdit(edit)], OPTIONS, countWords).outcomes[0];
}

describe('an edit that is sound', () => {
  test('ADD gives the next id, a birth, score 0 and where it came from', () => {
    const edit = anEdit({ editId: 'r2-e1', section: 'cr', content: ' Seven chapters. \r\n', candidateId: 'r2-k1' });
    const applied = applyEdits(aMap(), [edit], OPTIONS, countWords);
    expect(applied.map.items).toEqual([
      anItem({
        id: 'cr-00008',
        content: 'Seven chapters.',
        born: 8,
        origin: { kind: 'policy', runId: 'r2', editId: 'r2-e1', candidateId: 'r2-k1' },
      }),
    ]);
    expect(applied).toMatchObject({ lastItemNumber: { cr: 8 }, births: 8 });
  });

  test('REPLACE keeps id, score, birth and origin, and records the former text', () => {
    const item = anItem({ score: 3 });
    const edit = anEdit({ kind: 'REPLACE', section: null, itemId: item.id, content: 'Split on blank lines.' });
    const applied = applyEdits(aMap([item]), [edit], OPTIONS, countWords);
    const after = anItem({ score: 3, content: 'Split on blank lines.' });
    expect(applied.map.items).toEqual([after]);
    expect(applied.outcomes).toEqual([
      {
        editId: 'r1-e1',
        status: 'applied',
        kind: 'REPLACE',
        itemId: item.id,
        section: 'cr',
        before: item.content,
        after: after.content,
        tokensBefore: item.tokens,
        tokensAfter: after.tokens,
      },
    ]);
  });

  test('DELETE removes the item, and its number is not given again', () => {
    const edits = [anEdit({ kind: 'DELETE', itemId: 'cr-00001' }), anEdit({ editId: 'r1-e2' })];
    const applied = applyEdits(aMap([anItem()]), edits, OPTIONS, countWords);
    expect(applied.map.items.map((item) => item.id)).toEqual(['cr-00008']);
  });
});

describe('an edit that is wrong is refused with its reason, and the others apply', () => {
  const pinned = aMap([anItem({ pin: PIN })]);
  test.each([
    ['unknown-operation', outcome({ kind: null })],
    ['unknown-section', outcome({ section: null })],
    ['unknown-section', outcome({ section: 'ep' }, aMap([], { sections: ['cr'] }))],
    ['not-text', outcome({ content: null })],
    ['empty-content', outcome({ content: ' \n\t' })],
    ['too-long', outcome({ content: 'x'.repeat(20_001) })],
    ['duplicate', outcome({ content: 'Records  are separated\nby blank lines.' })],
    ['unknown-item', outcome({ kind: 'REPLACE', itemId: 'cr-00009' })],
    ['unknown-item', outcome({ kind: 'DELETE', itemId: null })],
    ['same-text', outcome({ kind: 'REPLACE', itemId: 'cr-00001', content: 'Records are separated by blank lines.' })],
    ['pinned', outcome({ kind: 'REPLACE', itemId: 'cr-00001' }, pinned)],
    ['pinned', outcome({ kind: 'DELETE', itemId: 'cr-00001' }, pinned)],
    ['over-budget', outcome({ content: 'word '.repeat(1_100) })],
    ['refused-by-reviewer', outcome({ refusal: { kind: 'refused-by-reviewer', words: 'Refused by Ada' } })],
  ] as const)('%s', (kind, refused) => {
    expect(refused).toMatchObject({ status: 'refused', refusal: { kind } });
  });

  test('an item deleted by this update cannot be deleted or rewritten again', () => {
    const twice = [anEdit({ kind: 'DELETE', itemId: 'cr-00001' }), anEdit({ kind: 'REPLACE', itemId: 'cr-00001' })];
    expect(applyEdits(aMap([anItem()]), twice, OPTIONS, countWords).outcomes[1]).toMatchObject({
      refusal: { kind: 'already-deleted', words: 'An earlier edit of this update deleted cr-00001.' },
    });
  });

  test('names an item that could only fit by emptying the map, with the numbers', () => {
    expect(outcome({ content: 'word '.repeat(1_100) })).toMatchObject({
      refusal: {
        words: expect.stringMatching(
          /this item alone would take 1,\d{3} tokens, \d+ over the budget of 1,024/,
        ) as string,
      },
    });
  });
});

test('without eviction an edit that goes over the budget is refused, and one that shrinks the map is not', () => {
  const map = aMap([anItem({ content: 'word '.repeat(900) })]);
  const edits = [
    anEdit({ content: 'more '.repeat(200) }),
    anEdit({ editId: 'r1-e2', kind: 'REPLACE', itemId: 'cr-00001', content: 'short' }),
    anEdit({ editId: 'r1-e3', content: 'more '.repeat(200) }),
  ];
  const { outcomes } = applyEdits(map, edits, { ...OPTIONS, eviction: false }, countWords);
  expect(outcomes.map((each) => each.status)).toEqual(['refused', 'applied', 'applied']);
});

test('whatever the edits: every one is accounted for, ids stay unique, pins hold, and the Evictor can always reach the budget', () => {
  fc.assert(
    fc.property(
      someMap,
      someEdits,
      fc.integer({ min: 150, max: 400 }),
      fc.boolean(),
      (map, edits, budgetTokens, eviction) => {
        const numbers = { cr: 14, cu: 14, dc: 14, ps: 14, rr: 14, ep: 14 };
        const start = evict(map, { budgetTokens, order: 'section-then-score' }, countWords);
        if (start.eviction.unmet !== null) return;
        const options = { runId: 'r2', budgetTokens, eviction, lastItemNumber: numbers, births: 14 };
        const applied = applyEdits(start.map, edits, options, countWords);

        expect(applied.outcomes.map((each) => each.editId)).toEqual(edits.map((each) => each.editId));
        const ids = applied.map.items.map((item) => item.id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const item of start.map.items) if (item.pin !== null) expect(applied.map.items).toContain(item);
        const { eviction: after } = evict(applied.map, { budgetTokens, order: 'section-then-score' }, countWords);
        expect(after.unmet).toBeNull();
        if (!eviction) expect(after.removed).toEqual([]);
      },
    ),
    { numRuns: 1_000 },
  );
});
