// Everything the reader does to the study. Each sends one command; a refusal becomes a notice with the reason.

import type { Command } from '#core/study/index.ts';
import { request } from '../host/current-host.ts';
import { setView, store } from '../store/store.ts';
import { notify } from './notices.ts';
import { goToNow } from './time.ts';

/** True when the command was carried out. */
export async function send(command: Command): Promise<boolean> {
  const open = store.getState().study.open;
  if (open === null) return false;
  const result = await request('study.command', { handle: open.handle, command });
  if (result.ok) return true;
  if (result.error.kind !== 'cancelled') notify('bad', result.error.words);
  return false;
}

/** Runs that move the study on also bring the reader back to now, following what runs. */
async function run(command: Command): Promise<void> {
  goToNow();
  setView({ queryId: null });
  await send(command);
}

export const step = () => run({ do: 'run.step' });
export const stepStage = () => run({ do: 'run.stage' });
export const runAll = () => run({ do: 'run.all', untilQueryId: null });
export const runUntil = (queryId: string) => run({ do: 'run.all', untilQueryId: queryId });
export const runAgain = (queryId: string) => run({ do: 'run.again', queryId });
export const judge = (runIds: string[]) => send({ do: 'answers.judge', runIds });
export const stop = () => send({ do: 'run.stop' });
export const pause = () => send({ do: 'run.pause' });
export const resume = () => send({ do: 'run.resume' });

export const setReview = (on: boolean) => send({ do: 'review.set', on });
export const freeze = (reason: string | null) => send({ do: 'map.freeze', reason });
export const unfreeze = (reason: string | null) => send({ do: 'map.unfreeze', reason });

export async function rollBack(versionId: string, reason: string | null): Promise<void> {
  goToNow();
  if (await send({ do: 'map.rollback', versionId, reason })) {
    setView({ side: { kind: 'map' } });
    notify('good', `Rolled back to ${versionId}. Nothing was deleted; Undo brings the later versions back.`);
  }
}

export const undo = () => send({ do: 'operation.undo' });
export const redo = () => send({ do: 'operation.redo' });

export const pin = (itemId: string, reason: string | null) => send({ do: 'item.pin', itemId, reason });
export const unpin = (itemId: string) => send({ do: 'item.unpin', itemId, reason: null });
export const returnItem = (itemId: string) => send({ do: 'item.return', itemId, reason: null });
