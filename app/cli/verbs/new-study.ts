import { resolve } from 'node:path';
import type { OpenStudy, QueryLine } from '#core/node/index.ts';
import { CliExit } from '../cli-exit.ts';
import type { Replies } from '../replies.ts';
import { settingsOf, STUDY_OPTIONS } from '../study-options.ts';
import {
  actorOf,
  perform,
  readContext,
  readQueries,
  withStudy,
  openToWrite,
  type PeekVerb,
  type Tools,
} from '../tools.ts';
import type { OptionSpec, VerbInput } from '../verb.ts';

export const CONTEXT_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  context: { type: 'string', value: 'FILE', words: 'text file or folder that the queries are about' },
  format: {
    type: 'string',
    choices: ['text', 'json', 'jsonl'],
    words: 'what Python gets (default: by name and content)',
  },
  queries: { type: 'string', value: 'FILE', words: 'JSON lines with "query" and optional "truth", or plain lines' },
  query: { type: 'string', value: 'TEXT', multiple: true, words: 'one query; may be given several times' },
  name: { type: 'string', value: 'NAME', words: "the study's name (default: the file's)" },
  label: { type: 'string', value: 'TEXT', words: 'shown wherever the study shows, e.g. "pilot"' },
};

/** Makes the study that the options describe. */
export async function createFromOptions(
  path: string,
  input: VerbInput,
  tools: Tools,
  replies: Replies | null = null,
): Promise<OpenStudy> {
  const contextPath = input.text('context');
  if (contextPath === null) throw new CliExit(2, '--context is missing: the text that the queries are about.');
  const settings = settingsOf(input);
  const queries = await queriesOf(input, tools);
  const context = await readContext(contextPath, tools, input.choice('format'));
  const name = input.text('name') ?? path.replace(/^.*[\\/]/, '').replace(/\.peek$/i, '');
  const wanted = { name, label: input.text('label'), settings, context, queries, actor: actorOf(input, tools) };
  const created = await tools.host.studies.create(resolve(path), wanted, {
    onProgress: (words) => tools.terminal.progress(words),
    ...(replies === null ? {} : { manual: replies.ask }),
  });
  if (!created.ok) throw new CliExit(2, created.error.words);
  return created.value;
}

async function queriesOf(input: VerbInput, tools: Tools): Promise<readonly QueryLine[]> {
  const path = input.text('queries');
  const fromFile = path === null ? [] : await readQueries(path, tools);
  return [...fromFile, ...input.texts('query').map((text) => ({ text, truth: null }))];
}

export const newStudy: PeekVerb = {
  name: 'new',
  summary: 'make a study from a context and queries, without running it',
  positionals: [{ name: 'STUDY', required: true, words: 'the .peek file to make' }],
  options: { ...CONTEXT_OPTIONS, ...STUDY_OPTIONS },
  examples: [
    'peek new logs.peek --context logs.txt --queries queries.jsonl',
    'peek new logs.peek --context logs.txt --query "How many errors are there?" --budget 512 --evolve-steps 5',
    'peek new repo.peek --context ./src --model qwen3 --base-url http://localhost:8080/v1',
  ],
  async run(input, tools) {
    return withStudy(await createFromOptions(input.argument('STUDY'), input, tools), (study) => {
      const { queries, context, name } = study.engine.state;
      const made = { path: study.path, name, queries: queries.length, contextChars: context?.chars ?? 0 };
      if (input.flag('json')) tools.terminal.printJson(made);
      else tools.terminal.print(`${study.path}: ${made.queries} queries about ${made.contextChars} characters`);
      return 0;
    });
  },
};

export const add: PeekVerb = {
  name: 'add',
  summary: 'add queries to a study',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'QUERY', required: false, many: true, words: 'queries as text' },
  ],
  options: {
    queries: { type: 'string', value: 'FILE', words: 'JSON lines with "query" and optional "truth", or plain lines' },
    truth: { type: 'string', value: 'TEXT', words: 'ground truth of the one query given as text' },
  },
  examples: [
    'peek add logs.peek "Which hour has the most errors?" --truth 14',
    'peek add logs.peek --queries more.jsonl',
  ],
  async run(input, tools) {
    const truth = input.text('truth');
    const texts = input.positionals.slice(1);
    if (truth !== null && texts.length !== 1) throw new CliExit(2, '--truth goes with exactly one query.');
    const path = input.text('queries');
    const queries = [
      ...(path === null ? [] : await readQueries(path, tools)),
      ...texts.map((text) => ({ text, truth })),
    ];
    if (queries.length === 0) throw new CliExit(2, 'There is nothing to add: give a query as text, or --queries FILE.');
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
      const seq = await perform(study, { do: 'queries.add', queries: [...queries] }, actorOf(input, tools));
      if (input.flag('json')) tools.terminal.printJson({ seq, added: queries.length });
      else tools.terminal.print(`${queries.length} added; ${study.engine.state.queries.length} in all`);
      return 0;
    });
  },
};
