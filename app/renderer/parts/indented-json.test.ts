import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentedJson } from './indented-json.ts';

test('is laid out as JSON usually is, and means the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(indentedJson(JSON.stringify(value))?.text).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

test('numbers keep their digits, and what is no JSON is told apart', () => {
  expect(indentedJson('{"a": 12345678901234567890}')?.text).toBe('{\n  "a": 12345678901234567890\n}');
  expect(indentedJson('{"a": ')).toBe(null);
  expect(indentedJson('hello')).toBe(null);
});

test('a hundred thousand levels do not break it', () => {
  const deep = indentedJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  expect(deep?.depth).toBe(100_000);
});
