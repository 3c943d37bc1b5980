import { existsSync } from 'node:fs';
import type { OpenStudy } from '#core/node/index.ts';
import { resumableRun, type Command, type StudyState } from '#core/study/index.ts';
import { carryOn, refuseWithoutQueries, tellEvents } from '../carry-on.ts';
import { CliExit } from '../cli-exit.ts';
import { REPLIES_OPTION } from '../replies.ts';
import { asksForSettings, settingsOf, STUDY_OPTIONS } from '../study-options.ts';
import { actorOf, openToWrite, perform, queryIdOf, repliesOf, withStudy, type PeekVerb, type Tools } from '../tools.ts';
import type { VerbInput } from '../verb.ts';
import { CONTEXT_OPTIONS, createFromOptions } from './new-study.ts';

export const run: PeekVerb = {
  name: 'run',
  summary: 'answer all queries that remain, evolving the map',
  details: [
    'With --context it first makes the study; with a study that is there it goes on where that stands, also with a run',
    'that was stopped, failed or interrupted. Ctrl+C stops cleanly; the run can be resumed.',
  ].join('\n'),
  positionals: [{ name: 'STUDY', required: false, words: 'a .peek file to go on with' }],
  options: {
    ...CONTEXT_OPTIONS,
    study: { type: 'string', value: 'STUDY', words: 'the .peek file to make' },
    until: { type: 'string', value: 'QUERY', words: 'only up to and including this query (id or place)' },
    ...REPLIES_OPTION,
    ...STUDY_OPTIONS,
  },
  examples: [
    'peek run --context logs.txt --queries queries.jsonl --model offline --study logs.peek',
    'peek run logs.peek --until 3',
    'peek run logs.peek --json | jq .type',
  ],
  async run(input, tools) {
    return withStudy(await studyToRun(input, tools), async (study) => {
      refuseWithoutQueries(study);
      const until = input.text('until');
      const untilQueryId = until === null ? null : queryIdOf(study.engine.state, until);
      const command = { do: 'run.all', untilQueryId } as const;
      const json = input.flag('json');
      const code = await carryOn(study, command, actorOf(input, tools), { json }, tools);
      if (!json) tellEnd(study, tools);
      return code;
    });
  },
};

export const step: PeekVerb = {
  name: 'step',
  summary: 'answer the next query, or carry out only its next stage',
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: {
    stage: {
      type: 'boolean',
      words: 'only the next stage: agent, Distiller, Cartographer, review, apply, evict, commit',
    },
    again: { type: 'string', value: 'QUERY', words: 'answer this query again on the current map; the old run is kept' },
    skip: { type: 'string', value: 'QUERY', words: 'skip this query instead' },
    restore: { type: 'string', value: 'QUERY', words: 'bring back a skipped or removed query instead' },
    remove: { type: 'string', value: 'QUERY', words: 'take a query from sight instead; what was recorded stays' },
    'pass-over': {
      type: 'boolean',
      words: 'pass over the update of the run under way: its answer stands, the map stays as it is',
    },
    abandon: { type: 'boolean', words: 'give up the run that was stopped, failed or interrupted' },
    reason: { type: 'string', value: 'TEXT', words: 'why, for the record' },
    ...REPLIES_OPTION,
  },
  examples: [
    'peek step logs.peek',
    'peek step logs.peek --stage',
    'peek step logs.peek --again q2',
    'peek step logs.peek --skip q3 --reason "asked twice"',
    'peek step logs.peek --pass-over',
  ],
  async run(input, tools) {
    return withStudy(openToWrite(input.argument('STUDY'), tools, repliesOf(input, tools)), async (study) => {
      const actor = actorOf(input, tools);
      const json = input.flag('json');
      const { state } = study.engine;
      const instead = insteadOf(input, state);
      if (instead !== null) {
        const seq = await perform(study, instead, actor);
        if (json) tools.terminal.printJson({ seq });
        return 0;
      }
      refuseWithoutQueries(study);
      const again = input.text('again');
      if (again !== null) {
        return carryOn(study, { do: 'run.again', queryId: queryIdOf(state, again) }, actor, { json }, tools);
      }
      return carryOn(study, { do: input.flag('stage') ? 'run.stage' : 'run.step' }, actor, { json }, tools);
    });
  },
};

/** What is done to a query or a run in place of a step. */
function insteadOf(input: VerbInput, state: StudyState): Command | null {
  const reason = input.text('reason');
  const skip = input.text('skip');
  if (skip !== null) return { do: 'query.skip', queryId: queryIdOf(state, skip), reason };
  const restore = input.text('restore');
  // A removed query has no place in the list any more, only its id.
  if (restore !== null) return { do: 'query.restore', queryId: restore };
  const remove = input.text('remove');
  if (remove !== null) return { do: 'query.remove', queryId: queryIdOf(state, remove) };
  if (!input.flag('abandon') && !input.flag('pass-over')) return null;
  const runId = state.activeRunId ?? resumableRun(state)?.id ?? null;
  if (runId === null)
    throw new CliExit(1, 'There is no run under way, and none that was stopped, failed or interrupted.');
  return input.flag('abandon') ? { do: 'run.abandon', runId } : { do: 'update.skip', runId, reason };
}

async function studyToRun(input: VerbInput, tools: Tools): Promise<OpenStudy> {
  const existing = input.optional('STUDY');
  const target = input.text('study');
  if (input.text('context') === null) {
    const path = existing ?? target;
    if (path === null) throw new CliExit(2, 'Give a study to go on with, or --context and --study to make one.');
    const study = openToWrite(path, tools, repliesOf(input, tools));
    await changeSettings(study, input, tools);
    return study;
  }
  const path = target ?? existing;
  if (path === null) throw new CliExit(2, '--study is missing: the .peek file to make.');
  if (existsSync(path)) {
    throw new CliExit(
      2,
      `${path} is already there. To go on with it: peek run ${path}. To begin anew, choose another name.`,
    );
  }
  const study = await createFromOptions(path, input, tools, repliesOf(input, tools));
  if (input.flag('json')) tellEvents(study.file.read(0), tools);
  return study;
}

/** Options given for a study that is there change its settings, on record. */
async function changeSettings(study: OpenStudy, input: VerbInput, tools: Tools): Promise<void> {
  if (!asksForSettings(input)) return;
  try {
    const settings = settingsOf(input, study.engine.state.settings);
    const reason = 'options of peek run';
    await perform(study, { do: 'settings.change', settings, reason }, actorOf(input, tools));
  } catch (error) {
    await study.close();
    throw error;
  }
}

function tellEnd(study: OpenStudy, { terminal }: Tools): void {
  const { state } = study.engine;
  const { totals } = state;
  const queries = state.queries.filter((query) => !query.removed);
  const answered = queries.filter((query) => query.runIds.some((id) => (state.runs.get(id)?.answer ?? null) !== null));
  const cost =
    totals.unpriced.length > 0
      ? `cost unknown for ${totals.unpriced.join(', ')}`
      : `$${(totals.costMicroUsd / 1e6).toFixed(4)}`;
  terminal.print('');
  terminal.print(
    `${answered.length} of ${queries.length} queries answered · ${totals.inputTokens} tokens in, ${totals.outputTokens} out · ${cost} · ${study.path}`,
  );
}
