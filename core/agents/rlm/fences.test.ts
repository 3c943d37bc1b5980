import { describe, expect, test } from 'vitest';
import { readFences } from './fences.ts';

const codes = (reply: string) => readFences(reply).blocks.map((block) => block.code);
const fence = '```';

describe('code blocks', () => {
  test('one repl block with two lines is one block with both', () => {
    expect(codes(`Look:\n${fence}repl\na = 1\nprint(a)\n${fence}\n`)).toEqual(['a = 1\nprint(a)']);
  });

  test('two repl blocks come in order', () => {
    expect(codes(`${fence}repl\na = 1\n${fence}\nthen\n${fence}repl\nb = 2\n${fence}`)).toEqual(['a = 1', 'b = 2']);
  });

  test('prose alone gives none', () => {
    expect(codes('Nothing to run here.')).toEqual([]);
  });

  test('blocks in other languages are not run', () => {
    const reply = readFences(`${fence}python\nx\n${fence}\n${fence}repl\ny\n${fence}`);
    expect(reply.blocks).toEqual([{ code: 'y' }]);
    expect(reply.otherLanguages).toEqual(['python']);
  });

  test('inner indentation and blank lines stay', () => {
    expect(codes(`${fence}repl\ndef f():\n    a = 1\n\n    return a\n${fence}`)).toEqual([
      'def f():\n    a = 1\n\n    return a',
    ]);
  });

  test('indentation common to all lines goes, so that a block in a list runs', () => {
    expect(codes(`1. First:\n   ${fence}repl\n   if a:\n       b()\n   ${fence}`)).toEqual(['if a:\n    b()']);
  });

  test.each([
    ['spaces after the mark', `${fence}repl  \nx\n${fence}`],
    ['carriage returns', `${fence}repl\r\nx\r\n${fence}\r\n`],
    ['upper case', `${fence}REPL\nx\n${fence}`],
    ['a space before the mark', `${fence} repl\nx\n${fence}`],
    ['four backticks', `${fence}\`repl\nx\n${fence}\``],
    ['an opening in the middle of a line', `Now: ${fence}repl\nx\n${fence}`],
    ['an indented close', `${fence}repl\nx\n  ${fence}`],
    ['text after the close', `${fence}repl\nx\n${fence} and so on`],
  ])('%s is accepted', (_, reply) => {
    expect(codes(reply)).toEqual(['x']);
  });

  test.each([
    ['a longer word', `${fence}replx\nx\n${fence}`],
    ['a fence on one line', `${fence}repl x ${fence}`],
  ])('%s is not a repl block', (_, reply) => {
    expect(codes(reply)).toEqual([]);
  });

  test('a fence inside a triple-quoted string does not end the block', () => {
    const code = `prompt = """Reply like this:\n${fence}json\n{"a": 1}\n${fence}\n"""\nprint(prompt)`;
    expect(codes(`${fence}repl\n${code}\n${fence}\nDone.`)).toEqual([code]);
  });

  test('quotes in comments and short strings open no triple-quoted string', () => {
    const code = `a = '"""'  # don't """ mind\nb = "it's"`;
    expect(codes(`${fence}repl\n${code}\n${fence}`)).toEqual([code]);
  });

  test('where a string is never closed the first plain close counts', () => {
    expect(codes(`${fence}repl\na = """oops\n${fence}\nThen:\n${fence}repl\nb\n${fence}`)).toEqual([
      'a = """oops',
      'b',
    ]);
  });

  test('three backticks in the middle of a line are harmless', () => {
    expect(codes(`${fence}repl\na = "${fence}"\n${fence}`)).toEqual([`a = "${fence}"`]);
  });

  test('a block that is never closed is not run but noticed', () => {
    const reply = readFences(`${fence}repl\nx = 1\n`);
    expect(reply.blocks).toEqual([]);
    expect(reply.unclosed).toBe(true);
  });

  test('a forgotten close ends where the next repl block opens', () => {
    expect(codes(`${fence}repl\na\n${fence}repl\nb\n${fence}`)).toEqual(['a', 'b']);
  });

  test('an empty block is an empty block and swallows nothing', () => {
    expect(codes(`${fence}repl\n${fence}\nprose\n${fence}repl\nx\n${fence}`)).toEqual(['', 'x']);
  });

  test('the prose keeps its lines and loses the code', () => {
    expect(readFences(`a\n${fence}repl\ncode\n${fence}\nb`).prose).toBe('a\n\n\n\nb');
  });
});
