import { resolve } from 'node:path';
import { isRlmLogFile } from '#core/node/index.ts';
import { CliExit } from '../cli-exit.ts';
import { mapLines } from '../narrate.ts';
import {
  actorOf,
  openToRead,
  openToWrite,
  perform,
  versionOf,
  withStudy,
  type PeekVerb,
  type Tools,
} from '../tools.ts';
import type { VerbInput } from '../verb.ts';
import { readText } from './steer.ts';

export const importVerb: PeekVerb = {
  name: 'import',
  summary: 'bring in a map, on a branch of its own, or make a study of a log of the RLM library',
  details:
    'What FILE is shows by itself: a JSON or prompt-text export of a map goes into STUDY; a .jsonl log of the RLM library becomes STUDY, which must not be there yet: a query and a run for each completion in it.',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'FILE', required: true, words: 'the file of a map, or a log' },
  ],
  options: { reason: { type: 'string', value: 'TEXT', words: 'of a map: why, for the record' } },
  examples: ['peek import other.peek map.json --reason "from the pilot"', 'peek import owls.peek rlm_2026-07-01.jsonl'],
  async run(input, tools) {
    const [study, file] = [input.argument('STUDY'), input.argument('FILE')];
    if (await isRlmLogFile(resolve(file))) return importLog(study, file, input, tools);
    if (await isRlmLogFile(resolve(study))) throw new CliExit(2, `The study comes first: peek import ${file} ${study}`);
    return importMap(study, file, input, tools);
  },
};

async function importMap(path: string, file: string, input: VerbInput, tools: Tools): Promise<number> {
  const json = await readText(file);
  return withStudy(openToWrite(path, tools), async (study) => {
    const { warnings } = study.engine.state;
    const seq = await perform(study, { do: 'map.import', json, reason: input.text('reason') }, actorOf(input, tools));
    const { state } = study.engine;
    const raised = state.warnings.slice(warnings.length);
    for (const { place, words } of raised) tools.terminal.say(`${place}: ${words}`);
    const head = versionOf(state, null);
    if (input.flag('json')) {
      tools.terminal.printJson({ seq, branch: state.currentBranch, versionId: head.id, warnings: raised });
      return 0;
    }
    tools.terminal.print(`branch ${state.currentBranch}`);
    for (const line of mapLines(head, tools.terminal)) tools.terminal.print(line);
    return 0;
  });
}

async function importLog(path: string, log: string, input: VerbInput, tools: Tools): Promise<number> {
  const { host, terminal } = tools;
  const stop = new AbortController();
  const stopListening = host.onInterrupt(() => stop.abort());
  try {
    const imported = await host.studies.importLog(resolve(log), resolve(path), {
      actor: actorOf(input, tools),
      signal: stop.signal,
      onProgress: (words) => terminal.progress(words),
    });
    if (!imported.ok) throw new CliExit(imported.error.kind === 'cancelled' ? 130 : 2, imported.error.words);
  } finally {
    stopListening();
  }
  return withStudy(openToRead(path, tools), ({ path: made, engine: { state } }) => {
    const { warnings, queries, runs } = state;
    for (const { place, words } of warnings) terminal.say(`${place}: ${words}`);
    const answered = [...runs.values()].filter(({ answer }) => answer !== null).length;
    if (input.flag('json')) terminal.printJson({ path: made, queries: queries.length, answered, warnings });
    else terminal.print(`${made}: ${queries.length} queries, ${answered} answered`);
    return 0;
  });
}
