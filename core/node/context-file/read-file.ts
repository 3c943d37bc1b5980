// Reads the bytes of a file or of a whole folder in chunks, with progress, and says in words why it could not.

import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { err, ok, type Result } from '#core/result.ts';
import { asUtf8, detectEncoding } from './decode.ts';

export type ContextFileError = {
  readonly kind: 'not-found' | 'unreadable' | 'empty' | 'binary' | 'too-large' | 'cancelled';
  /** What happened, where, and what to do. */
  readonly words: string;
};

export interface Reading {
  readonly signal?: AbortSignal | undefined;
  /** fraction 0…1, or null while the size is unknown. */
  readonly onProgress?: ((words: string, fraction: number | null) => void) | undefined;
}

/** One string of this many bytes is near what a JavaScript engine can hold. A number of ours. */
export const MAX_CONTEXT_BYTES = 500_000_000;

/** Read, decoded, stored and given to Python in one breath: some ms. Ours. */
export const CHUNK_BYTES = 262_144;
const MAX_FOLDER_FILES = 50_000;

/** The bytes of one file, at most `limit` of them. */
export async function readChunks(
  path: string,
  reading: Reading,
  limit = MAX_CONTEXT_BYTES,
): Promise<Result<Uint8Array[], ContextFileError>> {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > limit) return err(tooLarge(path, size, limit));
      const chunks: Uint8Array[] = [];
      let done = 0;
      for (;;) {
        if (reading.signal?.aborted === true) return err({ kind: 'cancelled', words: 'Opening was cancelled.' });
        const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, done);
        if (bytesRead === 0) return ok(chunks);
        done += bytesRead;
        if (done > limit) return err(tooLarge(path, done, limit));
        chunks.push(chunk.subarray(0, bytesRead));
        reading.onProgress?.(`Reading ${basename(path)}`, size > 0 ? Math.min(1, done / size) : null);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    return err(inWords(path, error));
  }
}

export async function kindOf(path: string): Promise<Result<'file' | 'folder', ContextFileError>> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return ok('folder');
    if (found.isFile()) return ok('file');
    return err({ kind: 'unreadable', words: `${path} is neither a file nor a folder. Choose a text file.` });
  } catch (error) {
    return err(inWords(path, error));
  }
}

/**
 * All text files of a folder as one text, each under a line with its path; hidden files, node_modules, links, binary and
 * empty files are left out and counted in the warnings.
 */
export async function readFolder(
  folder: string,
  reading: Reading,
): Promise<Result<{ readonly chunks: Uint8Array[]; readonly warnings: string[] }, ContextFileError>> {
  const listed = await listFiles(folder);
  if (!listed.ok) return listed;
  const { files, skipped } = listed.value;
  const chunks: Uint8Array[] = [];
  const warnings: string[] = [];
  const leftOut = { binary: 0, unreadable: 0 };
  let total = 0;
  for (const [index, path] of files.entries()) {
    if (reading.signal?.aborted === true) return err({ kind: 'cancelled', words: 'Opening was cancelled.' });
    reading.onProgress?.(`Reading file ${index + 1} of ${files.length} of ${basename(folder)}`, index / files.length);
    const read = await readChunks(path, { signal: reading.signal }, MAX_CONTEXT_BYTES - total);
    if (!read.ok) {
      if (read.error.kind === 'too-large') return err(tooLarge(folder, MAX_CONTEXT_BYTES + 1, MAX_CONTEXT_BYTES));
      if (read.error.kind === 'cancelled') return read;
      leftOut.unreadable++;
      continue;
    }
    if (read.value.length === 0) continue;
    const detected = await detectEncoding(read.value);
    if (detected.kind === 'binary') {
      leftOut.binary++;
      continue;
    }
    const name = relative(folder, path).split(sep).join('/');
    chunks.push(Buffer.from(`${chunks.length === 0 ? '' : '\n'}===== ${name} =====\n`, 'utf8'));
    for await (const chunk of asUtf8(read.value, detected)) {
      chunks.push(chunk);
      total += chunk.length;
    }
    for (const words of detected.warnings) warnings.push(`${name}: ${words}`);
  }
  if (leftOut.binary > 0) warnings.push(`${leftOut.binary} files that are not text were left out`);
  if (leftOut.unreadable > 0) warnings.push(`${leftOut.unreadable} files could not be read and were left out`);
  if (skipped > 0) warnings.push(`${skipped} hidden entries, links and node_modules folders were left out`);
  return ok({ chunks, warnings });
}

async function listFiles(folder: string): Promise<Result<{ files: string[]; skipped: number }, ContextFileError>> {
  const files: string[] = [];
  let skipped = 0;
  const waiting = [folder];
  try {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      for (const entry of await readdir(next, { withFileTypes: true })) {
        const path = join(next, entry.name);
        const hidden = entry.name.startsWith('.') || entry.name === 'node_modules';
        if (hidden || !(entry.isFile() || entry.isDirectory())) skipped++;
        else if (entry.isDirectory()) waiting.push(path);
        else files.push(path);
      }
      if (files.length > MAX_FOLDER_FILES) {
        const words = `${folder} holds more than ${MAX_FOLDER_FILES} files. Choose a smaller folder.`;
        return err({ kind: 'too-large', words });
      }
    }
  } catch (error) {
    return err(inWords(folder, error));
  }
  // By code unit, so that the same folder gives the same context on every machine.
  return ok({ files: files.sort((a, b) => (a < b ? -1 : 1)), skipped });
}

function tooLarge(path: string, size: number, limit: number): ContextFileError {
  const mb = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;
  return {
    kind: 'too-large',
    words: `${path} has ${mb(size)}; at most ${mb(limit)} fit. Split it or choose a part of it.`,
  };
}

function inWords(path: string, error: unknown): ContextFileError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'not-found', words: `There is no file ${path}. Check the name and the folder.` };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', words: `${path} may not be read by this user. Change its permissions or copy it.` };
    case 'EISDIR':
      return { kind: 'unreadable', words: `${path} is a folder, not a file.` };
    default:
      if (!(error instanceof Error)) throw error;
      return { kind: 'unreadable', words: `${path} could not be read (${error.message}).` };
  }
}
