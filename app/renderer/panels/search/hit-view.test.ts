import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from './hit-view.ts';

/** The excerpt as it is read, the match in brackets. */
function shown(before: string, match: string, after: string): string {
  const excerpt = excerptOf({ before, match, after });
  return `${excerpt.before}[${excerpt.match}]${excerpt.after}`;
}

describe('the words around a place that was found', () => {
  test('stand without the indentation that all their lines have', () => {
    expect(
      shown('for r in records:\n        if ', 'export', ' in r:\n            count += 1\n        total += 1'),
    ).toBe('for r in records:\nif [export] in r:\n    count += 1\ntotal += 1');
  });

  test('stand without empty lines, also where such a line has blanks', () => {
    expect(shown('A line.\n\n   \nThe ', 'export', ' fails.\n\n\nThe end.\n\n')).toBe(
      'A line.\nThe [export] fails.\nThe end.',
    );
  });

  test('begin with a whole word where they were cut, and say so', () => {
    const before = `ble words\n\n    ${'and '.repeat(12)}`;
    expect(shown(before, 'export', '')).toBe(`…words\n${'and '.repeat(12)}[export]`);
    expect(shown(`      ${'x'.repeat(60)}`, 'export', '')).toBe(`…${'x'.repeat(60)}[export]`);
  });

  test('end with a whole word where they were cut, and say so', () => {
    expect(shown('', 'export', ` fails.\n${'and '.repeat(40)}the en`)).toBe(
      `[export] fails.\n${'and '.repeat(40)}the…`,
    );
    expect(shown('', 'export', 'x'.repeat(160))).toBe(`[export]${'x'.repeat(160)}…`);
    expect(shown('', 'export', ` ${'a'.repeat(150)} end.`)).toBe(`[export] ${'a'.repeat(150)} end.`);
  });

  test('keep the match as it is, and lose blanks only', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\t', 'b') });
    const marks = (words: string) => words.replace(/\s/g, '');
    fc.assert(
      fc.property(text, text, (before, after) => {
        const excerpt = excerptOf({ before: before.slice(0, 40), match: ' m\n', after });
        expect(excerpt.match).toBe(' m\n');
        expect(marks(excerpt.before)).toBe(marks(before.slice(0, 40)));
        expect(marks(excerpt.after)).toBe(marks(after));
      }),
    );
  });
});
