// Embeddings behind the one port: a request of the role embedding has a message per text, its reply is a JSON list of
// vectors. So they are recorded, replayed, priced and capped like every other call.

import { err, ok } from '#core/result.ts';
import type { Result } from '#core/result.ts';
import type { ChatMessage } from './chat-model.ts';

/** Asked for where a server can shorten its vectors; enough to tell near texts, and small on record. A number of ours. */
export const EMBEDDING_DIMENSIONS = 256;

const DIGITS = 10_000;

export function embeddingMessages(texts: readonly string[]): readonly ChatMessage[] {
  return texts.map((content) => ({ role: 'user', content }));
}

/** Vectors as they stand in a reply; four digits are enough for a nearness. */
export function writeVectors(vectors: readonly (readonly number[])[]): string {
  return JSON.stringify(vectors.map((vector) => vector.map((value) => Math.round(value * DIGITS) / DIGITS)));
}

/** As many vectors of one length as there were texts, or what is wrong. */
export function readVectors(
  reply: string,
  texts: number,
): Result<readonly (readonly number[])[], { readonly words: string }> {
  let json: unknown;
  try {
    json = JSON.parse(reply);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return err({ words: 'The embedding model’s reply is no list of vectors.' });
  }
  if (!Array.isArray(json) || !json.every(isVector)) {
    return err({ words: 'The embedding model’s reply is no list of vectors.' });
  }
  const lengths = new Set(json.map((vector) => vector.length));
  if (json.length !== texts || lengths.size > 1) {
    return err({
      words: `The embedding model gave ${String(json.length)} vectors of ${String(lengths.size)} lengths for ${String(texts)} texts.`,
    });
  }
  return ok(json);
}

function isVector(value: unknown): value is readonly number[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'number' && Number.isFinite(each))
  );
}

/** The cosine of the angle between two vectors of one length: 1 for the same direction. 0 where one of them is zero. */
export function nearness(a: readonly number[], b: readonly number[]): number {
  let [dot, aa, bb] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    dot += value * other;
    aa += value * value;
    bb += other * other;
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb);
}
