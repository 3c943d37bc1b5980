// The lines of a file as bytes, in one buffer that is used again and again: a log of a hundred megabytes takes the memory of
// its longest line.

import { open } from 'node:fs/promises';

export interface ReadLine {
  /** Without its end; good until the next line is asked for. Null for a line that is longer than may be. */
  readonly bytes: Uint8Array | null;
  /** Counts from 1. */
  readonly number: number;
  /** How much of the file has been read, 0…1. */
  readonly fraction: number;
}

const CHUNK_BYTES = 1_048_576;
const LINE_END = 10;

/** Throws what the file system throws. */
export async function* readLines(path: string, maxLineBytes: number): AsyncGenerator<ReadLine> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    let buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
    /** Bytes of a line that has begun. */
    let held = 0;
    let isTooLong = false;
    let number = 0;
    let done = 0;
    const line = (bytes: Uint8Array): ReadLine => {
      const wasTooLong = isTooLong || bytes.length > maxLineBytes;
      isTooLong = false;
      number += 1;
      return { bytes: wasTooLong ? null : bytes, number, fraction: size > 0 ? Math.min(1, done / size) : 1 };
    };
    for (;;) {
      if (buffer.length - held < CHUNK_BYTES) buffer = Buffer.concat([buffer.subarray(0, held)], 2 * buffer.length);
      const { bytesRead } = await file.read(buffer, held, CHUNK_BYTES, null);
      if (bytesRead === 0) break;
      done += bytesRead;
      const read = buffer.subarray(0, held + bytesRead);
      let from = 0;
      for (let end = read.indexOf(LINE_END, held); end >= 0; end = read.indexOf(LINE_END, from)) {
        yield line(read.subarray(from, end));
        from = end + 1;
      }
      buffer.copyWithin(0, from, read.length);
      held = read.length - from;
      if (held > maxLineBytes) {
        isTooLong = true;
        held = 0;
      }
    }
    if (held > 0 || isTooLong) yield line(buffer.subarray(0, held));
  } finally {
    await file.close();
  }
}
