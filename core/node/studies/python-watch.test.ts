import { expect, it } from 'vitest';
import { INTERPRETER_LOST } from '#core/agents/index.ts';
import type { BlockResult, PythonFactory } from '#core/agents/index.ts';
import { err, ok } from '#core/result.ts';
import { watchPython } from './python-watch.ts';

const never = new AbortController().signal;
const job = {
  context: { name: 'c', format: 'text', bytes: () => Promise.resolve(new Uint8Array()) },
  functions: { llmQuery: () => Promise.resolve([]), rlmQuery: () => Promise.resolve([]) },
  limits: { blockTimeoutMs: 1, memoryMb: 1, outputChars: 1 },
  protocol: 'final',
} as const;

function aResult(lost: boolean): BlockResult {
  return {
    stdout: '',
    stderr: '',
    outputChars: 0,
    error: lost ? { type: INTERPRETER_LOST, message: '', line: null } : null,
    variables: [],
    final: null,
    draft: null,
    durationMs: 0,
    limit: null,
    stateLost: lost,
  };
}

function aPython(results: readonly BlockResult[]): PythonFactory {
  const left = [...results];
  return {
    kind: 'sandbox',
    open: () =>
      Promise.resolve(
        ok({
          kind: 'sandbox' as const,
          run: () => Promise.resolve(left.shift() ?? aResult(false)),
          variable: () => Promise.resolve({ kind: 'missing' as const }),
          close: () => Promise.resolve(),
        }),
      ),
  };
}

it('says when Python starts, runs, is lost, runs again and is let go', async () => {
  const said: (string | null)[] = [];
  const python = watchPython(aPython([aResult(false), aResult(true), aResult(false)]), (phase) => said.push(phase));
  const opened = await python.open(job, never);
  if (!opened.ok) throw new Error(opened.error.words);
  for (let block = 0; block < 3; block++) await opened.value.run('', never);
  await opened.value.close();
  expect(said).toEqual(['starting', 'running', 'lost', 'running', null]);
});

it('one of several agents that lets go leaves the others running', async () => {
  const said: (string | null)[] = [];
  const python = watchPython(aPython([]), (phase) => said.push(phase));
  const [root, child] = [await python.open(job, never), await python.open(job, never)];
  if (!root.ok || !child.ok) throw new Error('not opened');
  await child.value.close();
  expect(said.at(-1)).toBe('running');
  await root.value.close();
  expect(said.at(-1)).toBeNull();
});

it('a Python that does not start is let go at once', async () => {
  const said: (string | null)[] = [];
  const broken: PythonFactory = {
    kind: 'native',
    open: () => Promise.resolve(err({ kind: 'start-failed', words: 'no python3' })),
  };
  await watchPython(broken, (phase) => said.push(phase)).open(job, never);
  expect(said).toEqual(['starting', null]);
});
