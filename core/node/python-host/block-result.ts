// From what Python said of a block, or from its loss, to the block's result.

import { type BlockResult, type DoneBlock, INTERPRETER_LOST, cutMiddle } from '#core/agents/index.ts';
import type { Stopping } from './block-watch.ts';
import type { Gone, RawOutput } from './interpreter-link.ts';

/** What Python adds to what it kept: the mark of the cut. */
const MARK_CHARS = 100;

/** Python keeps to the limit by itself; code in it that has undone the limit gets no more on record all the same. */
export function keptOf(text: string, outputChars: number): string {
  return cutMiddle(text, outputChars + MARK_CHARS);
}

export function doneBlock(
  done: DoneBlock,
  stopping: Stopping | null,
  raw: RawOutput,
  stateLost: boolean,
  outputChars: number,
): BlockResult {
  const limit = limitOf(done, stopping);
  const error =
    limit === 'time' && done.error !== null
      ? { type: 'TimeoutError', message: 'the block took longer than its time limit', line: done.error.line }
      : done.error;
  return {
    stdout: keptOf(done.stdout, outputChars) + raw.stdout,
    stderr: keptOf(done.stderr, outputChars) + raw.stderr,
    outputChars: done.outputChars + raw.stdout.length + raw.stderr.length,
    error,
    variables: done.variables,
    final: done.final === null ? null : { ...done.final, text: keptOf(done.final.text, outputChars) },
    draft: done.draft === null ? null : keptOf(done.draft, outputChars),
    durationMs: done.durationMs,
    limit,
    stateLost,
  };
}

export function lostBlock(gone: Gone, stopping: Stopping | null, durationMs: number): BlockResult {
  const limit = stopping ?? (gone.kind === 'memory' ? 'memory' : null);
  return failedBlock(lossWords(gone, stopping), limit, true, durationMs);
}

export function failedBlock(
  message: string,
  limit: BlockResult['limit'],
  stateLost: boolean,
  durationMs: number,
): BlockResult {
  const error = { type: INTERPRETER_LOST, message, line: null };
  return {
    stdout: '',
    stderr: '',
    outputChars: 0,
    error,
    variables: [],
    final: null,
    draft: null,
    durationMs,
    limit,
    stateLost,
  };
}

function limitOf(done: DoneBlock, stopping: Stopping | null): BlockResult['limit'] {
  // A block that was over before the interrupt reached it has simply ended.
  if (stopping !== null && done.interrupted) return stopping;
  if (done.error?.type === 'MemoryError') return 'memory';
  return done.overflowed ? 'output' : null;
}

function lossWords(gone: Gone, stopping: Stopping | null): string {
  switch (stopping) {
    case 'time':
      return 'the block reached its time limit and did not react to being interrupted';
    case 'interrupted':
      return 'the block was stopped and did not react to being interrupted';
    case null:
      return gone.words;
  }
}
