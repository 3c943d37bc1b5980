// Tells how Python stands with one study, for the status line: a factory that passes everything on and says what it sees.

import { INTERPRETER_LOST } from '#core/agents/index.ts';
import type { PythonFactory, PythonJob, PythonSession } from '#core/agents/index.ts';

/** starting: a run waits for it. running: a run has it. lost: it died in a run, and the next block starts it anew. */
export type PythonPhase = 'starting' | 'running' | 'lost';

/** tell   null when no run of the study has Python any more */
export function watchPython(factory: PythonFactory, tell: (phase: PythonPhase | null) => void): PythonFactory {
  /** Of all agents of the tree, each of which has an interpreter. */
  const phases = new Map<symbol, PythonPhase>();
  let told: PythonPhase | null = null;
  const set = (session: symbol, phase: PythonPhase | null): void => {
    if (phase === null) phases.delete(session);
    else phases.set(session, phase);
    const all = [...phases.values()];
    const now = (['lost', 'starting', 'running'] as const).find((one) => all.includes(one)) ?? null;
    if (now === told) return;
    told = now;
    tell(now);
  };
  return {
    kind: factory.kind,
    async open(job: PythonJob, signal: AbortSignal) {
      const session = Symbol();
      set(session, 'starting');
      try {
        const opened = await factory.open(job, signal);
        set(session, opened.ok ? 'running' : null);
        return opened.ok ? { ...opened, value: watched(opened.value, (phase) => set(session, phase)) } : opened;
      } catch (error) {
        set(session, null);
        throw error;
      }
    },
  };
}

function watched(session: PythonSession, set: (phase: PythonPhase | null) => void): PythonSession {
  return {
    kind: session.kind,
    async run(code, signal) {
      const result = await session.run(code, signal);
      set(result.error?.type === INTERPRETER_LOST && result.stateLost ? 'lost' : 'running');
      return result;
    },
    variable: (name, signal) => session.variable(name, signal),
    async close() {
      try {
        await session.close();
      } finally {
        set(null);
      }
    },
  };
}
