// The agent and its sandbox in the real Electron, without a display: host.ts measures, this starts it and says what was
// promised of each figure.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleMain } from '../../scripts/bundle-main.ts';
import type { Bench, Figure } from '../figure.ts';
import type { AgentMeasures } from './host.ts';
import { startLateServer } from './late-server.ts';

const LATENCY_MS = 50;
/** 1,000 calls, 64 at once, 50 ms each: sixteen rounds. */
const IDEAL_BATCH_MS = Math.ceil(1_000 / 64) * LATENCY_MS;

export const agentInSandbox: Bench = {
  name: 'agent and sandbox',
  async run() {
    const measures = await measureInElectron();
    const ms = (name: string, value: number, limit: number | null): Figure => ({
      name,
      value: Math.round(value * 10) / 10,
      unit: 'ms',
      limit,
    });
    return [
      ms('ten iterations, instant model, warm sandbox', measures.tenIterationsMs, 100),
      ms('overhead per iteration', measures.perIterationMs, 5),
      ms('trivial block (median of 200)', measures.trivialBlockMs, 2),
      ms('one sub-call through the REPL', measures.subcallMs, null),
      ms('warm sandbox handed to a run', measures.warmMs, 50),
      ms('cold sandbox to the first result', measures.coldMs, 2_000),
      ms('  processor time of that', measures.coldProcessorMs, null),
      ms('100 MB context handed over', measures.contextMs, 1_500),
      ms('  processor time of that', measures.contextProcessorMs, null),
      {
        name: '100 MB context: growth of the page',
        value: Math.round(measures.contextGrowthMb),
        unit: 'MB',
        limit: 200,
      },
      {
        name: '100 MB context: growth at its peak',
        value: Math.round(measures.contextPeakMb),
        unit: 'MB',
        limit: 200,
      },
      ms('1,000 batched sub-calls, 64 at once, 50 ms each', measures.batchMs, Math.round(1.1 * IDEAL_BATCH_MS)),
      ms('  processor time of that', measures.batchProcessorMs, null),
      ms('Stop in an endless loop', measures.stopLoopMs, 1_000),
      ms('Stop in a loop that swallows it', measures.stopDeafMs, 1_000),
      ...measures.workloads.map(([name, ratio]): Figure => ({
        name: `${name}, times python3 (processor)`,
        value: Math.round(ratio * 100) / 100,
        unit: 'ratio',
        limit: 2.5,
      })),
    ];
  },
};

async function measureInElectron(): Promise<AgentMeasures> {
  const electron = electronRuntime();
  const host = await bundleMain('bench/agent/host.ts');
  const folder = mkdtempSync(join(tmpdir(), 'peek-bench-'));
  const report = join(folder, 'measures.json');
  const server = await startLateServer(LATENCY_MS, 'fine');
  try {
    const flags = ['--ozone-platform=headless', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
    const child = spawn(electron, [...flags, `--user-data-dir=${folder}`, host, report, `${server.origin}/v1`], {
      stdio: ['ignore', 'inherit', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (piece: string) => (words += piece));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`Electron ended with ${String(code)}:\n${words}`);
    return JSON.parse(readFileSync(report, 'utf8')) as AgentMeasures;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function electronRuntime(): string {
  const script = resolve(import.meta.dirname, '../../scripts/electron-runtime.mjs');
  const found = spawnSync(process.execPath, [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (found.status !== 0) throw new Error('there is no Electron to measure in');
  return found.stdout.trim();
}
