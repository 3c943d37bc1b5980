// Cuts a byte stream into frames: four bytes of length, big-endian, then the payload.

/** Returns a function that takes pieces as they come and gives the frames they complete, or null when one is too long. */
export function createFrameReader(maxBytes: number): (piece: Uint8Array) => readonly Uint8Array[] | null {
  let pieces: Uint8Array[] = [];
  let size = 0;
  return (piece) => {
    pieces.push(piece);
    size += piece.length;
    const frames: Uint8Array[] = [];
    for (;;) {
      if (size < 4) return frames;
      const head = take(4);
      const length = Buffer.from(head).readUInt32BE(0);
      if (length > maxBytes) return null;
      if (size < length) {
        pieces.unshift(head);
        size += 4;
        return frames;
      }
      frames.push(take(length));
    }
  };

  /** The first bytes; only called when that many are there. Joins pieces once per frame, not once per piece. */
  function take(count: number): Uint8Array {
    let joined = pieces[0] ?? new Uint8Array();
    if (joined.length < count) {
      joined = Buffer.concat(pieces);
      pieces = [joined];
    }
    const rest = joined.subarray(count);
    pieces = rest.length > 0 ? [rest, ...pieces.slice(1)] : pieces.slice(1);
    size -= count;
    return joined.subarray(0, count);
  }
}

/** The bytes of a frame. */
export function frame(payload: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(4 + payload.length);
  bytes.writeUInt32BE(payload.length, 0);
  bytes.set(payload, 4);
  return bytes;
}
