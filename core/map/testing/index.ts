// Builders and generators for tests of whatever handles maps. Production code does not import this.

import fc from 'fast-check';
import { normalizeContent } from '../content.ts';
import { TAGS, emptyMap, withItems } from '../context-map.ts';
import type { ContextMap, CountTokens, MapItem } from '../context-map.ts';
import { countItem } from '../count.ts';
import type { ProposedEdit } from '../edit.ts';
import { itemIdOf } from '../item-id.ts';
import { SECTIONS } from '../sections.ts';

/** A tokenizer for tests: words, single signs and runs of line ends, as tiktoken's patterns cut them. Counted by pieces. */
export const countWords: CountTokens = Object.assign((text: string) => wordsIn(text), {
  pieces: { measure: wordsIn, total: (sum: number) => sum },
});

/** The same numbers without the right to count by pieces: every count is of the whole text. */
export const countWholly: CountTokens = (text) => wordsIn(text);

function wordsIn(text: string): number {
  return text.match(/ ?[\p{L}\p{N}]+|[^\S\n]*\n+|[^\S\n]+| ?[^\s\p{L}\p{N}]/gu)?.length ?? 0;
}

export function anItem(given: Partial<MapItem> = {}): MapItem {
  const section = given.section ?? 'cr';
  const item = {
    id: itemIdOf(section, given.born ?? 1),
    section,
    content: 'Records are separated by blank lines.',
    score: 0,
    born: 1,
    pin: null,
    origin: { kind: 'policy', runId: 'r1', editId: 'r1-e1', candidateId: null },
    ...given,
  } as const;
  return { tokens: countItem(item, countWords), ...item };
}

/** A map with every section enabled. */
export function aMap(items: readonly MapItem[] = [], given: Partial<ContextMap> = {}): ContextMap {
  return {
    ...withItems(
      emptyMap(
        SECTIONS.map((each) => each.id),
        'all',
      ),
      items,
    ),
    ...given,
  };
}

export function anEdit(given: Partial<ProposedEdit> = {}): ProposedEdit {
  const edit = {
    editId: 'r1-e1',
    kind: 'ADD',
    section: 'cr',
    itemId: null,
    content: 'Seven chapters.',
    candidateId: null,
  } as const;
  return { ...edit, refusal: null, raw: '{}', ...given };
}

export const someSection = fc.constantFrom(...SECTIONS.map((each) => each.id));
export const someTag = fc.constantFrom(...TAGS);

/** Texts that look like what a map is written with, mixed with any text at all. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.string({ maxLength: 20 }),
      fc.lorem({ maxCount: 6 }),
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r\n',
        '  ',
        '[cr-00001] ',
        '\n[dc-00002] x',
        '\n## DOMAIN CONSTANTS\n',
        '(',
        ')',
        '<|endoftext|>',
      ),
      fc.constantFrom(
        '\u2028',
        '\ud800',
        '\u0000',
        '\ufeff',
        'é',
        'e\u0301',
        '—',
        '🙂',
        '\n  - nested',
        '```json\n{}\n```',
        '#',
        '[',
        '//',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

export const someContent = hostileText.map(normalizeContent).filter((content) => content !== '');

const someOrigin = fc.oneof(
  fc.record({
    kind: fc.constant('policy' as const),
    runId: fc.constant('r1'),
    editId: fc.constant('r1-e1'),
    candidateId: fc.option(fc.constant('r1-k1')),
  }),
  fc.record({ kind: fc.constant('hand' as const), by: fc.constant('Ada') }),
  fc.record({ kind: fc.constant('import' as const), from: fc.string({ maxLength: 8 }) }),
);

const somePin = fc.record({
  by: fc.constant('Ada'),
  at: fc.constant('2026-01-02T03:04:05Z'),
  reason: fc.option(fc.string({ maxLength: 8 })),
});

/** Maps of up to 12 items with ids and births as a study would have given them; texts may repeat. */
export const someMap: fc.Arbitrary<ContextMap> = fc
  .record({
    sections: fc.subarray(
      SECTIONS.map((each) => each.id),
      { minLength: 1 },
    ),
    headers: fc.constantFrom('all' as const, 'used' as const),
    items: fc.array(
      fc.record({
        section: someSection,
        content: someContent,
        score: fc.integer({ min: -4, max: 6 }),
        pin: fc.option(somePin, { freq: 6 }),
        origin: someOrigin,
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ sections, headers, items }) => {
    const map = emptyMap(sections, headers);
    const numbered = items.map((item, at) => anItem({ ...item, born: at + 1, id: itemIdOf(item.section, at + 1) }));
    return withItems(map, numbered);
  });

/** Edits as a reader could give them for a map with ids up to 14: sound ones, wrong ones, unreadable ones. */
export const someEdits: fc.Arbitrary<readonly ProposedEdit[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('ADD' as const, 'REPLACE' as const, 'DELETE' as const, null),
      section: fc.option(someSection, { freq: 8 }),
      itemId: fc.option(
        fc.tuple(someSection, fc.integer({ min: 1, max: 14 })).map(([section, number]) => itemIdOf(section, number)),
        { freq: 8 },
      ),
      content: fc.option(hostileText, { freq: 10 }),
      candidateId: fc.option(fc.constant('r1-k1')),
      refusal: fc.option(fc.constant({ kind: 'not-text' as const, words: 'no text' }), { freq: 10, nil: null }),
    }),
    { maxLength: 10 },
  )
  .map((edits) => edits.map((edit, at) => anEdit({ ...edit, editId: `r1-e${at + 1}` })));
