import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFences } from './fences.ts';
import { findFinal } from './final-scanner.ts';

const find = (reply: string) => findFinal(readFences(reply));
const answer = (text: string) => ({ kind: 'text', answer: text });
const variable = (name: string) => ({ kind: 'variable', name });
const refused = { kind: 'refused', words: expect.any(String) as unknown };
const fence = '```';

describe('FINAL', () => {
  test.each([
    ['The result:\nFINAL(7)', '7'],
    ['FINAL(42)', '42'],
    ['\n\n   FINAL( 42 )  ', '42'],
    ['FINAL("a b")', '"a b"'],
    ["FINAL('hi')", "'hi'"],
    ['FINAL(2.50)', '2.50'],
    ['FINAL(area(w, h))', 'area(w, h)'],
    ['FINAL([3], (1, 2))', '[3], (1, 2)'],
    ['FINAL({"a": {"b": (1)}})', '{"a": {"b": (1)}}'],
    ['FINAL(f(1) + g(2))', 'f(1) + g(2)'],
    ['FINAL(line one\nline two)', 'line one\nline two'],
    ['FINAL(42)\nNote: done.', '42'],
  ])('%j gives %j', (reply, expected) => {
    expect(find(reply)).toEqual(answer(expected));
  });

  test.each([
    ['stops at its balanced close, whatever stands in later lines', 'FINAL(42)\nNote (see above)', '42'],
    ['the first of two counts', 'FINAL(a)\nFINAL(b)', 'a'],
    ['Markdown around it is passed over', '**FINAL(42)**', '42'],
    ['a list mark before it is passed over', '- FINAL(42)', '42'],
    ['backquotes around it are passed over', '`FINAL(42)`', '42'],
    ['a full stop after it is passed over', 'FINAL(42).', '42'],
    ['tokens of a chat template are passed over', '<|channel|>FINAL(42)<|end|>', '42'],
    ['a parenthesis too many inside is forgiven at the end of the reply', 'FINAL(a (b)', 'a (b'],
    ['a quoted answer may hold a lone parenthesis', 'FINAL("1) apples 2) pears")', '"1) apples 2) pears"'],
    ['an apostrophe is no quote', "FINAL(it's (really) 5)", "it's (really) 5"],
  ])('%s', (_, reply, expected) => {
    expect(find(reply)).toEqual(answer(expected));
  });

  test.each([
    ['words before it on the line', 'so FINAL(42)'],
    ['words after it on the line', 'FINAL(42) done'],
    ['an empty answer', 'FINAL()'],
    ['a blank answer', 'FINAL(   )'],
    ['no close at all', 'FINAL(42'],
    ['more closes than opens', 'FINAL(1) apples\n2) pears)'],
    ['a python fence around it', `${fence}python\nFINAL(ans)\n${fence}`],
    ['code in the same reply, whose output was not seen yet', `FINAL(done)\n${fence}repl\nprint(1)\n${fence}`],
  ])('is refused with a reason for %s', (_, reply) => {
    expect(find(reply)).toEqual(refused);
  });

  test.each([
    ['prose', 'Nothing here.'],
    ['lower case', 'final(42)'],
    ['a colon', 'FINAL: 42'],
    ['another name', 'FINAL_ANSWER(1)'],
    ['a plan beside code', `Later I give FINAL(x).\n${fence}repl\nprint(1)\n${fence}`],
    ['a call inside a repl block, which is code', `${fence}repl\nFINAL(ans)\n${fence}`],
  ])('is not there in %s', (_, reply) => {
    expect(find(reply)).toEqual({ kind: 'none' });
  });
});

describe('FINAL_VAR', () => {
  test.each([
    ['FINAL_VAR(x)', 'x'],
    ["FINAL_VAR('x')", 'x'],
    ['FINAL_VAR("x")', 'x'],
    ['FINAL_VAR( x )', 'x'],
    ['FINAL_VAR(\n  x\n)', 'x'],
    ['FINAL_VAR(x) is it', 'x'],
    ['FINAL_VAR(größe)', 'größe'],
    [`${fence}repl\nx = 1\n${fence}\nFINAL_VAR(x)`, 'x'],
  ])('%j names %j', (reply, name) => {
    expect(find(reply)).toEqual(variable(name));
  });

  test('beats FINAL in any order', () => {
    expect(find('FINAL(7)\nFINAL_VAR(x)')).toEqual(variable('x'));
    expect(find('FINAL_VAR(x)\nFINAL(7)')).toEqual(variable('x'));
  });

  test.each([
    'FINAL_VAR(d["k"])',
    'FINAL_VAR(str(x))',
    'FINAL_VAR(x, d)',
    'FINAL_VAR()',
    'FINAL_VAR(x',
    'answer: FINAL_VAR(x)',
  ])('%j is refused with a reason', (reply) => {
    expect(find(reply)).toEqual(refused);
  });
});

test('no reply text can throw, and a found answer stands in the reply', () => {
  const pieces = fc.constantFrom(
    'FINAL(',
    'FINAL_VAR(',
    ')',
    '(',
    '\n',
    fence,
    `${fence}repl\n`,
    '"""',
    '"',
    'x',
    ' ',
    '#',
    '\\',
    '**',
    '1) ',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 40 }), (parts) => {
      const reply = parts.join('');
      const found = find(reply);
      if (found.kind === 'text') expect(reply.replaceAll('\r\n', '\n')).toContain(found.answer);
    }),
    { numRuns: 2_000 },
  );
});

test('a hundred thousand blank lines are read in no time', () => {
  const startedAt = performance.now();
  find(`${'\n'.repeat(100_000)}${' '.repeat(100_000)}FINAL(1)`);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
