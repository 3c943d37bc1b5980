// Opens a text file or a folder as the context of a study: the bytes as UTF-8, what they measure, and what was odd.

import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { ContextSource } from '#core/agents/index.ts';
import { err, ok, type Result } from '#core/result.ts';
import { breathe } from '../breath.ts';
import { asUtf8, detectEncoding } from './decode.ts';
import { formatOf } from './format.ts';
import { CHUNK_BYTES, kindOf, readChunks, readFolder, type ContextFileError, type Reading } from './read-file.ts';

export interface ContextFile extends ContextSource {
  /** The text as UTF-8, in pieces of about a megabyte; a piece may end within a character. */
  readonly chunks: readonly Uint8Array[];
  readonly bytesCount: number;
  /** Code points, which is what Python's len() says. */
  readonly chars: number;
  readonly lines: number;
  /** SHA-256 of the text as UTF-8, hex: the very bytes that Python is given. */
  readonly sha256: string;
  /** What the file was in: "UTF-8", "UTF-16 LE", "several" for a folder. */
  readonly encoding: string;
  readonly head: string;
  readonly warnings: readonly string[];
}

export interface OpenContextOptions extends Reading {
  /** Overrides the format that the name and the text suggest. */
  readonly format?: ContextSource['format'] | undefined;
}

/** Bytes from which the head is taken; the head itself is HEAD_CHARS long. */
const HEAD_BYTES = 16_384;
const HEAD_CHARS = 2_000;

/**
 * Reads a context into memory.
 *
 * path     a text file, or a folder whose text files are joined
 * options  cancelling, progress, and the format when it shall not be guessed
 * Returns the text with its measures, or why it cannot be a context.
 */
export async function openContext(
  path: string,
  options: OpenContextOptions = {},
): Promise<Result<ContextFile, ContextFileError>> {
  const kind = await kindOf(path);
  if (!kind.ok) return kind;
  const text = kind.value === 'folder' ? await folderText(path, options) : await fileText(path, options);
  if (!text.ok) return text;
  const { chunks, encoding, warnings } = text.value;
  const measures = await measure(chunks, basename(path), options);
  if (measures === null) return err({ kind: 'cancelled', words: 'Opening was cancelled.' });
  if (measures.chars === 0) {
    const words = kind.value === 'folder' ? `${path} holds no text files.` : `${path} is empty.`;
    return err({ kind: 'empty', words: `${words} A context needs some text.` });
  }
  const head = headOf(chunks);
  const format = await formatOf(basename(path), chunks, options.format);
  return ok({
    name: basename(resolve(path)),
    ...measures,
    chunks,
    head,
    encoding,
    format: format.format,
    warnings: [...warnings, ...format.warnings],
    bytes: () => Promise.resolve(Buffer.concat(chunks)),
  });
}

/** A context that is there as text already; an empty one too. Its bytes are measured as those of a file are. */
export async function contextOfText(text: string, name: string, format: ContextSource['format']): Promise<ContextFile> {
  const whole = Buffer.from(text, 'utf8');
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < whole.length; at += CHUNK_BYTES) chunks.push(whole.subarray(at, at + CHUNK_BYTES));
  const measures = await measure(chunks, name, {});
  if (measures === null) throw new Error('nothing can stop this measuring');
  return {
    name,
    ...measures,
    chunks,
    head: headOf(chunks),
    encoding: 'UTF-8',
    format,
    warnings: [],
    bytes: () => Promise.resolve(whole),
  };
}

interface Text {
  readonly chunks: readonly Uint8Array[];
  readonly encoding: string;
  readonly warnings: readonly string[];
}

async function folderText(path: string, options: OpenContextOptions): Promise<Result<Text, ContextFileError>> {
  const read = await readFolder(path, options);
  return read.ok ? ok({ ...read.value, encoding: 'several' }) : read;
}

async function fileText(path: string, options: OpenContextOptions): Promise<Result<Text, ContextFileError>> {
  const read = await readChunks(path, options);
  if (!read.ok) return read;
  if (read.value.length === 0) return ok({ chunks: [], encoding: 'UTF-8', warnings: [] });
  const detected = await detectEncoding(read.value);
  if (detected.kind === 'binary') {
    const words = `${path} cannot be a context: ${detected.words}. Choose a text file.`;
    return err({ kind: 'binary', words });
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of asUtf8(read.value, detected)) if (chunk.length > 0) chunks.push(chunk);
  return ok({ chunks, encoding: detected.encoding, warnings: detected.warnings });
}

async function measure(chunks: readonly Uint8Array[], name: string, reading: Reading) {
  const hash = createHash('sha256');
  let chars = 0;
  let newlines = 0;
  let bytesCount = 0;
  for (const [index, chunk] of chunks.entries()) {
    if (reading.signal?.aborted === true) return null;
    hash.update(chunk);
    bytesCount += chunk.length;
    for (const byte of chunk) {
      // Every byte but a continuation byte begins a code point.
      if ((byte & 0xc0) !== 0x80) chars++;
      if (byte === 10) newlines++;
    }
    reading.onProgress?.(`Measuring ${name}`, (index + 1) / chunks.length);
    await breathe();
  }
  const lastByte = chunks.at(-1)?.at(-1);
  const lines = newlines + (lastByte === undefined || lastByte === 10 ? 0 : 1);
  return { chars, lines, bytesCount, sha256: hash.digest('hex') };
}

function headOf(chunks: readonly Uint8Array[]): string {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    if (bytes >= HEAD_BYTES) break;
    parts.push(chunk);
    bytes += chunk.length;
  }
  const text = Buffer.concat(parts, Math.min(bytes, HEAD_BYTES)).toString('utf8');
  return Array.from(text).slice(0, HEAD_CHARS).join('');
}
