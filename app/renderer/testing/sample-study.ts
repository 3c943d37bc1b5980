// Ready-made studies by name, each as events plus the texts and prompts that a host answers from.

import type { CountTokens } from '#core/map/index.ts';
import type { StudyEvent } from '#core/study/index.ts';
import { SAMPLE_QUERIES, SAMPLE_RUNS } from './sample-script.ts';
import { StudyRecorder } from './study-recorder.ts';
import type { ScriptedRun } from './study-recorder.ts';

export const SAMPLE_NAMES = [
  'normal',
  'review',
  'running',
  'distilling',
  'frozen',
  'rolled-back',
  'failed',
  'empty',
  'fresh',
] as const;
export type SampleName = (typeof SAMPLE_NAMES)[number];

export interface SampleStudy {
  readonly events: readonly StudyEvent[];
  readonly texts: ReadonlyMap<string, string>;
  readonly prompts: StudyRecorder['prompts'];
}

function scripted(queryId: string): ScriptedRun {
  const run = SAMPLE_RUNS.find((each) => each.queryId === queryId);
  if (run === undefined) throw new Error(`no script for ${queryId}`);
  return run;
}

/** The first five queries, with a hand edit, a pin, a branch, notes and a warning on the way: six versions and more. */
function told(recorder: StudyRecorder): StudyRecorder {
  recorder.create('support-tickets').queries(SAMPLE_QUERIES);
  recorder.run(scripted('q1'));
  recorder.run(scripted('q2'));
  recorder.edit(
    'cu-00001',
    'Tickets are filed by customers of a reporting tool; plans are free or paid; agents reply inline after “>>”.',
    'agents are users too',
  );
  recorder.pin('cr-00001', 'every run needs it');
  recorder.branchAt('what-if: B = 512', 'v2', 'would half the budget do?');
  recorder.run(scripted('q3'));
  recorder.warn('distiller · q3', 'Distiller tagged rr-00009, which no version holds. The tag was ignored.');
  recorder.run(scripted('q4'));
  recorder.run(scripted('q5'));
  recorder.note({ kind: 'item', id: 'cu-00001' }, 'Ask sales whether “team” is still sold.');
  return recorder;
}

function built(name: SampleName, count?: CountTokens): StudyRecorder {
  const recorder = new StudyRecorder({ budgetTokens: 560, evolveSteps: 6, reviewEdits: name === 'review' }, count);
  switch (name) {
    case 'empty':
      return recorder.create('support-tickets');
    case 'fresh':
      return recorder.create('support-tickets').queries(SAMPLE_QUERIES);
    case 'running':
      told(recorder).run(scripted('q6'), 'agent', 2);
      return recorder;
    case 'distilling':
      told(recorder).run(scripted('q6'), 'distilled');
      return recorder;
    case 'review':
      told(recorder).run(scripted('q6'), 'review');
      return recorder;
    case 'failed':
      told(recorder).run(scripted('q6'), 'failed', 2);
      return recorder;
    case 'normal':
    case 'frozen':
    case 'rolled-back':
      told(recorder).run(scripted('q6'));
      if (name === 'frozen') recorder.freeze('evolve-steps', null);
      if (name === 'rolled-back') recorder.rollback('v4', 'the severity counts look wrong');
      return recorder;
  }
}

/** count  the counter that the window will use beside it, where that is another than the samples' own */
export function sampleStudy(name: SampleName, count?: CountTokens): SampleStudy {
  const { events, texts, prompts } = built(name, count);
  return { events, texts, prompts };
}
