import { expect, test } from 'vitest';
import { emptyState, reduceAll } from '#core/study/index.ts';
import { StudyRecorder, type ScriptedRun } from '../../testing/study-recorder.ts';
import { worthRows } from './item-view.ts';

const aRun = (queryId: string, edits: ScriptedRun['edits'] = []): ScriptedRun => ({
  queryId,
  iterations: [{ say: 'FINAL(1)' }],
  answer: '1',
  score: null,
  diagnosis: '',
  tags: {},
  candidates: [],
  reasoning: '',
  edits,
});

test('a run without an item stands beside the run that had the same map, not beside a later one on another map', () => {
  const study = new StudyRecorder();
  study.create('worth').queries([{ text: 'one' }, { text: 'two' }]);
  study.run(aRun('q1', [{ op: 'ADD', section: 'cr', content: 'Tickets are split by a line.' }]));
  const withIt = study.run(aRun('q2', [{ op: 'DELETE', id: 'cr-00001' }]));
  const started = study.events.findLast((event) => event.type === 'run.started');
  if (started?.type !== 'run.started') throw new Error('no run');
  study.run(aRun('q2'));
  study.push('run.started', {
    ...started.payload,
    runId: 'r9',
    branch: 'side',
    evolves: false,
    withoutItem: 'cr-00001',
  });
  const rows = worthRows(reduceAll(emptyState, study.events), 'cr-00001');
  expect(rows.map(({ query, run, usual }) => [query, run.id, usual?.id])).toEqual([[2, 'r9', withIt]]);
});
