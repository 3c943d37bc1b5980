import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { SAMPLE_NAMES, sampleStudy } from '../testing/sample-study.ts';
import type { SampleName } from '../testing/sample-study.ts';
import { doneSeq, stageHere, stageStopsOf, wayThrough, withinRun } from './stages.ts';
import type { StageName } from './stages.ts';
import { stopsOf } from './timeline.ts';

const STAGES: readonly StageName[] = ['agent', 'distiller', 'cartographer', 'evictor'];

const studyUpTo = (name: SampleName, seq = Number.POSITIVE_INFINITY): StudyState =>
  reduceAll(
    emptyState,
    sampleStudy(name).events.filter((event) => event.seq <= seq),
  );

/** What the last stops of a study are called, each by the state at its own moment. */
function lastWords(name: SampleName, count: number): readonly (string | null)[] {
  return stageStopsOf(studyUpTo(name))
    .slice(-count)
    .map(({ seq }) => {
      const then = studyUpTo(name, seq);
      return withinRun(then) ?? stopsOf(then).at(-1)?.version.id ?? null;
    });
}

describe('the stops of a study stage by stage', () => {
  it('lead through each run: its answer, the Distiller, the Cartographer, and at last the version', () => {
    expect(lastWords('normal', 5)).toEqual([
      'v7',
      'after the answer to query 6',
      'after the Distiller of query 6',
      'after the Cartographer of query 6',
      'v8',
    ]);
  });

  it('end where a run stands that is under way, waits or failed', () => {
    expect(lastWords('running', 1)).toEqual(['v7']);
    expect(lastWords('distilling', 2)).toEqual(['after the answer to query 6', 'after the Distiller of query 6']);
    expect(lastWords('review', 1)).toEqual(['after the Cartographer of query 6']);
    expect(lastWords('failed', 2)).toEqual([
      'v7',
      expect.stringMatching(/^after query 6 failed in the stage “\w+”$/) as string,
    ]);
  });

  it('leave out what was rolled back from', () => {
    expect(studyUpTo('rolled-back').versions.has('v8')).toBe(true);
    expect(lastWords('rolled-back', 1)).toEqual(['v4']);
  });

  it('rise, lie within their runs and hold every stop of the axis, wherever the study stands', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SAMPLE_NAMES), fc.nat({ max: 400 }), (name, upTo) => {
        const state = studyUpTo(name, upTo);
        const stops = stageStopsOf(state);
        const seqs = stops.map(({ seq }) => seq);
        expect(seqs).toEqual([...new Set(seqs)].sort((a, b) => a - b));
        for (const { seq } of stopsOf(state)) expect(seqs).toContain(seq);
        for (const { run, seq } of stops)
          if (run !== null) expect(run.firstSeq < seq && seq <= run.lastSeq, `${run.id} at ${seq}`).toBe(true);
      }),
    );
  });

  it('are each the first moment at which their stage has something to show', () => {
    const said = { agent: 'answer', distiller: 'distilled', cartographer: 'proposed', evictor: 'versionId' } as const;
    for (const run of studyUpTo('normal').runs.values()) {
      for (const stage of STAGES) {
        const seq = doneSeq(run, stage) ?? 0;
        expect(studyUpTo('normal', seq).runs.get(run.id)?.[said[stage]], `${run.id} ${stage}`).not.toBeNull();
        // The version itself is there an event before its run is over.
        const before = stage === 'evictor' ? seq - 2 : seq - 1;
        expect(studyUpTo('normal', before).runs.get(run.id)?.[said[stage]], `${run.id} ${stage}`).toBeNull();
        expect(stageHere(run, seq)).toBe(stage);
        expect(stageHere(run, seq - 1)).not.toBe(stage);
      }
      expect([null, run.firstSeq, run.lastSeq + 1].map((moment) => stageHere(run, moment))).toEqual([null, null, null]);
    }
  });
});

it('the way to the next version is gone by quarters, and not at all between runs', () => {
  const stops = stageStopsOf(studyUpTo('normal')).slice(-5);
  expect(stops.map(({ seq }) => wayThrough(studyUpTo('normal', seq)))).toEqual([0, 0.25, 0.5, 0.75, 0]);
});

it('says of a moment that the agent was at work, or that edits waited', () => {
  expect(withinRun(studyUpTo('running'))).toBe('while the agent worked on query 6');
  expect(withinRun(studyUpTo('review'))).toBe('while the edits of query 6 waited for review');
  expect(withinRun(studyUpTo('normal'))).toBeNull();
});
