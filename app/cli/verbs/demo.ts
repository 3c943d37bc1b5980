import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '#core/node/index.ts';
import { carryOn } from '../carry-on.ts';
import { CliExit } from '../cli-exit.ts';
import { actorOf, withStudy, type PeekVerb } from '../tools.ts';

export const demo: PeekVerb = {
  name: 'demo',
  summary: 'run the demo: each query, its tags, edits and evictions, and the map after it',
  positionals: [],
  options: {
    study: { type: 'string', value: 'STUDY', words: 'keep the study in this .peek file (default: thrown away)' },
  },
  examples: ['peek demo', 'peek demo --study demo.peek', 'peek demo --json'],
  async run(input, tools) {
    const kept = input.text('study');
    const folder = kept === null ? await ownFolder() : null;
    const path = kept ?? join(folder ?? '', 'demo.peek');
    try {
      const created = await tools.host.openDemo(resolve(path));
      if (!created.ok) throw new CliExit(1, created.error.words);
      return await withStudy(created.value, async (study) => {
        const { terminal } = tools;
        const json = input.flag('json');
        const { state } = study.engine;
        if (!json) {
          terminal.print(terminal.paint('bold', `Demo study: ${state.name}`));
          const { context, settings } = state;
          terminal.print(`${context?.name ?? ''}: ${context?.chars ?? 0} characters, ${context?.lines ?? 0} lines`);
          terminal.print(`model: ${settings.models.root}; budget ${settings.method.budgetTokens} tokens`);
        }
        const command = { do: 'run.all', untilQueryId: null } as const;
        return carryOn(study, command, actorOf(input, tools), { json }, tools);
      });
    } finally {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    }
  },
};

async function ownFolder(): Promise<string> {
  const made = await temporaryFolder('peek-demo-');
  if (made.ok) return made.value;
  throw new CliExit(1, made.error.words);
}
