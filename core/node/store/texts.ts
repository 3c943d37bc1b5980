// Long texts as bytes. Any JavaScript string comes back exactly, lone surrogates and NULs included.

import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export type TextEncoding = 'utf8' | 'utf8-deflate' | 'utf16' | 'utf16-deflate';

/** Between these sizes deflating pays: below, the gain is nothing; above, it would hold up the program. Ours. */
const DEFLATE_FROM = 4_096;
const DEFLATE_TO = 1_000_000;

export interface StoredBytes {
  readonly encoding: TextEncoding;
  readonly bytes: Uint8Array;
}

/** SHA-256 of the text in UTF-8, hex. A text with lone surrogates, which UTF-8 cannot hold, is hashed in UTF-16. */
export function hashText(text: string): string {
  return createHash('sha256').update(rawBytes(text)).digest('hex');
}

export function encodeText(text: string): StoredBytes {
  const plain = isWellFormed(text) ? 'utf8' : 'utf16';
  const bytes = rawBytes(text);
  if (bytes.length < DEFLATE_FROM || bytes.length > DEFLATE_TO) return { encoding: plain, bytes };
  const small = deflateRawSync(bytes, { level: 1 });
  return small.length < bytes.length ? { encoding: `${plain}-deflate`, bytes: small } : { encoding: plain, bytes };
}

export function decodeText(encoding: string, bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (encoding) {
    case 'utf8':
      return buffer.toString('utf8');
    case 'utf8-deflate':
      return inflateRawSync(buffer).toString('utf8');
    case 'utf16':
      return buffer.toString('utf16le');
    case 'utf16-deflate':
      return inflateRawSync(buffer).toString('utf16le');
    default:
      throw new Error(`unknown text encoding ${encoding}`);
  }
}

function rawBytes(text: string): Buffer {
  return Buffer.from(text, isWellFormed(text) ? 'utf8' : 'utf16le');
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
