// Embeddings: one JSON object, no stream. A message of the request is a text; the reply's text is the list of its vectors.

import { EMBEDDING_DIMENSIONS, writeVectors } from '#core/lm/index.ts';
import type { ChatRequest } from '#core/lm/index.ts';
import { fieldsOf, Gathered, isRecord } from './wire.ts';
import type { ReadReply, ReplyReader, Wire } from './wire.ts';

export function createEmbeddingsWire(): Wire {
  return {
    path: '/embeddings',
    body: embeddingsBody,
    optional: [
      { field: 'dimensions', named: /dimension/i, words: 'a number of dimensions' },
      { field: 'encoding_format', named: /encoding_format/i, words: 'an encoding format' },
    ],
    createReader: () => new EmbeddingsReader(),
  };
}

function embeddingsBody(
  { model, messages }: ChatRequest,
  refused: ReadonlySet<string>,
): Readonly<Record<string, unknown>> {
  const input = messages.map(({ content }) => content);
  return fieldsOf({ model, input, encoding_format: 'float', dimensions: EMBEDDING_DIMENSIONS }, refused);
}

class EmbeddingsReader implements ReplyReader {
  readonly #gathered = new Gathered();

  /** A server that streams embeddings is none we know of. */
  accept(): string {
    return '';
  }

  acceptWhole(reply: unknown): string {
    if (!isRecord(reply) || !Array.isArray(reply['data'])) return '';
    const entries: unknown[] = reply['data'];
    const placed = entries.filter(isRecord).map((entry, at) => ({
      place: typeof entry['index'] === 'number' ? entry['index'] : at,
      vector: numbersIn(entry['embedding']),
    }));
    // Usage of embeddings names what went in alone.
    const usage = isRecord(reply['usage']) ? { completion_tokens: 0, ...reply['usage'] } : null;
    this.#gathered.note({ ...reply, usage });
    this.#gathered.understood = placed.length;
    this.#gathered.finish = 'stop';
    return writeVectors(placed.sort((one, other) => one.place - other.place).map(({ vector }) => vector));
  }

  end(): ReadReply {
    return this.#gathered.read([]);
  }
}

function numbersIn(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.filter((each): each is number => typeof each === 'number') : [];
}
