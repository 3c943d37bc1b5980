// Counts a large text in a worker thread, piece by piece, so that the caller's thread stays free.

import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import { cutLongRuns } from './long-runs.ts';
import { RANKS_FILE } from './tokenizer.ts';
import type { Encoding } from './tokenizer.ts';

/** Characters handed to the worker at a time: about 50 ms of counting, so progress moves and a cancel is prompt. Ours. */
const PIECE_CHARS = 256 * 1_024;
/** Where no safe line end is found within so many characters, the text is cut anyway; the count may be one off there. */
const LONGEST_SEARCH = 64 * 1_024;

export interface CountLargeOptions {
  readonly signal: AbortSignal;
  /** Called after each piece with the characters done so far. */
  readonly onProgress?: (done: number, of: number) => void;
}

export type CountLargeError = { readonly kind: 'cancelled' } | { readonly kind: 'failed'; readonly words: string };

// Plain JavaScript in a string, so that it runs the same from the sources, from a bundle and from a packed app. It only
// encodes; where to cut is decided here.
const WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { Tiktoken } = require(workerData.tiktoken);
const ranks = require(workerData.ranks);
const encoding = new Tiktoken(ranks.bpe_ranks, ranks.special_tokens, ranks.pat_str);
parentPort.on('message', (parts) => {
  let tokens = 0;
  for (const part of parts) tokens += encoding.encode_ordinary(part).length;
  parentPort.postMessage(tokens);
});
`;

/**
 * The tokens of a large text: the worker loads ranks of its own first, which takes longer than to count a small one.
 *
 * name     as for tokenCounter, and with the same result
 * text     whole
 * options  cancellation; progress in characters
 * Errors   `cancelled` when the signal fires, `failed` when the worker could not be started or died.
 */
export async function countLarge(
  name: Encoding,
  text: string,
  { signal, onProgress }: CountLargeOptions,
): Promise<Result<number, CountLargeError>> {
  const isCancelled = () => signal.aborted;
  if (isCancelled()) return err({ kind: 'cancelled' });
  const worker = startWorker(name);
  const stop = () => void worker.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    let tokens = 0;
    for (const [piece, done] of piecesOf(text, PIECE_CHARS)) {
      const counted = await askWorker(worker, cutLongRuns(piece));
      if (isCancelled()) return err({ kind: 'cancelled' });
      if (!counted.ok) return counted;
      tokens += counted.value;
      onProgress?.(done, text.length);
    }
    return ok(tokens);
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function startWorker(name: Encoding): Worker {
  const { resolve } = createRequire(import.meta.url);
  const workerData = { tiktoken: resolve('tiktoken/lite'), ranks: resolve(RANKS_FILE[name]) };
  return new Worker(WORKER, { eval: true, workerData });
}

function askWorker(worker: Worker, parts: readonly string[]): Promise<Result<number, CountLargeError>> {
  return new Promise((resolve) => {
    const settle = (result: Result<number, CountLargeError>) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      resolve(result);
    };
    const onMessage = (tokens: unknown) => settle(ok(Number(tokens)));
    const onError = (error: Error) =>
      settle(err({ kind: 'failed', words: `The token counter stopped: ${error.message}` }));
    const onExit = () => settle(err({ kind: 'failed', words: 'The token counter stopped.' }));
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    worker.postMessage(parts);
  });
}

/** A text in pieces of about so many characters whose counts add up to its own, each with where it ends. */
export function* piecesOf(text: string, chars: number): Generator<readonly [piece: string, end: number]> {
  for (let from = 0; from < text.length;) {
    const to = safeCut(text, from + chars);
    yield [text.slice(from, to), to];
    from = to;
  }
}

/** The next place at or after `at` where counts add up: a line begins there, and neither with white space nor with a slash. */
function safeCut(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const limit = Math.min(text.length, at + LONGEST_SEARCH);
  for (let line = text.indexOf('\n', at - 1) + 1; line > 0 && line < limit; line = text.indexOf('\n', line) + 1) {
    if (/[^\s/]/.test(text.charAt(line))) return line;
  }
  const code = text.charCodeAt(limit);
  return code >= 0xdc00 && code <= 0xdfff ? limit + 1 : limit;
}
