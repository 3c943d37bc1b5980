import { afterAll, describe, expect, test, vi } from 'vitest';
import type { PythonSession } from '#core/agents/index.ts';
import {
  BEHAVIOUR_LIMITS,
  type Behaviour,
  REPL_BEHAVIOURS,
  differences,
  echoFunctions,
} from '#core/agents/repl/testing/index.ts';
import { createNativePython } from './index.ts';

// Each starts interpreters of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const python = createNativePython();
const never = new AbortController().signal;
const open: PythonSession[] = [];

afterAll(() => Promise.all(open.map((session) => session.close())));

async function openFor(behaviour: Behaviour): Promise<PythonSession> {
  const bytes = new TextEncoder().encode(behaviour.context ?? '');
  const opened = await python.open(
    {
      context: { name: 'context', format: behaviour.format ?? 'text', bytes: () => Promise.resolve(bytes) },
      functions: echoFunctions,
      limits: { ...BEHAVIOUR_LIMITS, ...behaviour.limits },
      protocol: behaviour.protocol ?? 'final',
    },
    never,
  );
  if (!opened.ok) throw new Error(opened.error.words);
  open.push(opened.value);
  return opened.value;
}

for (const { group, behaviours } of REPL_BEHAVIOURS) {
  describe(`native Python: ${group}`, () => {
    test.each(behaviours)('$name', async (behaviour) => {
      const session = await openFor(behaviour);
      for (const step of behaviour.steps) {
        if ('variable' in step) expect(await session.variable(step.variable, never)).toEqual(step.is);
        else expect(differences(step, await session.run(step.code, never))).toEqual([]);
      }
    });
  });
}
