import { resolve } from 'node:path';
import { mapPieces, memorySpanPieces, type MapFormat } from '#core/interop/index.ts';
import { writeCassette } from '#core/lm/index.ts';
import {
  breathe,
  gathered,
  hashText,
  isSameFile,
  joinPieces,
  writePieces,
  writeStudyPage,
  type OpenStudy,
} from '#core/node/index.ts';
import { cassetteOf } from '#core/study/replay/index.ts';
import { CliExit } from '../cli-exit.ts';
import { openToRead, versionOf, withStudy, type PeekVerb, type Tools } from '../tools.ts';
import type { Terminal } from '../terminal.ts';
import type { VerbInput } from '../verb.ts';

const FORMATS = ['json', 'prompt', 'markdown', 'html', 'cassette', 'otel'] as const;
type Format = (typeof FORMATS)[number];

export const exportVerb: PeekVerb = {
  name: 'export',
  summary:
    'print the map as JSON, as the exact prompt text or as Markdown, the study as one HTML file to read, all model calls as a cassette, or the history of the map as OpenTelemetry spans',
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
    'peek export logs.peek --format otel -o logs.otel.json',
    'peek export logs.peek --format cassette --trimmed -o logs.cassette.json',
  ],
  async run(input, tools) {
    return withStudy(openToRead(input.argument('STUDY'), tools), async (study) => {
      const format = FORMATS.find((each) => each === input.choice('format')) ?? 'json';
      const trimmed = input.flag('trimmed');
      if (trimmed && format !== 'cassette') throw new CliExit(2, '--trimmed is for --format cassette.');
      const out = input.text('out');
      if (out !== null && isSameFile(resolve(out), study.path))
        throw new CliExit(2, 'An export cannot take the place of its own study.');
      const stop = new AbortController();
      const stopListening = tools.host.onInterrupt(() => stop.abort());
      try {
        const pieces = await exported(study, format, input, tools, stop.signal);
        if (out !== null) await writeTo(out, format, pieces, input, tools, stop.signal);
        else if (input.flag('json') && format !== 'json')
          tools.terminal.printJson({ format, text: await joinPieces(pieces) });
        else await print(pieces, tools.terminal, stop.signal);
        return 0;
      } finally {
        stopListening();
      }
    });
  },
};

/** Ctrl+C leaves the place as it was. */
async function writeTo(
  out: string,
  format: Format,
  pieces: Iterable<string>,
  input: VerbInput,
  { terminal }: Tools,
  signal: AbortSignal,
): Promise<void> {
  const path = resolve(out);
  const written = await writePieces(path, pieces, { signal });
  if (!written.ok) throw new CliExit(written.error.kind === 'cancelled' ? 130 : 1, written.error.words);
  if (input.flag('json')) terminal.printJson({ format, path, chars: written.value });
  else terminal.say(`${format} written to ${out}`);
}

async function print(pieces: Iterable<string>, terminal: Terminal, signal: AbortSignal): Promise<void> {
  for (const part of gathered(pieces)) {
    terminal.write(part);
    await breathe();
    if (signal.aborted) throw new CliExit(130, 'Stopped.');
  }
}

async function pageOf(study: OpenStudy, { host, terminal }: Tools, signal: AbortSignal): Promise<Iterable<string>> {
  const page = await writeStudyPage(study, host.pageProgram, `Peek ${host.version}`, { signal });
  if (!page.ok) throw new CliExit(page.error.kind === 'cancelled' ? 130 : 1, page.error.words);
  for (const words of page.value.leftOut) terminal.say(`left out of the page: ${words}`);
  return page.value.pieces;
}

async function exported(
  study: OpenStudy,
  format: Format,
  input: VerbInput,
  tools: Tools,
  signal: AbortSignal,
): Promise<Iterable<string>> {
  switch (format) {
    case 'html':
      return pageOf(study, tools, signal);
    case 'cassette':
      return writeCassette(cassetteOf(study.file, hashText, input.flag('trimmed')));
    case 'otel':
      return memorySpanPieces(study.file, { appVersion: tools.host.version, hash: hashText });
    case 'json':
    case 'markdown':
    case 'prompt':
      return mapOf(study, format, input.text('version'));
  }
}

function mapOf(study: OpenStudy, format: MapFormat, version: string | null): Iterable<string> {
  const { state } = study.engine;
  const { id } = versionOf(state, version);
  const pieces = mapPieces(state, id, format);
  if (pieces === null) throw new CliExit(2, `There is no version ${id}.`);
  return pieces;
}
