// Verbs that ask a model beside the runs: judge an answer, measure how near the items of the map are.

import type { Run, StudyState } from '#core/study/index.ts';
import { CliExit } from '../cli-exit.ts';
import { countingRun } from '../study-summary.ts';
import { actorOf, openToWrite, perform, queryIdOf, versionOf, withStudy, type PeekVerb } from '../tools.ts';

const STUDY = { name: 'STUDY', required: true, words: 'a .peek file' };

export const judge: PeekVerb = {
  name: 'judge',
  summary: 'have a model grade answers against their ground truth, beside the score by rule',
  details: [
    'Without QUERY: every answer that has a ground truth and no verdict yet. The judge is the model of',
    '`peek settings STUDY --judge-model MODEL`, else the main model. Each call is on record, priced and within the caps.',
  ].join('\n'),
  positionals: [STUDY, { name: 'QUERY', required: false, words: 'only this one, by id or place' }],
  options: { again: { type: 'boolean', words: 'also answers that have a verdict already' } },
  examples: ['peek judge logs.peek', 'peek judge logs.peek q3 --json'],
  async run(input, tools) {
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
      const wanted = input.optional('QUERY');
      const { state } = study.engine;
      const runIds = runsToJudge(state, wanted === null ? null : queryIdOf(state, wanted), input.flag('again'));
      const first = study.engine.state.seq;
      const stopListening = tools.host.onInterrupt(() => void study.engine.do({ do: 'run.stop' }, 'engine'));
      try {
        if (runIds.length > 0) await perform(study, { do: 'answers.judge', runIds }, actorOf(input, tools));
      } finally {
        stopListening();
      }
      const judged = study.file.read(first).flatMap((event) => (event.type === 'answer.judged' ? [event.payload] : []));
      if (input.flag('json')) tools.terminal.printJson(judged);
      else {
        for (const { runId, score, reason } of judged) {
          tools.terminal.print(`${runId.padEnd(5)} ${score === null ? 'no verdict' : score.toFixed(2)}  ${reason}`);
        }
        if (runIds.length === 0) tools.terminal.say('Every answer with a ground truth has a verdict.');
      }
      return judged.length === runIds.length && judged.every(({ score }) => score !== null) ? 0 : 1;
    });
  },
};

function runsToJudge(state: StudyState, queryId: string | null, again: boolean): string[] {
  const isWanted = (run: Run | null): run is Run =>
    run !== null && run.answer !== null && (again || run.judged === null);
  if (queryId === null) {
    const open = state.queries.filter(({ removed, truth }) => !removed && truth !== null);
    return open
      .map((query) => countingRun(query, state))
      .filter(isWanted)
      .map(({ id }) => id);
  }
  const query = state.queries.find(({ id }) => id === queryId);
  const run = query === undefined ? null : countingRun(query, state);
  if (run === null) throw new CliExit(2, `${queryId} has not been run.`);
  return [run.id];
}

/** Pairs printed. A number of ours. */
const SHOWN_PAIRS = 20;

export const near: PeekVerb = {
  name: 'near',
  summary: 'measure with an embedding model how near the items of the map are; near ones may say the same twice',
  positionals: [STUDY],
  options: { version: { type: 'string', value: 'VERSION', words: 'of this version (default: the current head)' } },
  examples: ['peek settings logs.peek --embedding-model text-embedding-3-small', 'peek near logs.peek'],
  async run(input, tools) {
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
      const { id } = versionOf(study.engine.state, input.text('version'));
      await perform(study, { do: 'items.measure', versionId: id }, actorOf(input, tools));
      const version = versionOf(study.engine.state, id);
      const { measured } = version;
      if (measured === null) throw new CliExit(130, 'Stopped.');
      if (input.flag('json')) tools.terminal.printJson(measured);
      else if (measured.words !== null) tools.terminal.say(measured.words);
      else {
        const textOf = (itemId: string) => version.map.items.find((item) => item.id === itemId)?.content ?? '';
        for (const { a, b, nearness } of measured.pairs.slice(0, SHOWN_PAIRS)) {
          tools.terminal.print(`${nearness.toFixed(2)}  ${a}  ${textOf(a)}\n      ${b}  ${textOf(b)}`);
        }
      }
      return measured.words === null ? 0 : 1;
    });
  },
};
