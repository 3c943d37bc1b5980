// A main process that measures the agent and its sandbox and writes the figures to the file it is told. The parent starts
// it without a display.

import { app, protocol } from 'electron';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSandbox } from '#app/sandbox/index.ts';
import { type AgentPorts, type PythonJob, type PythonSession, createRlmAgent } from '#core/agents/index.ts';
import type { ChatModel, ChatReply } from '#core/lm/index.ts';
import { createOpenAiModel } from '#core/node/openai/index.ts';
import { ok } from '#core/result.ts';
import { startNativePython } from './native-python.ts';
import { processorMs } from './processor-time.ts';
import { ROUNDS, SETUP, WORKLOADS } from './workloads.ts';

/** What is measured, in milliseconds and megabytes; the parent says what was promised. Each is the best of several. */
export interface AgentMeasures {
  readonly coldMs: number;
  readonly coldProcessorMs: number;
  readonly warmMs: number;
  readonly trivialBlockMs: number;
  readonly subcallMs: number;
  readonly tenIterationsMs: number;
  readonly perIterationMs: number;
  readonly contextMs: number;
  readonly contextProcessorMs: number;
  readonly contextGrowthMb: number;
  readonly contextPeakMb: number;
  readonly batchMs: number;
  readonly batchProcessorMs: number;
  readonly stopLoopMs: number;
  readonly stopDeafMs: number;
  /** Processor time of each workload in the page, in times of that which python3 takes. */
  readonly workloads: readonly (readonly [string, number])[];
}

const CONTEXT_MB = 100;

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true, stream: true } },
]);
process.on('uncaughtException', (error) => {
  console.error(error);
  app.exit(1);
});

const [target = '', server = ''] = process.argv.slice(-2);
const never = new AbortController().signal;
const sandbox = () => createSandbox({ built: resolve(import.meta.dirname, '..') });

void app
  .whenReady()
  .then(measure)
  .then((measures) => {
    writeFileSync(target, JSON.stringify(measures));
    app.exit(0);
  });

async function measure(): Promise<AgentMeasures> {
  const colds = await several(5, cold);
  const warm = sandbox();
  const warmMs = await best(5, async () => {
    await warm.warmUp();
    return timed(async () => (await open(warm, aJob({}))).close());
  });
  const session = await open(warm, aJob({}));
  // The page for the next run, which starts beside this one, is not what is measured.
  await warm.warmUp();
  await settle();
  const trivialBlockMs = await median(200, () => timed(() => session.run('x = 1', never)));
  const subcallMs = (await timed(() => session.run('for _ in range(200): llm_query("x")', never))) / 200;
  const stopLoopMs = await best(3, () => stop(session, 'while True: pass'));
  const stopDeafMs = await stop(
    session,
    'while True:\n    try:\n        for i in range(10**6): pass\n    except BaseException: pass',
  );
  await session.close();

  const tenIterationsMs = await best(5, async () => {
    await warm.warmUp();
    return timed(() => agentRun(warm, 10));
  });
  const fiftyMs = await best(5, () => fiftyIterations(warm));
  const contexts = await several(3, () => contextHandedOver(warm));
  await warm.warmUp();
  await settle();
  const batches = await several(16, () => batch(warm));
  const workloads = await workloadRatios(warm);
  await warm.close();
  return {
    coldMs: least(colds, (one) => one.ms),
    coldProcessorMs: least(colds, (one) => one.processorMs),
    warmMs,
    trivialBlockMs,
    subcallMs,
    tenIterationsMs,
    perIterationMs: fiftyMs / 50,
    contextMs: least(contexts, (one) => one.ms),
    contextProcessorMs: least(contexts, (one) => one.processorMs),
    contextGrowthMb: least(contexts, (one) => one.growthMb),
    contextPeakMb: least(contexts, (one) => one.peakMb),
    batchMs: least(batches, (one) => one.ms),
    batchProcessorMs: least(batches, (one) => one.processorMs),
    stopLoopMs,
    stopDeafMs,
    workloads,
  };
}

interface Cost {
  readonly ms: number;
  readonly processorMs: number;
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const before = processorMs('all');
  const ms = await timed(work);
  return { ms, processorMs: processorMs('all') - before };
}

async function cold(): Promise<Cost> {
  const fresh = sandbox();
  const measured = await cost(async () => (await open(fresh, aJob({}))).run('x = 1', never));
  await fresh.close();
  return measured;
}

