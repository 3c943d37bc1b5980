// What a bench module gives: named figures, each with its unit and, where one was promised, its limit.

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: 'ms' | 'MB' | 'count' | 'ratio';
  /** The promised most; null where nothing was promised. */
  readonly limit: number | null;
}

export interface Bench {
  /** For the filter and the report. */
  readonly name: string;
  readonly run: () => Promise<readonly Figure[]> | readonly Figure[];
}

export interface Timed {
  /** The best of all runs, and processor time per run: what other work on the machine changes least. */
  readonly minMs: number;
  readonly cpuMs: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/**
 * Times a function.
 *
 * act      called with the number of the run, counted from 0; warm-up runs have numbers of their own
 * runs     timed runs
 * warmUps  untimed runs before, so that the engine has compiled what it will
 */
export function timed(act: (run: number) => unknown, runs: number, warmUps: number): Timed {
  for (let run = 0; run < warmUps; run += 1) act(run);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    act(warmUps + run);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const cpuMs = (user + system) / 1_000 / Math.max(1, runs);
  return { minMs: at(0), cpuMs, medianMs: at(0.5), p95Ms: at(0.95), maxMs: times.at(-1) ?? 0 };
}

/** Milliseconds of the longest stretch in which nothing else had its turn while this went on. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return longest;
}

export function msFigure(name: string, value: number, limit: number | null = null): Figure {
  return { name, value: Math.round(value * 1_000) / 1_000, unit: 'ms', limit };
}
