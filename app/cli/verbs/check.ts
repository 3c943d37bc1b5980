// Verbs that work out something from what is on record, without a model: verify and what-if.

import { hashText, tokenCounter, type OpenStudy } from '#core/node/index.ts';
import { verifyLog, whatIf, type LoggedEvent, type WhatIfRow, type WhatIfRules } from '#core/study/index.ts';
import { CliExit } from '../cli-exit.ts';
import { openToRead, withStudy, type PeekVerb } from '../tools.ts';
import type { VerbInput } from '../verb.ts';

const STUDY = { name: 'STUDY', required: true, words: 'a .peek file' };
const PAGE = 1_000;

function* allEvents({ file }: OpenStudy): Generator<LoggedEvent> {
  for (let events = file.read(0, PAGE); events.length > 0; events = file.read(events.at(-1)?.seq ?? 0, PAGE)) {
    yield* events;
  }
}

export const verify: PeekVerb = {
  name: 'verify',
  summary: 'derive every version anew from the recorded tags and edits, and name what differs',
  details: 'Exit code 0 when all is equal, 1 when something differs.',
  positionals: [STUDY],
  options: {},
  examples: ['peek verify logs.peek', 'peek verify logs.peek --json'],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
      const result = verifyLog(allEvents(study), { counter: tokenCounter, hash: hashText });
      if (input.flag('json')) tools.terminal.printJson(result);
      else {
        for (const { versionId, words } of result.differences) tools.terminal.print(`${versionId}: ${words}`);
        tools.terminal.print(result.words);
      }
      return result.differences.length === 0 ? 0 : 1;
    });
  },
};

export const whatIfVerb: PeekVerb = {
  name: 'what-if',
  summary: 'the recorded tags and edits under another budget, eviction order or tag weights; no model is called',
  positionals: [STUDY],
  options: {
    budget: { type: 'string', value: 'TOKENS', words: 'another budget B' },
    'eviction-order': {
      type: 'string',
      choices: ['section-then-score', 'score-then-section'],
      words: 'which item goes first',
    },
    eviction: { type: 'string', choices: ['on', 'off'], words: 'evict, or freeze on reaching the budget' },
    weights: {
      type: 'string',
      value: 'H,N,S,X',
      words: 'weights of helpful, neutral, stale, harmful (e.g. 1,0,-1,-1)',
    },
    branch: { type: 'string', value: 'NAME', words: 'of this branch (default: the current one)' },
    text: { type: 'boolean', words: 'print the text of the final map as well' },
  },
  examples: ['peek what-if logs.peek --budget 300', 'peek what-if logs.peek --weights 2,0,-1,-3 --json'],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
      const { state } = study.engine;
      const branch = input.text('branch') ?? state.currentBranch;
      if (!state.branches.has(branch)) throw new CliExit(2, `There is no branch ${branch}.`);
      const { method } = state.settings;
      const { rows, finalText, warnings } = whatIf(
        state,
        branch,
        rulesOf(input, method),
        tokenCounter(method.tokenizer),
      );
      const { terminal } = tools;
      if (input.flag('json')) {
        terminal.printJson({ rows, warnings, finalText });
        return 0;
      }
      for (const row of rows) terminal.print(rowLine(row));
      for (const words of warnings) terminal.say(words);
      if (input.flag('text')) terminal.print(`\n${finalText}`);
      return 0;
    });
  },
};

function rulesOf(input: VerbInput, method: WhatIfRules): WhatIfRules {
  const order = input.choice('eviction-order');
  const eviction = input.choice('eviction');
  return {
    budgetTokens: input.count('budget', 1) ?? method.budgetTokens,
    evictionOrder: order === 'section-then-score' || order === 'score-then-section' ? order : method.evictionOrder,
    tagWeights: weightsOf(input.text('weights')) ?? method.tagWeights,
    eviction: eviction === null ? method.eviction : eviction === 'on',
  };
}

function weightsOf(text: string | null): WhatIfRules['tagWeights'] | null {
  if (text === null) return null;
  const [helpful, neutral, stale, harmful, ...surplus] = text.split(',').map(Number);
  const wrong = [helpful, neutral, stale, harmful].some((each) => each === undefined || Number.isNaN(each));
  if (wrong || surplus.length > 0) throw new CliExit(2, '--weights needs four numbers: helpful,neutral,stale,harmful.');
  return { helpful: helpful ?? 0, neutral: neutral ?? 0, stale: stale ?? 0, harmful: harmful ?? 0 };
}

function rowLine({ versionId, tokens, recordedTokens, evicted, onlyHere, onlyRecorded }: WhatIfRow): string {
  const parts = [
    `${versionId}  ${tokens} tokens (recorded ${recordedTokens})`,
    ...(evicted.length === 0 ? [] : [`evicted ${evicted.join(' ')}`]),
    ...(onlyHere.length === 0 ? [] : [`only here ${onlyHere.join(' ')}`]),
    ...(onlyRecorded.length === 0 ? [] : [`only recorded ${onlyRecorded.join(' ')}`]),
  ];
  return parts.join('; ');
}
