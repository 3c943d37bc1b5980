import { createTwoFilesPatch } from 'diff';
import { ownSystemPrompt } from '#core/agents/index.ts';
import { POLICY_PROMPTS } from '#core/methods/index.ts';
import type { StudySettings } from '#core/study/index.ts';
import { openToRead, withStudy, type PeekVerb } from '../tools.ts';

export const prompts: PeekVerb = {
  name: 'prompts',
  summary: 'show the instructions a study gives its models, as a difference from ours',
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: { whole: { type: 'boolean', words: 'print each prompt whole instead of what differs' } },
  examples: ['peek prompts logs.peek', 'peek prompts logs.peek --whole --json'],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), (study) => {
      const list = promptsOf(study.engine.state.settings);
      if (input.flag('json')) {
        tools.terminal.printJson(list.map(({ name, ours, own }) => ({ name, ours, study: own })));
        return Promise.resolve(0);
      }
      for (const { name, ours, own } of list) {
        if (input.flag('whole')) tools.terminal.print(`=== ${name}\n${own ?? ours}\n`);
        else if (own === null) tools.terminal.print(`${name}: ours`);
        else tools.terminal.print(createTwoFilesPatch(`${name} (ours)`, `${name} (this study)`, ours, own));
      }
      return Promise.resolve(0);
    });
  },
};

function promptsOf({ agent, method }: StudySettings) {
  return [
    { name: 'agent', ours: ownSystemPrompt(agent), own: agent.systemPrompt },
    { name: 'distiller', ours: POLICY_PROMPTS.distiller, own: method.prompts.distiller },
    { name: 'cartographer', ours: POLICY_PROMPTS.cartographer, own: method.prompts.cartographer },
    { name: 'monolithic', ours: POLICY_PROMPTS.monolithic, own: method.prompts.monolithic },
  ];
}
