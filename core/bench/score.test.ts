import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scoreAnswer } from './score.ts';

describe('scoreAnswer', () => {
  const right: readonly (readonly [string, string])[] = [
    ['747', '747'],
    ['747 messages are spam.', '747'],
    ['Answer: 1,234', '1234'],
    ['**64**', '64'],
    ['FINAL(Answer: 64)', '64'],
    ['Answer: 64\nConfidence: high', '64'],
    ['\\boxed{64}', '64'],
    ['Ham', 'ham'],
    ['The most common label is human being.', 'human being'],
    ['Label: entity', 'entity'],
    ['spam is less common than ham', 'less common than'],
    ['March 7, 2024', '2024-03-07'],
    ['medium, high, low', 'low, medium, high'],
    ['18.2', '18.20'],
    ['APAC, 19.5 h', 'APAC, 19.5 h'],
  ];
  for (const [answer, truth] of right) {
    it(`takes ${JSON.stringify(answer)} as ${truth}`, () => {
      expect(scoreAnswer(answer, truth)).toBe(1);
    });
  }

  const wrong: readonly (readonly [string, string])[] = [
    ['ham or spam', 'ham'],
    ['not ham', 'ham'],
    ['spam is more common than ham', 'less common than'],
    ['', '64'],
    ['no idea', '64'],
    ['2024-03-08', '2024-03-07'],
    ['19.6', '19.50'],
  ];
  for (const [answer, truth] of wrong) {
    it(`does not take ${JSON.stringify(answer)} as ${truth}`, () => {
      expect(scoreAnswer(answer, truth)).toBeLessThan(0.01);
    });
  }

  it('gives 0.75 to the power of the distance for whole numbers', () => {
    expect(scoreAnswer('61', '64')).toBe(0.75 ** 3);
    expect(scoreAnswer('there are 66 of them', '64')).toBe(0.75 ** 2);
  });

  it('gives the share of a list, and less for invented items', () => {
    expect(scoreAnswer('low, high', 'low, medium, high')).toBeCloseTo(2 / 3);
    expect(scoreAnswer('low, medium, high, urgent', 'low, medium, high')).toBeCloseTo(3 / 4);
  });

  it('gives a number from 0 to 1 for any two texts, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (answer, truth) => {
        const score = scoreAnswer(answer, truth);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
        expect(scoreAnswer(truth, truth)).toBe(1);
      }),
    );
  });
});
