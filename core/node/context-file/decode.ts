// Tells what a file's bytes are and gives them as UTF-8: UTF-8, UTF-16 (by mark or by its look), Latin-1 and its Windows
// relative. Works on chunks and lets others run between them, so that 100 MB never hold the process for long.

import { isUtf8 } from 'node:buffer';
import { breathe } from '../breath.ts';

export type Encoding = 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'ISO-8859-1' | 'Windows-1252';

export type Detected = TextFile | { readonly kind: 'binary'; readonly words: string };

export interface TextFile {
  readonly kind: 'text';
  readonly encoding: Encoding;
  /** Length of the byte order mark, 0 where there is none. */
  readonly markBytes: number;
  /** UTF-8 with some bytes that are not. */
  readonly damaged: boolean;
  readonly warnings: readonly string[];
}

/** Bytes looked at to recognise UTF-16 and binary files. A number of ours. */
const SAMPLE_BYTES = 65_536;

const SIGNATURES: readonly { readonly bytes: readonly number[]; readonly what: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], what: 'a PDF document' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], what: 'a ZIP archive (or an office document)' },
  { bytes: [0x1f, 0x8b], what: 'a gzip archive' },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], what: 'a zstd archive' },
  { bytes: [0x42, 0x5a, 0x68], what: 'a bzip2 archive' },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], what: 'an xz archive' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a JPEG image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a GIF image' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], what: 'a program' },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], what: 'an SQLite database' },
  { bytes: [0x50, 0x41, 0x52, 0x31], what: 'a Parquet file' },
];

/**
 * Decides from all of a file's bytes what they are.
 *
 * chunks  the file in order; never empty as a whole
 * Returns the encoding and the length of its byte order mark, or what kind of binary file it seems to be.
 */
export async function detectEncoding(chunks: readonly Uint8Array[]): Promise<Detected> {
  const sample = concat(chunks, SAMPLE_BYTES);
  const marked = markOf(sample);
  if (marked !== null) return marked;
  const signature = SIGNATURES.find(({ bytes }) => bytes.every((byte, at) => sample[at] === byte));
  const wide = utf16Look(sample);
  if (wide !== null && signature === undefined) return text(wide, 0);
  if (sample.includes(0)) return binary(signature?.what);
  const survey = await surveyUtf8(chunks);
  if (survey.firstInvalid === null) {
    if (signature !== undefined && survey.controls > 0) return binary(signature.what);
    return text('UTF-8', 0, survey.nuls > 0 ? [`holds ${survey.nuls} NUL characters`] : []);
  }
  if (signature !== undefined || survey.nuls > 0 || survey.controls > survey.bytes / 100)
    return binary(signature?.what);
  // A few bad bytes among many good sequences are damage; otherwise the file was never UTF-8.
  if (survey.sequences >= survey.invalid * 10) {
    const words = `${survey.invalid} bytes are not valid UTF-8, the first at byte ${survey.firstInvalid}; they show as �`;
    return { ...text('UTF-8', 0, [words]), damaged: true };
  }
  const encoding = survey.c1 > 0 ? 'Windows-1252' : 'ISO-8859-1';
  return text(encoding, 0, [`not UTF-8, read as ${encoding}; check that accented letters look right`]);
}

/** The file's text as UTF-8, chunk by chunk, without its mark. */
export async function* asUtf8(chunks: readonly Uint8Array[], file: TextFile): AsyncGenerator<Uint8Array> {
  const { encoding, markBytes, damaged } = file;
  const decoder = decoderFor(encoding);
  let skip = markBytes;
  for (const chunk of chunks) {
    const bytes = chunk.subarray(Math.min(skip, chunk.length));
    skip -= chunk.length - bytes.length;
    yield encoding === 'UTF-8' && !damaged ? bytes : Buffer.from(decoder.decode(bytes), 'utf8');
    await breathe();
  }
  const rest = decoder.end();
  if (rest !== '') yield Buffer.from(rest, 'utf8');
}

interface ChunkDecoder {
  decode(bytes: Uint8Array): string;
  end(): string;
}

