// The offline model's vectors: words counted into a fixed number of places. Texts with many words in common come out near;
// words of the same meaning do not.

import { EMBEDDING_DIMENSIONS, writeVectors } from '../embedding.ts';
import { stem, tokens } from './words.ts';

export function replyAsEmbedding(texts: readonly string[]): string {
  return writeVectors(texts.map(vectorOf));
}

function vectorOf(text: string): readonly number[] {
  const vector = Array.from({ length: EMBEDDING_DIMENSIONS }, () => 0);
  for (const word of tokens(text).map(stem)) {
    const place = placeOf(word);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** FNV-1a, 32 bits: spreads words over the places, the same everywhere. */
function placeOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193) >>> 0;
  return hash % EMBEDDING_DIMENSIONS;
}
