// A text written to a file in pieces, so that one longer than any string fits and others have their turn meanwhile. The old
// file at that place is gone only once the new one is whole.

import { open, rm, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { err, ok, type Result } from '#core/result.ts';
import { replacing, type FileError } from './replacing.ts';

/** What is gathered before it is written, and for how long at most. Numbers of ours. */
const GATHERED_CHARS = 1_000_000;
const GATHERED_MS = 12;

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** chars  written so far */
  readonly onProgress?: (chars: number) => void;
}

/**
 * Writes a file.
 *
 * Returns how many characters were written
 * Errors  the place cannot be written to, the disk is full, or it was stopped; then the place is as it was before
 */
export function writePieces(
  path: string,
  pieces: Iterable<string>,
  { signal, onProgress }: WriteOptions = {},
): Promise<Result<number, FileError | Stopped>> {
  return replacing(path, async () => {
    let written: Result<number, FileError | Stopped> | null = null;
    try {
      const file = await open(path, 'w');
      const isFile = (await file.stat()).isFile();
      try {
        written = await writeTo(file, pieces, signal, onProgress);
        return written;
      } finally {
        await file.close();
        // Half a file is none.
        if (isFile && written?.ok !== true) await rm(path);
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
      return err({ kind: 'storage', words: `${basename(path)} could not be written (${error.message}).` });
    }
  });
}

async function writeTo(
  file: FileHandle,
  pieces: Iterable<string>,
  signal: WriteOptions['signal'],
  onProgress: WriteOptions['onProgress'],
): Promise<Result<number, Stopped>> {
  let chars = 0;
  for (const part of gathered(pieces)) {
    if (signal?.aborted === true) return err({ kind: 'cancelled', words: 'It was stopped.' });
    await file.writeFile(part);
    chars += part.length;
    onProgress?.(chars);
  }
  return ok(chars);
}

export interface Stopped {
  readonly kind: 'cancelled';
  readonly words: string;
}

function* gathered(pieces: Iterable<string>): Generator<string> {
  let parts: string[] = [];
  let chars = 0;
  let since = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    chars += piece.length;
    if (chars < GATHERED_CHARS && performance.now() - since < GATHERED_MS) continue;
    yield parts.join('');
    parts = [];
    chars = 0;
    since = performance.now();
  }
  if (chars > 0) yield parts.join('');
}
