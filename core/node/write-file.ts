// A text written to a file in pieces, so that one longer than any string fits and others have their turn meanwhile. It is
// written beside its place and moved there once it is whole: whatever happens before that, the old file stands untouched.

import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '#core/result.ts';
import { BREATH_MS, breathe } from './breath.ts';
import type { FileError } from './replacing.ts';
import { realPath } from './same-file.ts';

/** What is gathered before it is written. A number of ours. */
const GATHERED_CHARS = 1_000_000;

export interface WriteOptions {
  readonly signal?: AbortSignal;
  /** chars  written so far */
  readonly onProgress?: (chars: number) => void;
}

export interface Stopped {
  readonly kind: 'cancelled';
  readonly words: string;
}

/**
 * Writes a file.
 *
 * path    a link is followed and stays; what is no file (a terminal, a pipe) is written to as it stands
 * pieces  of the text; an empty one is a moment of work at which others may have their turn
 * Returns how many characters were written
 * Errors  the place cannot be written to, the disk is full, or it was stopped; then the place is as it was before
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string>,
  options: WriteOptions = {},
): Promise<Result<number, FileError | Stopped>> {
  const place = realPath(path);
  let part: string | null = null;
  try {
    const former = await modeOf(place);
    if (former === 'no file') return await writeInto(place, 'w', pieces, options);
    part = partOf(place);
    const written = await writeInto(part, 'wx', pieces, options, former);
    if (!written.ok) return written;
    await rename(part, place);
    part = null;
    return written;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return err({ kind: 'storage', words: wordsOf(error, basename(path)) });
  } finally {
    if (part !== null) await rm(part, { force: true });
  }
}

/** A short text at once: the file is the old one or the new one, whatever happens. Throws what the system says. */
export function writeWhole(path: string, text: string, mode = 0o666): void {
  const part = partOf(path);
  try {
    writeFileSync(part, text, { mode, flag: 'wx' });
    renameSync(part, path);
  } catch (error) {
    if (existsSync(part)) rmSync(part);
    throw error;
  }
}

/** Beside its place, since only within one disk a file is moved at once. The name is cut, as names may not be of any length. */
function partOf(path: string): string {
  return join(dirname(path), `${basename(path).slice(0, 40)}.${randomUUID()}.part`);
}

/** The rights of the file that is there; null when there is none. */
async function modeOf(path: string): Promise<number | null | 'no file'> {
  try {
    const there = await stat(path);
    return there.isFile() ? there.mode : 'no file';
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeInto(
  path: string,
  flags: 'w' | 'wx',
  pieces: Iterable<string>,
  { signal, onProgress }: WriteOptions,
  mode: number | null = null,
): Promise<Result<number, Stopped>> {
  const file = await open(path, flags);
  try {
    let chars = 0;
    for (const part of gathered(pieces)) {
      await write(file, part);
      if (signal?.aborted === true) return err({ kind: 'cancelled', words: 'It was stopped.' });
      chars += part.length;
      onProgress?.(chars);
    }
    if (mode !== null && (await file.stat()).mode !== mode) await file.chmod(mode);
    // Some disks find out only now that they are full.
    if (flags === 'wx') await file.sync();
    return ok(chars);
  } finally {
    await file.close();
  }
}

/** Nothing to write is a turn for others all the same. */
function write(file: FileHandle, text: string): Promise<void> {
  return text === '' ? breathe() : file.writeFile(text);
}

/** Larger pieces, each after as much work as may be done in one breath. */
export function* gathered(pieces: Iterable<string>): Generator<string> {
  let parts: string[] = [];
  let chars = 0;
  let since = performance.now();
  for (const piece of pieces) {
    parts.push(piece);
    chars += piece.length;
    if (chars < GATHERED_CHARS && performance.now() - since < BREATH_MS) continue;
    yield parts.join('');
    parts = [];
    chars = 0;
    since = performance.now();
  }
  if (chars > 0) yield parts.join('');
}

/** The text that the pieces are together; others have their turn meanwhile. */
export async function joinPieces(pieces: Iterable<string>): Promise<string> {
  const parts: string[] = [];
  for (const part of gathered(pieces)) {
    parts.push(part);
    await breathe();
  }
  return parts.join('');
}

type SystemError = Error & { readonly code: unknown };

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'code' in error;
}

function wordsOf({ code, message }: SystemError, name: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${name} could not be written: the disk is full. What was there before is untouched; make room or choose another disk.`;
    case 'ENOENT':
      return `${name} could not be written: there is no such folder. Make it or choose another one.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
    case 'EBUSY':
      return `${name} may not be written there (${code}). What was there before is untouched; choose another name or folder.`;
    default:
      return `${name} could not be written (${message}). What was there before is untouched; choose another place.`;
  }
}
