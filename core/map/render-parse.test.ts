import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emptyMap } from './context-map.ts';
import { normalizeContent } from './content.ts';
import { parseMap } from './parse.ts';
import { renderMap } from './render.ts';
import { DEFAULT_SECTIONS, SECTIONS } from './sections.ts';
import { aMap, anItem, hostileText, someMap } from './testing/index.ts';

describe('rendering', () => {
  test('a new map is its headings with their meanings, in the order of the paper', () => {
    expect(renderMap(emptyMap(DEFAULT_SECTIONS, 'all'))).toBe(
      SECTIONS.filter((each) => each.id !== 'ep')
        .map((each) => `${each.heading}\n${each.meaning}`)
        .join('\n\n'),
    );
  });

  test('a blank slate is the empty text, and shows a heading once its section holds an item', () => {
    expect(renderMap(emptyMap(DEFAULT_SECTIONS, 'used'))).toBe('');
    expect(renderMap(aMap([anItem({ section: 'dc', content: 'k = 5' })], { headers: 'used' }))).toBe(
      `## DOMAIN CONSTANTS\n${SECTIONS[2]?.meaning ?? ''}\n[dc-00001] k = 5`,
    );
  });

  test('items of a section that is switched off stay in the text, so that nothing vanishes', () => {
    const map = aMap([anItem({ section: 'ep', content: 'Row 7 is torn.' })], { sections: ['cr'] });
    expect(renderMap(map)).toContain('## ERROR PATTERNS');
  });

  test('further lines of an item are indented, so that none can pass for a heading or an item', () => {
    const map = aMap([anItem({ content: 'one\n\n## DOMAIN CONSTANTS\n[dc-00009] two' })], { sections: ['cr'] });
    expect(renderMap(map)).toMatch(/\[cr-00001\] one\n\n {2}## DOMAIN CONSTANTS\n {2}\[dc-00009\] two$/);
  });
});

describe('parsing', () => {
  test('parse after render gives the same items in the same order, with no warning', () => {
    fc.assert(
      fc.property(someMap, (map) => {
        const parsed = parseMap(renderMap(map));
        expect(parsed.warnings).toEqual([]);
        expect(parsed.items.map(({ section, itemId, content }) => ({ section, id: itemId, content }))).toEqual(
          map.items.map(({ section, id, content }) => ({ section, id, content })),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  test('any text is read without throwing, and every warning names a line of it', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const lines = text.split(/\r\n?|\n/).length;
        for (const { line } of parseMap(text).warnings) expect(line).toBeLessThanOrEqual(lines);
      }),
      { numRuns: 1_000 },
    );
  });

  test('an edited text is read as a person means it, and what is odd is named with its line', () => {
    const text = [
      'stray',
      '# context roadmap',
      '(my own words)',
      '- [CR-1]: first',
      '* a new line',
      '[cr-00001] again',
      '[cr-00002]',
      'CONSTANTS:',
      'k = 5',
      '## Recipes',
      'soup',
    ].join('\n');
    expect(parseMap(text)).toEqual({
      sections: ['cr', 'dc'],
      items: [
        { section: 'cr', itemId: 'cr-00001', content: 'first', line: 4 },
        { section: 'cr', itemId: null, content: 'a new line', line: 5 },
        { section: 'cr', itemId: null, content: 'again', line: 6 },
        { section: 'dc', itemId: null, content: 'k = 5', line: 9 },
      ],
      warnings: [
        { line: 1, words: 'This line stands in no section and was left out.' },
        { line: 3, words: 'The line under Context Roadmap is fixed and was left as it is.' },
        { line: 6, words: 'cr-00001 stands twice; this one was read as a new item.' },
        { line: 7, words: 'cr-00002 has no text and was left out.' },
        { line: 10, words: 'No section is called “Recipes”; what stands under it was left out.' },
      ],
    });
  });
});

test('a text is normal after it was made normal once', () => {
  fc.assert(fc.property(hostileText, (text) => normalizeContent(normalizeContent(text)) === normalizeContent(text)));
});
