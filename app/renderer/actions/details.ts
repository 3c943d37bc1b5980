// The details of old runs. A long study keeps those of its latest runs only; the others are read when somebody looks.

import { request } from '../host/current-host.ts';
import { setStudy, store } from '../store/store.ts';
import { LOADING } from '../store/study-slice.ts';
import type { Loaded } from '../store/study-slice.ts';
import type { Run } from '#core/study/index.ts';

/** Runs whose details stay in memory; the one looked at longest ago goes first. A number of ours. */
const KEPT = 30;

/** Reads the details of a run that is folded, unless they are there or on their way; one that failed is asked for again. */
export async function readDetail(runId: string): Promise<void> {
  const { open, live, details } = store.getState().study;
  if (open === null) return;
  const known = details.get(runId);
  if (known !== undefined && known.kind !== 'error') return;
  const now = live?.runs.get(runId);
  if (now?.folded === false) {
    keep(runId, { kind: 'data', value: now });
    return;
  }
  keep(runId, LOADING);
  const result = await request('run.detail', { handle: open.handle, runId });
  if (store.getState().study.open?.handle !== open.handle) return;
  if (result.ok) keep(runId, { kind: 'data', value: JSON.parse(result.value) as Run });
  else keep(runId, { kind: 'error', words: result.error.words });
}

function keep(runId: string, detail: Loaded<Run>): void {
  const details = new Map(store.getState().study.details);
  details.delete(runId);
  details.set(runId, detail);
  const oldest = details.keys().next().value;
  if (details.size > KEPT && oldest !== undefined) details.delete(oldest);
  setStudy({ details });
}
