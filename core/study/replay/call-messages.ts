// The exact messages of one recorded call, found in the log by its id.

import type { ChatMessage } from '#core/lm/index.ts';
import type { StudyLog } from '../log.ts';
import { messagesOf } from '../prompt-chain.ts';
import { batchesOf } from './copied-events.ts';

/** Null when there is no such call. Reads the log: for the rare case of a difference. */
export function callMessages(
  log: Pick<StudyLog, 'read' | 'readRun' | 'text'>,
  callId: string,
): readonly ChatMessage[] | null {
  for (const batch of batchesOf(log)) {
    for (const event of batch) {
      if (event.type !== 'call.finished' || event.payload.callId !== callId) continue;
      const { runId } = event.payload;
      const events = runId === null ? [event] : log.readRun(runId);
      return messagesOf(callId, events, (ref) => log.text(ref));
    }
  }
  return null;
}
