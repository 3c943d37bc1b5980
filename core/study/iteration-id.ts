// The name of an iteration, as notes and places use it: r3/2 is the second of run r3's own agent. Sub-agents count from one
// too, so one of theirs is named by the call that wrote it: r3/c17.

import type { IterationRecord } from './state.ts';

export interface IterationPlace {
  readonly runId: string;
  readonly at: number | { readonly callId: string };
}

export function iterationId(
  runId: string,
  { number, depth, callId }: Pick<IterationRecord, 'number' | 'depth' | 'callId'>,
): string {
  return `${runId}/${depth === 0 ? number : callId}`;
}

export function iterationNamed(id: string): IterationPlace {
  const [runId = '', ...rest] = id.split('/');
  const name = rest.join('/');
  return { runId, at: /^\d+$/.test(name) ? Number(name) : { callId: name } };
}
