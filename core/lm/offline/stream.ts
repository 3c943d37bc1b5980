// How a finished text is given out in pieces, as a provider would stream it.

/** Pieces of one to three words; joined they are the text. Long unbroken runs are cut so that no piece is huge. */
export function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S{1,40}|\s+/g) ?? [];
  const pieces: string[] = [];
  for (let at = 0; at < words.length; at += 1 + (at % 3)) {
    pieces.push(words.slice(at, at + 1 + (at % 3)).join(''));
  }
  return pieces;
}
