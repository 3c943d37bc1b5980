import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { embeddingMessages, nearness, readVectors, writeVectors } from './embedding.ts';
import { createOfflineModel } from './offline/index.ts';

describe('vectors in a reply', () => {
  it('come back as they were written, to four digits', () => {
    expect(
      readVectors(
        writeVectors([
          [0.123456, -1],
          [0, 2],
        ]),
        2,
      ),
    ).toEqual({
      ok: true,
      value: [
        [0.1235, -1],
        [0, 2],
      ],
    });
  });

  it.each([
    ['no JSON', 1, 'no list of vectors'],
    ['{"data": []}', 1, 'no list of vectors'],
    ['[[1, "2"]]', 1, 'no list of vectors'],
    ['[[1, null]]', 1, 'no list of vectors'],
    ['[[]]', 1, 'no list of vectors'],
    ['[[1, 2]]', 2, '1 vectors of 1 lengths for 2 texts'],
    ['[[1, 2], [1]]', 2, '2 vectors of 2 lengths for 2 texts'],
  ])('are refused in words when they are %s', (reply, texts, words) => {
    const read = readVectors(reply, texts);
    expect(read.ok ? '' : read.error.words).toContain(words);
  });

  it('never throw, whatever the reply', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (reply) => void readVectors(reply, 3)));
  });
});

describe('nearness', () => {
  it('is 1 in the same direction, 0 at a right angle, −1 the other way, 0 for nothing', () => {
    expect([
      nearness([1, 2], [2, 4]),
      nearness([1, 0], [0, 3]),
      nearness([1, 0], [-2, 0]),
      nearness([0, 0], [1, 1]),
    ]).toEqual([1, 0, -1, 0]);
  });

  it('is the same from either side', () => {
    const vector = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 4, maxLength: 4 });
    fc.assert(fc.property(vector, vector, (a, b) => nearness(a, b) === nearness(b, a)));
  });

  it('by the offline model is that of words in common', async () => {
    const texts = [
      'Severity is low, medium or high.',
      'The severities: low, medium, high.',
      'Replies begin with two arrows.',
    ];
    const request = {
      role: 'embedding',
      model: 'offline',
      messages: embeddingMessages(texts),
      parameters: {},
    } as const;
    const reply = await createOfflineModel().complete(request, { signal: new AbortController().signal });
    const read = readVectors(reply.ok ? reply.value.text : '', texts.length);
    const [a = [], b = [], c = []] = read.ok ? read.value : [];
    expect(nearness(a, b)).toBeGreaterThan(0.6);
    expect(nearness(a, c)).toBeLessThan(0.2);
  });
});
