// The details of old runs. A long study keeps those of its latest runs only; the others are read when somebody looks.

import { request } from '../host/current-host.ts';
import { setStudy, store } from '../store/store.ts';
import { LOADING } from '../store/study-slice.ts';
import type { Loaded } from '../store/study-slice.ts';
import { emptyState, reduceAll, runIn } from '#core/study/index.ts';
import type { LoggedEvent, Run } from '#core/study/index.ts';
import { nextTurn } from './next-turn.ts';

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
  const folded = now ?? store.getState().view.past?.runs.get(runId);
  if (folded === undefined) return;
  keep(runId, LOADING);
  let read = emptyState;
  for (;;) {
    const page = await request('run.events', { handle: open.handle, runId, afterSeq: read.seq });
    if (store.getState().study.open?.handle !== open.handle) return;
    if (!page.ok) {
      keep(runId, { kind: 'error', words: page.error.words });
      return;
    }
    const events = JSON.parse(page.value) as LoggedEvent[];
    if (events.length === 0) break;
    read = reduceAll(read, events);
    keep(runId, { kind: 'loading', done: read.runs.get(runId)?.iterationCount ?? 0 });
    await nextTurn();
  }
  keep(runId, { kind: 'data', value: runIn(read, folded) });
}

function keep(runId: string, detail: Loaded<Run>): void {
  const details = new Map(store.getState().study.details);
  details.delete(runId);
  details.set(runId, detail);
  const oldest = details.keys().next().value;
  if (details.size > KEPT && oldest !== undefined) details.delete(oldest);
  setStudy({ details });
}
