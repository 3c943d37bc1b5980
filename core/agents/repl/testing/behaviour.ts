// A behaviour of the REPL as data, so that the same list holds for every Python: native in the unit tests, the sandbox in
// the real Electron.

import type { BlockResult, PythonJob, Protocol, ReplFunctions, VariableText } from '../../python.ts';

export interface BlockStep {
  readonly code: string;
  /** Of the result; what is left out is not looked at, and `error` and `limit` left out mean null. */
  readonly stdout?: string | RegExp;
  readonly stderr?: string | RegExp;
  readonly error?: { readonly type: string; readonly message?: string | RegExp; readonly line?: number | null };
  readonly limit?: BlockResult['limit'];
  readonly final?: BlockResult['final'];
  readonly draft?: string | null;
  readonly stateLost?: boolean;
  readonly outputChars?: number;
  /** Every variable after the block. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface VariableStep {
  readonly variable: string;
  readonly is: VariableText;
}

export interface Behaviour {
  readonly name: string;
  readonly context?: string;
  readonly format?: PythonJob['context']['format'];
  readonly protocol?: Protocol;
  readonly limits?: Partial<PythonJob['limits']>;
  readonly steps: readonly (BlockStep | VariableStep)[];
}

export interface BehaviourGroup {
  readonly group: string;
  readonly behaviours: readonly Behaviour[];
}

export const BEHAVIOUR_LIMITS: PythonJob['limits'] = {
  blockTimeoutMs: 30_000,
  memoryMb: 1_024,
  outputChars: 1_000_000,
};

/** What sub-calls give in every behaviour: the prompt, marked; a prompt that begins with "bad" fails. */
export const echoFunctions: ReplFunctions = {
  llmQuery: (prompts) => Promise.resolve(prompts.map((prompt) => reply('llm', prompt))),
  rlmQuery: (prompts) => Promise.resolve(prompts.map((prompt) => reply('rlm', prompt))),
};

function reply(kind: string, prompt: string): string {
  return prompt.startsWith('bad') ? 'Error: it went wrong' : `${kind}<${prompt}>`;
}

/** How a result differs from what a step expects, in words; empty when it does not. */
export function differences(step: BlockStep, result: BlockResult): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, expected: unknown, actual: unknown) => {
    if (expected === undefined || same(expected, actual)) return;
    found.push(
      `${what} is ${JSON.stringify(actual)}, not ${expected instanceof RegExp ? String(expected) : JSON.stringify(expected)}`,
    );
  };
  compare('stdout', step.stdout, result.stdout);
  compare('stderr', step.stderr, result.stderr);
  compare('error type', step.error?.type ?? null, result.error?.type ?? null);
  compare('error message', step.error?.message, result.error?.message);
  compare('error line', step.error?.line, result.error?.line);
  compare('limit', step.limit ?? null, result.limit);
  compare('final', step.final, result.final);
  compare('draft', step.draft, result.draft);
  compare('stateLost', step.stateLost, result.stateLost);
  compare('outputChars', step.outputChars, result.outputChars);
  if (step.variables !== undefined) {
    const actual = Object.fromEntries(result.variables.map((variable) => [variable.name, variable.type]));
    compare('variables', step.variables, actual);
  }
  return found;
}

function same(expected: unknown, actual: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual);
  return JSON.stringify(expected) === JSON.stringify(actual);
}
