import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codeLines, pythonTokens } from './python-tokens.ts';

test('words, strings, numbers and comments each get their colour', () => {
  expect(pythonTokens('for t in r"\\b": # go\n  print(len(t), 300)').filter((token) => token.kind !== 'plain')).toEqual(
    [
      { kind: 'keyword', text: 'for' },
      { kind: 'keyword', text: 'in' },
      { kind: 'string', text: 'r"\\b"' },
      { kind: 'comment', text: '# go' },
      { kind: 'name', text: 'print' },
      { kind: 'name', text: 'len' },
      { kind: 'number', text: '300' },
    ],
  );
});

test('no text is lost or added, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      (code) =>
        pythonTokens(code)
          .map((token) => token.text)
          .join('') === code,
    ),
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('"', "'", '#', '\n', '\\', 'a', '1', '.') }),
      (code) =>
        pythonTokens(code)
          .map((token) => token.text)
          .join('') === code,
    ),
  );
});

test('lines keep their feeds, and say how deep they begin', () => {
  const lines = codeLines(pythonTokens("for t in r:\n    print(t)\n\n\tx = '''a\n  b'''"));
  expect(lines.map(({ indent, chars }) => [indent, chars])).toEqual([
    [0, 12],
    [4, 13],
    [0, 1],
    [null, 10],
    [2, 6],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', "'", '#', '\n', ' ', 'a', '1') }), (code) => {
      const all = codeLines(pythonTokens(code));
      expect(all.map(({ tokens }) => tokens.map(({ text }) => text).join('')).join('')).toBe(code);
      for (const { tokens } of all.slice(0, -1)) expect(tokens.at(-1)?.text.endsWith('\n')).toBe(true);
    }),
  );
});
