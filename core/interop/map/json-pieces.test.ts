import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from './json-pieces.ts';

test('the pieces of any plain value are together its indented JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('a field that is undefined is left out, as JSON leaves it out', () => {
  const value = { a: undefined, b: [undefined, {}], c: { d: undefined }, e: [] };
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value, null, 2));
});
