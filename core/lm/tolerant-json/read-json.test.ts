import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseField, looseList, looseText } from './loose-fields.ts';
import { readJson } from './read-json.ts';

const ASKED = ['reasoning', 'operations'];
const GOOD = {
  reasoning: 'Two new facts.',
  operations: [{ type: 'ADD', section: 'context_roadmap', content: 'Seven parts.' }],
};
const JSON_TEXT = JSON.stringify(GOOD);

function read(reply: string) {
  const result = readJson(reply, ASKED);
  return result.ok ? result.value.value : result.error.words;
}

describe('a reply is read whatever it looks like', () => {
  const fenced = { reasoning: 'Code:\n```json\n{"a": 1}\n```\ndone', operations: [] };
  test.each([
    ['plain', JSON_TEXT, GOOD],
    ['in a fence', '```json\n' + JSON_TEXT + '\n```', GOOD],
    ['in a fence without its end', '```\n' + JSON_TEXT, GOOD],
    ['with prose around', `Here are my edits:\n${JSON_TEXT}\nI hope {this} helps [cr-00001].`, GOOD],
    ['with an odd bracket and quote before', `So {"well" I thought: ${JSON_TEXT}`, GOOD],
    ['with fences inside the JSON', '```json\n' + JSON.stringify(fenced, null, 2) + '\n```', fenced],
    ['after thinking', `<think>{"operations": "maybe"}</think>${JSON_TEXT}`, GOOD],
    ['after thinking whose first tag was swallowed', `hm, {"operations": []}?</think>\n${JSON_TEXT}`, GOOD],
    ['inside thinking that never ends', `<think>\n${JSON_TEXT}`, GOOD],
    [
      'with trailing commas',
      '{"reasoning": "a", "operations": [{"type": "DELETE",},],}',
      { reasoning: 'a', operations: [{ type: 'DELETE' }] },
    ],
    ['with single quotes', "{'reasoning': 'it\\'s', 'operations': []}", { reasoning: "it's", operations: [] }],
    ['with comments', '{"reasoning": "a", // why\n "operations": [] /* none */}', { reasoning: 'a', operations: [] }],
    ['with unquoted names', '{reasoning: "a", operations: []}', { reasoning: 'a', operations: [] }],
    ['with NaN', '{"reasoning": "x: NaN, y", "operations": NaN}', { reasoning: 'x: NaN, y', operations: null }],
    ['with words of Python', '{"reasoning": None, "operations": [True]}', { reasoning: null, operations: [true] }],
    ['with line ends inside texts', '{"reasoning": "a\nb", "operations": []}', { reasoning: 'a\nb', operations: [] }],
    [
      'with backslashes that escape nothing',
      String.raw`{"reasoning": "C:\users\d+", "operations": []}`,
      { reasoning: String.raw`C:\users\d+`, operations: [] },
    ],
    [
      'with quotes that were not escaped',
      '{"reasoning": "he said "yes" twice", "operations": []}',
      { reasoning: 'he said "yes" twice', operations: [] },
    ],
    ['with typographic quotes', '{“reasoning”: “a”, “operations”: []}', { reasoning: 'a', operations: [] }],
    ['as a bare list of operations', '[{"type": "DELETE"}]', [{ type: 'DELETE' }]],
    ['wrapped in a list', `prose [${JSON_TEXT}]`, GOOD],
    ['wrapped in an object', `{"result": {"status": "ok", "data": ${JSON_TEXT}}}`, GOOD],
    ['as JSON inside a text', JSON.stringify({ output: JSON_TEXT }), GOOD],
    [
      'with an odd quote that was not escaped',
      '{"reasoning": "5" tall", "operations": []}',
      { reasoning: '5" tall', operations: [] },
    ],
    ['as several objects', `{"reasoning": "draft"} then ${JSON_TEXT} or {"other": 1}`, GOOD],
    ['as several equal objects', `{"reasoning": "draft", "operations": []}\n${JSON_TEXT}`, GOOD],
    ['with a mark at its beginning', `\ufeff${JSON_TEXT}`, GOOD],
    ['with names in another spelling', '{"Reasoning": "a", "Operations": []}', { Reasoning: 'a', Operations: [] }],
  ])('%s', (_, reply, value) => {
    expect(read(reply)).toEqual(value);
  });
});

