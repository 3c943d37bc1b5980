// A main process for tests of the sandbox alone: no window, no desktop. Playwright calls what it puts on globalThis.

import { app, protocol } from 'electron';
import { resolve } from 'node:path';
import { createSandbox } from '#app/sandbox/index.ts';
import type { BlockResult, PythonLimits, PythonSession, ReplFunctions, VariableText } from '#core/agents/index.ts';
import { BEHAVIOUR_LIMITS, echoFunctions } from '#core/agents/repl/testing/index.ts';

export interface OpenOptions {
  readonly context?: string;
  readonly format?: 'text' | 'json' | 'jsonl';
  readonly protocol?: 'final' | 'answer';
  readonly limits?: Partial<PythonLimits>;
  /** False for a context that cannot be read. */
  readonly readable?: boolean;
  /** How sub-calls are answered. */
  readonly answers?: 'echo' | 'never';
}

export interface TimedResult extends BlockResult {
  readonly wallMs: number;
  /** From the wish to stop to the end of the block; null when there was none. */
  readonly stopMs: number | null;
}

/** What tests reach in the main process. */
export interface SandboxHost {
  /** Resolves when the page for the next job is there and waits. */
  warmUp(): Promise<void>;
  open(options: OpenOptions): Promise<number>;
  run(job: number, code: string, stopAfterMs?: number): Promise<TimedResult>;
  variable(job: number, name: string): Promise<VariableText>;
  close(job: number): Promise<void>;
}

declare global {
  var sandboxHost: SandboxHost;
}

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true } },
]);
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
process.on('uncaughtException', (error) => {
  console.error(error);
  app.exit(1);
});

const silent: ReplFunctions = {
  llmQuery: () => new Promise(() => undefined),
  rlmQuery: () => new Promise(() => undefined),
};

const jobs: (PythonSession | undefined)[] = [];

void app.whenReady().then(() => {
  const sandbox = createSandbox({
    built: resolve(import.meta.dirname, '..'),
  });

  globalThis.sandboxHost = {
    warmUp: () => sandbox.warmUp(),
    async open(options) {
      const bytes = new TextEncoder().encode(options.context ?? '');
      const opened = await sandbox.factory.open(
        {
          context: {
            name: 'context',
            format: options.format ?? 'text',
            bytes: () =>
              options.readable === false
                ? Promise.reject(new Error('a.peek cannot be reached.'))
                : Promise.resolve(bytes),
          },
          functions: options.answers === 'never' ? silent : echoFunctions,
          limits: { ...BEHAVIOUR_LIMITS, ...options.limits },
          protocol: options.protocol ?? 'final',
        },
        new AbortController().signal,
      );
      if (!opened.ok) throw new Error(opened.error.words);
      jobs.push(opened.value);
      return jobs.length - 1;
    },
    async run(job, code, stopAfterMs) {
      const stop = new AbortController();
      const startedAt = performance.now();
      const stopped: number[] = [];
      const wish = (): void => {
        stopped.push(performance.now());
        stop.abort();
      };
      const timer = stopAfterMs === undefined ? null : setTimeout(wish, stopAfterMs);
      const result = await sessionOf(job).run(code, stop.signal);
      if (timer !== null) clearTimeout(timer);
      const endedAt = performance.now();
      const [stoppedAt] = stopped;
      return {
        ...result,
        wallMs: endedAt - startedAt,
        stopMs: stoppedAt === undefined ? null : endedAt - stoppedAt,
      };
    },
    variable: (job, name) => sessionOf(job).variable(name, new AbortController().signal),
    async close(job) {
      await sessionOf(job).close();
      jobs[job] = undefined;
    },
  };
});

function sessionOf(job: number): PythonSession {
  const session = jobs[job];
  if (session === undefined) throw new Error(`no job ${job}`);
  return session;
}
