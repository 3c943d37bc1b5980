// Leave-one-out: what an item is worth. The cost is shown before anything runs; what was found is a table of both sides.

import { leaveOneOutPlan, leaveOneOutReport } from '#core/study/index.ts';
import type { LeaveOneOutPlan, LeaveOneOutRow, LeaveOneOutSide, StudyState } from '#core/study/index.ts';
import { carryOn } from '../carry-on.ts';
import { CliExit } from '../cli-exit.ts';
import { REPLIES_OPTION } from '../replies.ts';
import {
  actorOf,
  openToRead,
  openToWrite,
  queryIdOf,
  repliesOf,
  withStudy,
  type PeekVerb,
  type Tools,
} from '../tools.ts';
import type { VerbInput } from '../verb.ts';

export const leaveOneOut: PeekVerb = {
  name: 'leave-one-out',
  summary: 'run answered queries again on the map they had, without one item, and compare',
  details: [
    'Runs on a side branch, without-ITEM; the branch you are on stays as it is. What the recorded runs took is shown first,',
    'as a forecast; where that is money, --yes starts it. With --report it only shows what was found so far.',
  ].join('\n'),
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'ITEM', required: true, words: 'an item id such as cr-00001' },
  ],
  options: {
    query: {
      type: 'string',
      value: 'QUERY',
      multiple: true,
      words: 'only this query, by id or place (default: all that had it)',
    },
    plan: { type: 'boolean', words: 'only show what would be run and what it would cost' },
    report: { type: 'boolean', words: 'only show what was found so far' },
    yes: { type: 'boolean', words: 'start it although it costs money' },
    ...REPLIES_OPTION,
  },
  examples: [
    'peek leave-one-out logs.peek cr-00001 --plan',
    'peek leave-one-out logs.peek cr-00001 --query q2 --query q5 --yes',
    'peek leave-one-out logs.peek cr-00001 --report --json',
  ],
  async run(input, tools) {
    const itemId = input.argument('ITEM');
    const path = input.argument('STUDY');
    if (input.flag('report')) {
      return withStudy(openToRead(path, tools), ({ engine }) => {
        tellReport(engine.state, itemId, input, tools);
        return 0;
      });
    }
    if (input.flag('plan')) {
      return withStudy(openToRead(path, tools), ({ engine }) =>
        tellPlan(planOf(engine.state, itemId, input), input, tools),
      );
    }
    return withStudy(openToWrite(path, tools, repliesOf(input, tools)), async (study) => {
      const plan = planOf(study.engine.state, itemId, input);
      if (plan.baselines.length === 0) return tellPlan(plan, input, tools);
      if (!input.flag('json')) tellPlan(plan, input, tools);
      if (isPaid(plan, study.engine.state) && !input.flag('yes')) {
        throw new CliExit(1, `${forecast(plan)} Add --yes to start it.`);
      }
      const queryIds = plan.baselines.map(({ queryId }) => queryId);
      const command = { do: 'item.leave-one-out', itemId, queryIds } as const;
      const code = await carryOn(study, command, actorOf(input, tools), { json: false, quiet: true }, tools);
      tellReport(study.engine.state, itemId, input, tools);
      return code;
    });
  },
};

function planOf(state: StudyState, itemId: string, input: VerbInput): LeaveOneOutPlan {
  const chosen = input.texts('query').map((wanted) => queryIdOf(state, wanted));
  const all = state.queries.filter((query) => !query.removed).map((query) => query.id);
  const plan = leaveOneOutPlan(state, itemId, chosen.length > 0 ? chosen : all);
  return chosen.length > 0 ? plan : { ...plan, left: plan.baselines.length === 0 ? plan.left : [] };
}

/** Exit code 1 where there is nothing to run. */
function tellPlan(plan: LeaveOneOutPlan, input: VerbInput, { terminal }: Tools): number {
  if (input.flag('json')) {
    terminal.printJson(plan);
    return plan.baselines.length === 0 ? 1 : 0;
  }
  for (const { queryId, words } of plan.left) terminal.say(`${queryId}: ${words}`);
  if (plan.baselines.length === 0) {
    terminal.say(`No query can be run again without ${plan.itemId}.`);
    return 1;
  }
  const on = plan.baselines.map(({ queryId, versionId }) => `${queryId} (on ${versionId})`).join(', ');
  terminal.print(`without ${plan.itemId}: ${on}`);
  terminal.print(forecast(plan));
  return 0;
}

function forecast({ expected }: LeaveOneOutPlan): string {
  const { calls, tokens, costMicroUsd, unpriced } = expected;
  const missing = unpriced.length === 0 ? '' : `, and what ${unpriced.join(', ')} costs is not known`;
  return `As recorded it takes ${calls} model calls, ${tokens} tokens, ${usd(costMicroUsd)}${missing}.`;
}

function isPaid({ expected }: LeaveOneOutPlan, state: StudyState): boolean {
  return state.settings.models.provider === 'openai' && (expected.costMicroUsd > 0 || expected.unpriced.length > 0);
}

function tellReport(state: StudyState, itemId: string, input: VerbInput, { terminal }: Tools): void {
  const rows = leaveOneOutReport(state, itemId);
  if (input.flag('json')) {
    for (const row of rows) terminal.printJson(row);
    return;
  }
  if (rows.length === 0) terminal.say(`Nothing was run without ${itemId} yet.`);
  for (const row of rows) for (const line of linesOf(row)) terminal.print(line);
}

function linesOf({ queryId, with: with_, without }: LeaveOneOutRow): readonly string[] {
  return [`${queryId}  with     ${sideWords(with_)}`, `${' '.repeat(queryId.length)}  without  ${sideWords(without)}`];
}

function sideWords({ runId, status, iterations, tokens, costMicroUsd, score }: LeaveOneOutSide): string {
  const parts = [
    status === 'done' ? runId : `${runId} ${status}`,
    `${iterations} iterations`,
    `${tokens} tokens`,
    usd(costMicroUsd),
    score === null ? 'no score' : `score ${score.toFixed(2)}`,
  ];
  return parts.join(' · ');
}

function usd(microUsd: number): string {
  return `$${(microUsd / 1e6).toFixed(4)}`;
}
