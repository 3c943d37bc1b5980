import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pythonTokens } from './python-tokens.ts';

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
