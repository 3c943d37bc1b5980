import { expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import type { Run } from '#core/study/index.ts';
import { sampleStudy } from '../testing/sample-study.ts';
import { mapOutcome, mapWords, noUpdate } from './outcome.ts';

function theRun(over: Partial<Run> = {}): Run {
  const run = reduceAll(emptyState, sampleStudy('running').events).runs.get('r6');
  if (run === undefined) throw new Error('the sample has no such run');
  return { ...run, ...over };
}

const failure = { stage: 'distiller', kind: 'rate-limited', words: 'The server answered 429.' } as const;
const skipped = { runId: 'r6', stage: 'distiller', words: 'The reply could not be read.' } as const;

it('says of the map what became of it, and promises a version only while one may still come', () => {
  const said = [
    theRun(),
    theRun({ status: 'review', stage: 'review' }),
    theRun({ status: 'done', versionId: 'v8' }),
    theRun({ status: 'failed', failure }),
    theRun({ status: 'stopped' }),
    theRun({ status: 'interrupted' }),
    theRun({ status: 'done', skipped, versionId: 'v7' }),
    // Somebody edited the map by hand before the update was passed over.
    theRun({ status: 'done', skipped, versionId: 'v8' }),
    theRun({ status: 'done', evolves: false, versionId: 'v7' }),
    theRun({ status: 'failed', failure, evolves: false }),
  ].map(mapWords);
  expect(said).toEqual([
    'map v7 → v7′',
    'map v7 → v7′',
    'map v7 → v8',
    'map stayed v7',
    'map stayed v7',
    'map stayed v7',
    'map stayed v7',
    'map stayed v7',
    'map v7, only reused',
    'map v7, only reused',
  ]);
});

it('takes a run that failed and goes on again as under way', () => {
  expect(mapOutcome(theRun({ status: 'updating', failure: null }))).toEqual({ kind: 'ahead', to: 'v7′' });
});

it('says why there is no update, and that Step goes on only where it does', () => {
  const words = (over: Partial<Run>) => noUpdate(theRun(over), true)?.words ?? null;
  expect(words({})).toBeNull();
  expect(words({ status: 'done', versionId: 'v8' })).toBeNull();
  expect(words({ status: 'done', skipped })).toBe('The reply could not be read.');
  expect(words({ status: 'failed', failure })).toBe(
    'The run failed in the stage “distiller”. The trajectory says why. Step goes on from there.',
  );
  expect(words({ status: 'stopped', stage: 'distiller' })).toBe(
    'The run was stopped in the stage “distiller”. Step goes on from there.',
  );
  expect(words({ status: 'stopped', stage: 'review', abandoned: true })).toBe(
    'The run was stopped in the stage “review”. It was given up.',
  );
  expect(noUpdate(theRun({ status: 'failed', failure }), false)?.words).toBe(
    'The run failed in the stage “distiller”. The trajectory says why.',
  );
});
