// The same programs give the same outputs in the sandbox and in native Python.

import { expect, test } from '@playwright/test';
import type { BlockResult, PythonSession } from '#core/agents/index.ts';
import { BEHAVIOUR_LIMITS, PROGRAMS, type Program, echoFunctions } from '#core/agents/repl/testing/index.ts';
import { createNativePython } from '#core/node/native-python/index.ts';
import { type LaunchedSandbox, launchSandbox } from './launch-sandbox.ts';

const never = new AbortController().signal;
let sandbox: LaunchedSandbox;

test.beforeAll(async () => {
  sandbox = await launchSandbox();
});

test.afterAll(() => sandbox.close());

/** What a model or a reader of the trajectory would see of a block. */
function seen(result: BlockResult) {
  const { stdout, stderr, outputChars, variables, final, limit } = result;
  // The words of an error are the Python version's own; its type and place are the program's.
  const error = result.error === null ? null : { type: result.error.type, line: result.error.line };
  return { stdout, stderr, outputChars, variables, final, limit, error };
}

async function openNative(program: Program): Promise<PythonSession> {
  const bytes = new TextEncoder().encode(program.context);
  const opened = await createNativePython().open(
    {
      context: { name: 'context', format: program.format, bytes: () => Promise.resolve(bytes) },
      functions: echoFunctions,
      limits: BEHAVIOUR_LIMITS,
      protocol: 'final',
    },
    never,
  );
  if (!opened.ok) throw new Error(opened.error.words);
  return opened.value;
}

for (const program of PROGRAMS) {
  test(`both pythons agree on ${program.name}`, async () => {
    const native = await openNative(program);
    const job = await sandbox.open({ context: program.context, format: program.format });
    for (const code of program.blocks) {
      expect(seen(await sandbox.run(job, code))).toEqual(seen(await native.run(code, never)));
    }
    await sandbox.closeJob(job);
    await native.close();
  });
}
