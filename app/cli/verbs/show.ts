import { countingRun, summarize, type StudySummary } from '../study-summary.ts';
import { clip, mapLines } from '../narrate.ts';
import { openToRead, versionOf, withStudy, type PeekVerb } from '../tools.ts';

export const show: PeekVerb = {
  name: 'show',
  summary: 'show a study: its queries, its versions and the current map',
  details:
    'With --json it prints one object: context, method, pythonSandboxed, budgetTokens, frozen, queries, versions with their items.',
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: {
    version: {
      type: 'string',
      value: 'VERSION',
      words: 'the map of this version (default: the head of the current branch)',
    },
  },
  examples: [
    'peek show logs.peek',
    'peek show logs.peek --version v3',
    'peek show logs.peek --json | jq .versions[-1].items',
  ],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
      const { terminal } = tools;
      const { state } = study.engine;
      const shown = versionOf(state, input.text('version'));
      if (input.flag('json')) {
        const summary: StudySummary = summarize(state, (text) => study.textOf(text));
        terminal.printJson(summary);
        return 0;
      }
      const { context, settings } = state;
      const frozen = state.branches.get(state.currentBranch)?.frozen ?? null;
      terminal.print(terminal.paint('bold', state.name) + (state.label === null ? '' : ` (${state.label})`));
      if (context !== null)
        terminal.print(`context ${context.name}: ${context.chars} characters, ${context.lines} lines`);
      terminal.print(
        `method ${settings.method.kind}, budget ${settings.method.budgetTokens} tokens, model ${settings.models.root}${settings.agent.python === 'native' ? ', Python NOT sandboxed' : ''}${frozen === null ? '' : ', frozen'}`,
      );
      terminal.print('');
      for (const query of state.queries.filter((each) => !each.removed)) {
        const run = countingRun(query, state);
        const answer = run?.answer?.answer ?? null;
        const status = run?.status ?? (query.skipped ? 'skipped' : 'waiting');
        terminal.print(`${query.id}  ${status.padEnd(11)}  ${clip(query.text, terminal.width - 24)}`);
        if (answer !== null) terminal.print(`    → ${clip(answer, terminal.width - 10)}`);
      }
      terminal.print('');
      for (const line of mapLines(shown, terminal)) terminal.print(line);
      return 0;
    });
  },
};
