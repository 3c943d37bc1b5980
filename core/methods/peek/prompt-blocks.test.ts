import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROMPT_BLOCKS, promptBlock, readBlocks } from './prompt-blocks.ts';

const hostile = fc
  .array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('<<< TRAJECTORY', '>>> TRAJECTORY', '>>>> TRAJECTORY', '<<<<< QUERY', '>>> QUERY', '', '<<<'),
    ),
  )
  .map((lines) => lines.join('\n'));

test('a block is read back exactly, whatever its text holds', () => {
  fc.assert(
    fc.property(hostile, hostile, (query, trajectory) => {
      const prompt = [
        'Task: distill one run.',
        promptBlock(PROMPT_BLOCKS.query, query),
        '',
        promptBlock(PROMPT_BLOCKS.trajectory, trajectory),
      ].join('\n');
      expect(Object.fromEntries(readBlocks(prompt))).toEqual({ QUERY: query, TRAJECTORY: trajectory });
    }),
  );
});

test('a block that is never closed is left out', () => {
  expect(readBlocks('<<< QUERY\nwhich one?').size).toBe(0);
});
