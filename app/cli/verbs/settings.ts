import { CliExit } from '../cli-exit.ts';
import { asksForSettings, settingsOf, STUDY_OPTIONS } from '../study-options.ts';
import { actorOf, openToRead, openToWrite, perform, withStudy, type PeekVerb } from '../tools.ts';

export const settings: PeekVerb = {
  name: 'settings',
  summary: 'show what a study is run with, or change it from now on, on record',
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: { ...STUDY_OPTIONS, reason: { type: 'string', value: 'TEXT', words: 'why, for the record' } },
  examples: ['peek settings logs.peek', 'peek settings logs.peek --budget 512 --reason "ablation"'],
  async run(input, tools) {
    const path = input.argument('STUDY');
    const changes = asksForSettings(input);
    if (!changes && input.text('reason') !== null) throw new CliExit(2, 'There is a reason but no setting to change.');
    return withStudy(changes ? openToWrite(path, tools) : openToRead(path, tools), async (study) => {
      if (changes) {
        const wanted = settingsOf(input, study.engine.state.settings);
        const reason = input.text('reason');
        await perform(study, { do: 'settings.change', settings: wanted, reason }, actorOf(input, tools));
      }
      const now = study.engine.state.settings;
      if (input.flag('json')) tools.terminal.printJson(now);
      else tools.terminal.print(JSON.stringify(now, null, 2));
      return 0;
    });
  },
};