describe('a reply that was cut off is read up to its last whole element', () => {
  test.each([
    [
      'in the second operation',
      `{"reasoning": "a", "operations": [{"type": "DELETE"}, {"type": "ADD", "content": "half a`,
      { reasoning: 'a', operations: [{ type: 'DELETE' }] },
    ],
    [
      'in the first operation',
      '{"reasoning": "a", "operations": [{"type": "ADD", "content": "half a',
      { reasoning: 'a' },
    ],
    [
      'after a comma',
      '{"reasoning": "a", "operations": [{"type": "DELETE"}],',
      { reasoning: 'a', operations: [{ type: 'DELETE' }] },
    ],
    ['in its first text', '```json\n{"reasoning": "half a', { reasoning: 'half a' }],
  ])('%s', (_, reply, value) => {
    const result = readJson(reply, ASKED);
    expect(result.ok && result.value).toEqual({
      value,
      warnings: expect.arrayContaining(['The reply was cut off; its last, unfinished part was left out.']) as unknown,
    });
  });
});

test('what was passed over or mended is said', () => {
  const result = readJson(`<think>x</think>Sure!\n{"reasoning": "draft"}\n{'reasoning': 'a', 'operations': []}`, ASKED);
  expect(result.ok && result.value.warnings).toEqual([
    'The model’s thinking before the answer was passed over.',
    'The reply holds several JSON objects; the fullest, and of equals the last, was read.',
    'Text around the JSON was passed over.',
    'The JSON was broken and was mended.',
  ]);
});

test.each([
  ['', 'the reply is empty'],
  [' \n', 'the reply is empty'],
  ['I cannot help with that.', 'it holds no JSON object'],
  ['[cr-00001] is stale', 'it holds no JSON object'],
  ['"just a text"', 'it holds no JSON object'],
  ['{"answer": 42}', 'it holds no readable JSON object with "reasoning", "operations"'],
  [']}{[', 'it holds no readable JSON object with "reasoning", "operations"'],
])('the fault of %j is named', (reply, words) => {
  expect(read(reply)).toBe(words);
});

test('no text can throw, and hostile ones do not take long', () => {
  const signs = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    ':',
    ',',
    '\\',
    '\n',
    'a',
    '1',
    'null',
    '//',
    '/*',
    '<think>',
    '```',
    'é',
    '\ud800',
  );
  const asked = fc.constantFrom('"reasoning"', '"operations"', 'operations', '{"type":"ADD"}', JSON_TEXT);
  fc.assert(
    fc.property(fc.array(fc.oneof(signs, asked, fc.string()), { maxLength: 40 }), (parts) => {
      readJson(parts.join(''), ASKED);
    }),
    { numRuns: 3_000 },
  );
  for (const text of [
    '['.repeat(500_000),
    '{"a":'.repeat(100_000),
    '{'.repeat(500_000),
    '{"operations":"' + '\\'.repeat(500_000),
    '"'.repeat(500_000),
    '[{'.repeat(100_000),
  ]) {
    expect(readJson(text, ASKED).ok).toBe(text.startsWith('{"operations'));
  }
}, 20_000);

describe('fields are taken as they are meant', () => {
  test('names in any spelling', () => {
    expect(looseField({ 'Item ID': 'x' }, 'item_id')).toBe('x');
    expect(looseField({ id: 'y' }, 'item_id', 'id')).toBe('y');
    expect(looseField({}, 'item_id')).toBeUndefined();
  });

  test('texts out of whatever holds them', () => {
    expect([null, undefined, {}, [], [null]].map(looseText)).toEqual([null, null, null, null, null]);
    expect([3, true, 'a', ['a', 2], { text: 'a' }, { content: 'b' }].map(looseText)).toEqual([
      '3',
      'true',
      'a',
      'a\n2',
      'a',
      'b',
    ]);
    expect(looseText({ rows: 388 })).toBe('{"rows":388}');
  });

  test('lists out of whatever holds them', () => {
    expect([null, undefined, '', {}, []].map(looseList)).toEqual([[], [], [], [], []]);
    expect(looseList({ type: 'ADD' })).toEqual([{ type: 'ADD' }]);
    expect(looseList({ 0: { type: 'ADD' }, 1: { type: 'DELETE' } })).toEqual([{ type: 'ADD' }, { type: 'DELETE' }]);
    expect(looseList('a')).toEqual(['a']);
  });
});
