import { resolve } from 'node:path';
import { mapJson, mapMarkdown, mapPrompt } from '#core/interop/index.ts';
import { writeCassette } from '#core/lm/index.ts';
import { hashText, isSameFile, writePieces, writeStudyPage, type OpenStudy } from '#core/node/index.ts';
import { cassetteOf } from '#core/study/replay/index.ts';
import { CliExit } from '../cli-exit.ts';
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
import { mapLines } from '../narrate.ts';
import type { VerbInput } from '../verb.ts';
import { readText } from './steer.ts';

const FORMATS = ['json', 'prompt', 'markdown', 'html', 'cassette'] as const;
type Format = (typeof FORMATS)[number];

export const exportVerb: PeekVerb = {
  name: 'export',
  summary:
    'print the map as JSON, as the exact prompt text or as Markdown, the study as one HTML file to read, or all model calls as a cassette',
  positionals: [{ name: 'STUDY', required: true, words: 'a .peek file' }],
  options: {
    format: { type: 'string', choices: FORMATS, words: 'what to write (default: json)' },
    version: { type: 'string', value: 'VERSION', words: 'of this version (default: the head of the current branch)' },
    trimmed: {
      type: 'boolean',
      words: 'of a cassette: leave the prompts out (no word of the context, the map, the queries)',
    },
    out: { type: 'string', short: 'o', value: 'FILE', words: 'write to this file instead of stdout' },
  },
  examples: [
    'peek export logs.peek --format prompt',
    'peek export logs.peek --format json --version v3 -o map.json',
    'peek export logs.peek --format html -o logs.html',
    'peek export logs.peek --format cassette --trimmed -o logs.cassette.json',
  ],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), async (study) => {
      const format = FORMATS.find((each) => each === input.choice('format')) ?? 'json';
      const trimmed = input.flag('trimmed');
      if (trimmed && format !== 'cassette') throw new CliExit(2, '--trimmed is for --format cassette.');
      const pieces = await exported(study, format, input, tools);
      const out = input.text('out');
      if (out === null) {
        if (input.flag('json') && format !== 'json') tools.terminal.printJson({ format, text: [...pieces].join('') });
        else for (const piece of pieces) tools.terminal.write(piece);
        return 0;
      }
      const path = resolve(out);
      if (isSameFile(path, study.path)) throw new CliExit(2, 'An export cannot take the place of its own study.');
      const written = await writePieces(path, pieces);
      if (!written.ok) throw new CliExit(1, written.error.words);
      if (input.flag('json')) tools.terminal.printJson({ format, path, chars: written.value });
      else tools.terminal.say(`${format} written to ${out}`);
      return 0;
    });
  },
};

async function pageOf(study: OpenStudy, { host, terminal }: Tools): Promise<string> {
  const page = await writeStudyPage(study, host.pageProgram, `Peek ${host.version}`);
  if (!page.ok) throw new CliExit(1, page.error.words);
  for (const words of page.value.leftOut) terminal.say(`left out of the page: ${words}`);
  return page.value.html;
}

async function exported(study: OpenStudy, format: Format, input: VerbInput, tools: Tools): Promise<Iterable<string>> {
  switch (format) {
    case 'html':
      return [await pageOf(study, tools)];
    case 'cassette':
      return writeCassette(cassetteOf(study.file, hashText, input.flag('trimmed')));
    case 'json':
    case 'markdown':
    case 'prompt':
      return [textOf(study, format, input.text('version'))];
  }
}

function textOf(study: OpenStudy, format: Exclude<Format, 'html' | 'cassette'>, version: string | null): string {
  const { state } = study.engine;
  const { id } = versionOf(state, version);
  const text = { json: mapJson, prompt: mapPrompt, markdown: mapMarkdown }[format](state, id);
  if (text === null) throw new CliExit(2, `There is no version ${id}.`);
  return text;
}

export const importVerb: PeekVerb = {
  name: 'import',
  summary: 'bring in a map from a JSON or prompt-text export, on a branch of its own',
  positionals: [
    { name: 'STUDY', required: true, words: 'a .peek file' },
    { name: 'MAP', required: true, words: 'the file of a map' },
  ],
  options: { reason: { type: 'string', value: 'TEXT', words: 'why, for the record' } },
  examples: ['peek import other.peek map.json --reason "from the pilot"'],
  async run(input, tools) {
    const json = await readText(input.argument('MAP'));
    return withStudy(openToWrite(input.argument('STUDY'), tools), async (study) => {
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
  },
};
