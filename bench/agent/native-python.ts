// The python3 of this machine beside the page: asked in turn with it, so that both meet the machine in the same moods.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { NATIVE_PROGRAM } from './workloads.ts';

export interface NativePython {
  /** Milliseconds of processor time of one run of the workload. */
  run(work: string): Promise<number>;
  close(): void;
}

export async function startNativePython(): Promise<NativePython> {
  const child = spawn('python3', ['-c', NATIVE_PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.on('error', (error) => {
    throw new Error('python3 is needed for comparison', { cause: error });
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error('python3 ended too soon');
    return line.value;
  };
  await next();
  return {
    async run(work) {
      child.stdin.write(`${work}\n`);
      return Number(await next());
    },
    close: () => child.stdin.end(),
  };
}
