import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Trajectory } from '../policy.ts';
import { readTrajectory, trajectoryText } from './trajectory-text.ts';

const lines = fc
  .array(fc.oneof(fc.string(), fc.constantFrom('@@ iteration 2', ' @@ output 1', '@@', '@@ agent wrote', '')))
  .map((each) => each.join('\n'));

const someTrajectory: fc.Arbitrary<Trajectory> = fc
  .array(fc.record({ reply: lines, outputs: fc.array(lines, { maxLength: 3 }) }), { maxLength: 12 })
  .map((steps) => ({
    query: 'How many?',
    steps: steps.map(({ reply, outputs }, at) => ({
      number: at + 1,
      reply,
      blocks: outputs.map((shown) => ({ code: 'print()', shown })),
    })),
    answer: '42',
  }));

test('a trajectory that fits is written whole, and reads back as it was, whatever the agent printed', () => {
  fc.assert(
    fc.property(someTrajectory, (trajectory) => {
      const { text, cut } = trajectoryText(trajectory, 1_000_000, true);
      expect(cut).toBeNull();
      expect(readTrajectory(text)).toEqual(
        trajectory.steps.map(({ number, reply, blocks }) => ({
          number,
          reply,
          outputs: blocks.map((each) => each.shown),
        })),
      );
    }),
    { numRuns: 500 },
  );
});

test('a trajectory is never longer than the limit, and what was cut is stated', () => {
  fc.assert(
    fc.property(someTrajectory, fc.integer({ min: 0, max: 2_000 }), (trajectory, limit) => {
      const whole = trajectoryText(trajectory, 1_000_000, false).text;
      const { text, cut } = trajectoryText(trajectory, limit, false);
      expect(text.length).toBeLessThanOrEqual(limit);
      expect(cut === null).toBe(whole.length <= limit);
      if (cut !== null) expect(cut.shownChars).toBeLessThanOrEqual(cut.totalChars);
    }),
    { numRuns: 500 },
  );
});

test('long outputs are shortened before the agent’s own words, each cut marked with its size', () => {
  const steps = [
    { number: 1, reply: 'I look at the start.', blocks: [{ code: '', shown: 'x'.repeat(5_000) }] },
    { number: 2, reply: 'Now the end.', blocks: [{ code: '', shown: 'short' }] },
  ];
  const { text, cut } = trajectoryText({ query: 'q', steps, answer: '7' }, 1_000, false);
  expect(text).toMatch(
    /^@@ iteration 1\n@@ agent wrote\nI look at the start\.\n@@ output 1\nx+\n@@ cut 4,\d{3} characters left out here\nx+\n@@ iteration 2\n@@ agent wrote\nNow the end\.\n@@ output 1\nshort$/,
  );
  expect(text.length).toBeGreaterThan(800);
  expect(cut?.totalChars).toBe(5_037);
});

test('iterations in the middle are left out when there are too many, first and last stay', () => {
  const steps = Array.from({ length: 50 }, (_, at) => ({
    number: at + 1,
    reply: `step ${String(at + 1)} ${'y'.repeat(200)}`,
    blocks: [],
  }));
  const { text } = trajectoryText({ query: 'q', steps, answer: '7' }, 2_000, true);
  const numbers = readTrajectory(text).map((step) => step.number);
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 50]);
  expect(text).toMatch(/@@ cut \d+ iterations left out here/);
});
