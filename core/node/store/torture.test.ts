import { expect, it } from 'vitest';
import { torture } from './testing/torture/trials.ts';

it(
  'nothing that was acknowledged is lost, and no study breaks, when the process is killed at any moment',
  { timeout: 600_000 },
  async () => {
    const { lostEvents, brokenStudies, words, trials } = await torture({ trials: 50 });
    expect({ trials, lostEvents, brokenStudies, words }).toEqual({
      trials: 50,
      lostEvents: 0,
      brokenStudies: 0,
      words: [],
    });
  },
);
