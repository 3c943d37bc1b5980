// Brings a fresh interpreter to where a run stood that was cut off: its recorded blocks are executed again with the recorded
// replies of their sub-calls. Whatever comes out differently is said in words, since the model has read the former output.

import type { Iteration, RanBlock } from '../agent.ts';
import { INTERPRETER_LOST } from '../python.ts';
import { type BlockRunner, runBlock } from './run-block.ts';

/** Returns the differences met, in words, in order, and what the `answer` dict holds after it all. */
export async function reexecute(
  runner: BlockRunner,
  recorded: readonly Iteration[],
): Promise<{ readonly differences: readonly string[]; readonly draft: string | null }> {
  const differences: string[] = [];
  let draft: string | null = null;
  for (const step of remaining(recorded)) {
    if (runner.signal.aborted) break;
    const place = { iteration: step.iteration.number, block: step.index };
    const end = await runBlock(runner, step.block.code, place, step.iteration.callId, step.block.callIds);
    draft = end.draft ?? draft;
    const where = `Block ${step.index + 1} of iteration ${step.iteration.number}`;
    if (end.replayDiffers)
      differences.push(`${where}, executed again on resuming, made other sub-calls than recorded.`);
    const difference = compare(step.block, end.block);
    if (difference !== null) differences.push(`${where}, executed again on resuming, ${difference}.`);
  }
  return { differences, draft };
}

interface Step {
  readonly iteration: Iteration;
  readonly index: number;
  readonly block: RanBlock;
}

/** The blocks that made the last state: an interpreter that was lost took everything before it along. */
function remaining(recorded: readonly Iteration[]): readonly Step[] {
  const steps = recorded.flatMap((iteration) => iteration.blocks.map((block, index) => ({ iteration, index, block })));
  const lost = steps.findLastIndex((step) => step.block.stateLost);
  if (lost < 0) return steps;
  // Either this very block lost the interpreter, or it found it lost and ran in a new one.
  return steps.slice(steps[lost]?.block.error?.type === INTERPRETER_LOST ? lost + 1 : lost);
}

function compare(before: RanBlock, now: RanBlock): string | null {
  if (before.error?.type !== now.error?.type) {
    return `ended ${now.error === null ? 'without an error' : `with ${now.error.type}`} instead of ${before.error === null ? 'without one' : `with ${before.error.type}`}`;
  }
  if (before.stdout !== now.stdout || before.stderr !== now.stderr) return 'printed something else';
  return null;
}
