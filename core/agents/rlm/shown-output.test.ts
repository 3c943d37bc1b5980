import { describe, expect, test } from 'vitest';
import type { BlockResult } from '../python.ts';
import { showBlock } from './shown-output.ts';

function aResult(overrides: Partial<BlockResult>): BlockResult {
  return {
    stdout: '',
    stderr: '',
    outputChars: 0,
    error: null,
    variables: [],
    final: null,
    draft: null,
    durationMs: 1,
    limit: null,
    stateLost: false,
    ...overrides,
  };
}

describe('what the model is shown of a block', () => {
  test('stdout alone and stderr alone appear', () => {
    expect(showBlock(aResult({ stdout: 'out\n' }), 100)).toBe('out');
    expect(showBlock(aResult({ stderr: 'warning\n' }), 100)).toBe('warning');
    expect(showBlock(aResult({ stdout: 'out\n', stderr: 'warning\n' }), 100)).toBe('out\nwarning');
  });

  test('variables are listed by name and type, modules are not', () => {
    const variables = [
      { name: 'x', type: 'int' },
      { name: 're', type: 'module' },
      { name: 'label', type: 'str' },
    ];
    expect(showBlock(aResult({ stdout: 'a', variables }), 100)).toBe('a\n\nREPL variables: x: int, label: str');
  });

  test('of very many variables the youngest are listed and the rest counted', () => {
    const variables = Array.from({ length: 130 }, (_, n) => ({ name: `v${n}`, type: 'int' }));
    const shown = showBlock(aResult({ variables }), 100);
    expect(shown).toContain('v129: int (and 30 older ones)');
    expect(shown).not.toContain('v29: int');
  });

  test('nothing at all is exactly "No output"', () => {
    expect(showBlock(aResult({}), 100)).toBe('No output');
  });

  test('a long output is cut in the middle, with the cut marked', () => {
    const shown = showBlock(aResult({ stdout: `first${'x'.repeat(30_000)}last` }), 100);
    expect(shown).toMatch(/^first.*\n\[… 29,909 characters cut here …\]\n.*last$/);
    expect(shown.length).toBeLessThan(200);
  });

  test('the error and the variables stand after a long output, whole', () => {
    const error = { type: 'ValueError', message: 'm'.repeat(500), line: 7 };
    const shown = showBlock(
      aResult({ stdout: 'x'.repeat(50_000), error, variables: [{ name: 'n', type: 'int' }] }),
      100,
    );
    expect(shown).toContain(`ValueError: ${'m'.repeat(500)} (line 7 of the block)`);
    expect(shown.endsWith('REPL variables: n: int')).toBe(true);
  });

  test('an exception without a message is its type alone', () => {
    expect(showBlock(aResult({ error: { type: 'KeyboardInterrupt', message: '', line: null } }), 100)).toBe(
      'KeyboardInterrupt',
    );
  });

  test('a lost interpreter and a limit are said in words', () => {
    const lost = { type: 'InterpreterLost', message: 'its page crashed', line: null };
    const shown = showBlock(aResult({ error: lost, stateLost: true, limit: 'time' }), 100);
    expect(shown).toContain('reached its time limit');
    expect(shown).toContain('all variables of earlier blocks are gone');
    expect(showBlock(aResult({ limit: 'output', stdout: 'a', outputChars: 20_000_000 }), 100)).toContain(
      '20,000,000 characters',
    );
  });
});