async function workloadRatios(warm: ReturnType<typeof sandbox>): Promise<AgentMeasures['workloads']> {
  const session = await open(warm, aJob({}));
  // The page for the next run, which starts beside this one, is not what is measured.
  await warm.warmUp();
  await session.run(SETUP, never);
  const native = await startNativePython();
  await settle();
  const ratios: [string, number][] = [];
  for (const [name, work] of WORKLOADS) {
    const once = async () => {
      const before = processorMs('pages');
      const { error } = await session.run(`_ = ${work}()`, never);
      if (error !== null) throw new Error(`${name}: ${error.message}`);
      return processorMs('pages') - before;
    };
    const both = await several(ROUNDS, async () => ({ page: await once(), native: await native.run(work) }));
    ratios.push([name, least(both, (one) => one.page) / least(both, (one) => one.native)]);
  }
  native.close();
  await session.close();
  return ratios;
}

async function stop(session: PythonSession, code: string): Promise<number> {
  const wish = new AbortController();
  let wishedAt = 0;
  setTimeout(() => {
    wishedAt = performance.now();
    wish.abort();
  }, 300);
  await session.run(code, wish.signal);
  return performance.now() - wishedAt;
}

/** A run whose model answers at once: what remains is the agent's and the sandbox's own time. */
async function agentRun(
  warm: ReturnType<typeof sandbox>,
  iterations: number,
  beforeFirst: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  let turn = 0;
  const reply = () =>
    ++turn < iterations
      ? `Step ${turn}.\n\`\`\`repl\nx${turn} = len(context) + ${turn}\nprint(x${turn})\n\`\`\``
      : 'FINAL(done)';
  const ports = portsOf(warm, async () => {
    if (turn === 0) await beforeFirst();
    return ok(aReply(reply()));
  });
  const result = await createRlmAgent().run(
    {
      query: 'How long is it?',
      mapText: null,
      context: { ...aJob({ text: 'a text of some length\n'.repeat(1_000) }).context, chars: 22_000 },
      settings: { ...SETTINGS, maxIterations: iterations },
      resumeFrom: [],
      recordedReply: () => null,
    },
    ports,
    never,
  );
  if (!result.ok || result.value.iterations !== iterations)
    throw new Error(`the run went wrong: ${JSON.stringify(result)}`);
}

/** From the first reply to the last, the page for the next run being warm again. */
async function fiftyIterations(warm: ReturnType<typeof sandbox>): Promise<number> {
  await warm.warmUp();
  let startedAt = 0;
  await agentRun(warm, 50, async () => {
    await warm.warmUp();
    await settle();
    startedAt = performance.now();
  });
  return performance.now() - startedAt;
}

/** 1,000 sub-calls in one batch, 64 at once, against the parent's server, which takes 50 ms for each. */
async function batch(warm: ReturnType<typeof sandbox>): Promise<Cost> {
  const place = { label: 'loopback', baseUrl: server, key: 'none', keyVariable: null, hint: null };
  const model = createOpenAiModel({ place, api: 'chat' });
  let turn = 0;
  const replies = [
    '```repl\nr = llm_query_batched([f"prompt {n}" for n in range(64)])\n```',
    '```repl\nr = llm_query_batched([f"prompt {n}" for n in range(1000)])\nprint(len(r), r[0])\n```',
    'FINAL(done)',
  ];
  let ms = Number.NaN;
  let startedAt = 0;
  let spent = Number.NaN;
  const ports = portsOf(warm, async (call, signal) => {
    if (call.request.role === 'sub') return model.complete(call.request, { signal });
    // The page for the next run, which starts beside this one, is not what is measured.
    if (turn === 0) {
      await warm.warmUp();
      await settle();
    }
    return ok(aReply(replies[turn++] ?? 'FINAL(x)'));
  });
  const result = await createRlmAgent().run(
    {
      query: 'q',
      mapText: null,
      context: { ...aJob({}).context, chars: 0 },
      settings: SETTINGS,
      resumeFrom: [],
      recordedReply: () => null,
    },
    {
      ...ports,
      iterated: (iteration) => {
        const block = iteration.blocks[0];
        if (iteration.number === 1) startedAt = processorMs('all');
        if (iteration.number === 2 && block !== undefined) {
          spent = processorMs('all') - startedAt;
          if (block.stdout !== '1000 fine\n')
            throw new Error(`the batch went wrong: ${block.stdout}${JSON.stringify(block.error)}`);
          ms = block.durationMs;
        }
        return Promise.resolve();
      },
    },
    never,
  );
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return { ms, processorMs: spent };
}