function decoderFor(encoding: Encoding): ChunkDecoder {
  if (encoding === 'ISO-8859-1' || encoding === 'Windows-1252') {
    const windows = encoding === 'Windows-1252';
    return { decode: (bytes) => fromSingleBytes(bytes, windows), end: () => '' };
  }
  const label = { 'UTF-8': 'utf-8', 'UTF-16 LE': 'utf-16le', 'UTF-16 BE': 'utf-16be' }[encoding];
  const decoder = new TextDecoder(label, { ignoreBOM: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

/** What Windows-1252 has where ISO-8859-1 has control characters (0x80…0x9f). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function fromSingleBytes(bytes: Uint8Array, windows: boolean): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!windows) return latin;
  return latin.replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? char);
}

function markOf(sample: Uint8Array): Detected | null {
  const [a, b, c, d] = sample;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return binary('UTF-32 text, which is not supported');
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return binary('UTF-32 text, which is not supported');
  if (a === 0xef && b === 0xbb && c === 0xbf) return text('UTF-8', 3);
  if (a === 0xff && b === 0xfe) return text('UTF-16 LE', 2);
  if (a === 0xfe && b === 0xff) return text('UTF-16 BE', 2);
  return null;
}

/** Text of mostly Latin letters in UTF-16 has zeros in one half of its byte pairs and nearly none in the other. */
function utf16Look(sample: Uint8Array): 'UTF-16 LE' | 'UTF-16 BE' | null {
  const zeros: [number, number] = [0, 0];
  for (let at = 0; at < sample.length; at++) if (sample[at] === 0) zeros[at % 2 === 0 ? 0 : 1]++;
  const pairs = sample.length >> 1;
  if (pairs < 2) return null;
  if (zeros[1] > pairs * 0.4 && zeros[0] < pairs * 0.02) return 'UTF-16 LE';
  if (zeros[0] > pairs * 0.4 && zeros[1] < pairs * 0.02) return 'UTF-16 BE';
  return null;
}

interface Survey {
  bytes: number;
  /** Well-formed sequences of more than one byte. */
  sequences: number;
  invalid: number;
  firstInvalid: number | null;
  nuls: number;
  /** Control characters that text has no use for. */
  controls: number;
  /** Bytes 0x80…0x9f outside well-formed sequences: Windows-1252 has letters and quotes there. */
  c1: number;
}

async function surveyUtf8(chunks: readonly Uint8Array[]): Promise<Survey> {
  const survey: Survey = { bytes: 0, sequences: 0, invalid: 0, firstInvalid: null, nuls: 0, controls: 0, c1: 0 };
  let carried: Uint8Array = new Uint8Array(0);
  for (const [index, chunk] of chunks.entries()) {
    const bytes = carried.length === 0 ? chunk : Buffer.concat([carried, chunk]);
    const last = index === chunks.length - 1;
    const end = last ? bytes.length : wholeEnd(bytes);
    const whole = bytes.subarray(0, end);
    const clean = isUtf8(whole);
    surveyChunk(whole, clean, survey);
    survey.bytes += whole.length;
    carried = bytes.subarray(end);
    await breathe();
  }
  return survey;
}

function surveyChunk(bytes: Uint8Array, clean: boolean, survey: Survey): void {
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      if (byte === 0) survey.nuls++;
      if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) survey.controls++;
      at++;
      continue;
    }
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (clean || (byte >= 0xc2 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))) {
      survey.sequences++;
      at += length;
      continue;
    }
    survey.invalid++;
    survey.firstInvalid ??= survey.bytes + at;
    if (byte < 0xa0) survey.c1++;
    at++;
  }
}

/** Where a chunk may be cut without splitting a sequence: before a last sequence that is not complete yet. */
function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function concat(chunks: readonly Uint8Array[], limit: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let left = limit;
  for (const chunk of chunks) {
    if (left <= 0) break;
    parts.push(chunk.subarray(0, left));
    left -= chunk.length;
  }
  return Buffer.concat(parts);
}

function text(encoding: Encoding, markBytes: number, warnings: readonly string[] = []): TextFile {
  return { kind: 'text', encoding, markBytes, damaged: false, warnings };
}

function binary(what?: string): Detected {
  return { kind: 'binary', words: what === undefined ? 'it is not text' : `it looks like ${what}` };
}
