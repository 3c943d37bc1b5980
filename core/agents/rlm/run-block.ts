// Runs one block and puts together its record: what it did, what the model is shown of it, and the calls it made.

import type { RanBlock, RlmSettings } from '../agent.ts';
import type { BlockFinal, PythonSession } from '../python.ts';
import { showBlock } from './shown-output.ts';
import type { Place, Subcalls } from './subcalls.ts';

export interface BlockRunner {
  readonly session: PythonSession;
  readonly subcalls: Subcalls;
  readonly settings: RlmSettings;
  readonly signal: AbortSignal;
}

export interface BlockEnd {
  readonly block: RanBlock;
  readonly final: BlockFinal | null;
  readonly draft: string | null;
  readonly replayDiffers: boolean;
}

/**
 * callId   the reply the block stands in
 * replay   recorded calls of a block that is executed again; absent when it runs for the first time
 */
export async function runBlock(
  runner: BlockRunner,
  code: string,
  place: Place,
  callId: string,
  replay?: readonly string[],
): Promise<BlockEnd> {
  runner.subcalls.beginBlock(place, callId, replay ?? null);
  const result = await runner.session.run(code, runner.signal);
  const { callIds, replayDiffers } = runner.subcalls.endBlock();
  const block: RanBlock = {
    code,
    stdout: result.stdout,
    stderr: result.stderr,
    outputChars: result.outputChars,
    shown: showBlock(result, runner.settings.shownOutputChars),
    error: result.error,
    variables: result.variables,
    durationMs: result.durationMs,
    limit: result.limit,
    stateLost: result.stateLost,
    callIds,
  };
  return { block, final: result.final, draft: result.draft, replayDiffers };
}