async function contextHandedOver(
  warm: ReturnType<typeof sandbox>,
): Promise<Cost & { readonly growthMb: number; readonly peakMb: number }> {
  await warm.warmUp();
  const bytes = Buffer.alloc(
    CONTEXT_MB * 1_000_000,
    'A line of a long text, as there are many of them in this context.\n',
  );
  const job: PythonJob = {
    ...aJob({}),
    context: { name: 'long', format: 'text', bytes: () => Promise.resolve(bytes) },
  };
  await settle();
  const before = memoryMb();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memoryMb())), 20);
  let session: PythonSession | null = null;
  const spent = await cost(async () => {
    session = await open(warm, job);
  });
  const opened = session as PythonSession | null;
  if (opened === null) throw new Error('it was not opened');
  const { stdout } = await opened.run('print(len(context))', never);
  if (stdout.trim() !== String(bytes.length)) throw new Error(`the context is not whole: ${stdout}`);
  await settle();
  clearInterval(watch);
  const after = memoryMb();
  await opened.close();
  return { ...spent, growthMb: after - before, peakMb: peak - before };
}

/** Of the page that holds most, which is the one at work; resident memory. */
function memoryMb(): number {
  const pages = app.getAppMetrics().filter((metric) => metric.type === 'Tab');
  return Math.max(0, ...pages.map((metric) => metric.memory.workingSetSize)) / 1_000;
}

const SETTINGS = {
  protocol: 'final',
  maxIterations: 30,
  maxDepth: 1,
  shownOutputChars: 20_000,
  maxSubcalls: 10_000,
  maxSubcallChars: 500_000,
  maxConcurrentSubcalls: 64,
  limits: { blockTimeoutMs: 120_000, memoryMb: 2_048, outputChars: 10_000_000 },
  models: { root: 'instant', sub: 'small' },
  systemPrompt: null,
} as const;

function portsOf(
  warm: ReturnType<typeof sandbox>,
  complete: (call: Parameters<AgentPorts['call']>[0], signal: AbortSignal) => ReturnType<ChatModel['complete']>,
): AgentPorts {
  let calls = 0;
  return {
    python: warm.factory,
    call: async (call, signal) => ({ callId: `c${++calls}`, result: await complete(call, signal) }),
    iterated: () => Promise.resolve(),
    gate: () => Promise.resolve(),
    warned: (words) => console.error(words),
    now: () => performance.now(),
  };
}

function aReply(text: string): ChatReply {
  const usage = { input: 1, output: 1, cached: 0, reasoning: 0 };
  return {
    text,
    usage,
    usageSource: 'counted',
    model: 'instant',
    finishReason: 'stop',
    latencyMs: 0,
    firstDeltaMs: null,
    attempts: 1,
    costMicroUsd: 0,
    origin: 'offline',
  };
}

function aJob(options: { readonly text?: string }): PythonJob {
  const bytes = new TextEncoder().encode(options.text ?? 'short');
  const echo = (prompts: readonly string[]) => Promise.resolve(prompts);
  return {
    context: { name: 'context', format: 'text', bytes: () => Promise.resolve(bytes) },
    functions: { llmQuery: echo, rlmQuery: echo },
    limits: SETTINGS.limits,
    protocol: 'final',
  };
}

async function open(warm: ReturnType<typeof sandbox>, job: PythonJob): Promise<PythonSession> {
  const opened = await warm.factory.open(job, never);
  if (!opened.ok) throw new Error(opened.error.words);
  return opened.value;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function several<T>(runs: number, work: () => Promise<T>): Promise<readonly T[]> {
  const measured: T[] = [];
  for (let run = 0; run < runs; run++) measured.push(await work());
  return measured;
}

function least<T>(measured: readonly T[], of: (one: T) => number): number {
  return Math.min(...measured.map(of));
}

async function best(runs: number, work: () => Promise<number>): Promise<number> {
  return least(await several(runs, work), (ms) => ms);
}

async function median(runs: number, work: () => Promise<number>): Promise<number> {
  const times = [...(await several(runs, work))];
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1_000));
}
