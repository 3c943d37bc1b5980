// Processor time of this process and of all it has started for the page. It tells what work costs when other programs
// share the machine, which the clock on the wall does not.

import { app } from 'electron';
import { readFileSync, readdirSync } from 'node:fs';

/** Milliseconds so far, of the pages alone or of every process; Linux only, else those of the main process. */
export function processorMs(which: 'pages' | 'all'): number {
  const metrics = app.getAppMetrics().filter(({ type }) => which === 'all' || type === 'Tab');
  try {
    return metrics.reduce((sum, { pid }) => sum + threadsOf(pid), 0);
  } catch {
    // No such files on this system, or a page that ended meanwhile.
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}

function threadsOf(pid: number): number {
  const folder = `/proc/${String(pid)}/task`;
  return readdirSync(folder).reduce((sum, thread) => {
    const [nanoseconds = '0'] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ');
    return sum + Number(nanoseconds) / 1_000_000;
  }, 0);
}
