import { expect, it } from 'vitest';
import { torture } from './testing/torture/trials.ts';

/** `npm test` asks for 50; `npm run torture -- --trials N` for as many as one likes. */
const TRIALS = Number(process.env['PEEK_TORTURE_TRIALS'] ?? 6);

it(
  'nothing that was acknowledged is lost, and no study breaks, when the process is killed at any moment',
  { timeout: 900_000 },
  async () => {
    const { lostEvents, brokenStudies, words, trials } = await torture({ trials: TRIALS });
    expect({ trials, lostEvents, brokenStudies, words }).toEqual({
      trials: TRIALS,
      lostEvents: 0,
      brokenStudies: 0,
      words: [],
    });
  },
);
