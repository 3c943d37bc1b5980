// What verbs work with: the terminal, the studies, and the few things that every verb does the same way.

import { resolve } from 'node:path';
import {
  openContext,
  readQueriesFile,
  type ContextFile,
  type OpenStudy,
  type QueryLine,
  type Studies,
} from '#core/node/index.ts';
import type { Actor, Command, StudyState, Version } from '#core/study/index.ts';
import type { Result } from '#core/result.ts';
import { CliExit } from './cli-exit.ts';
import { repliesFrom, type Replies } from './replies.ts';
import type { Terminal } from './terminal.ts';
import type { Verb, VerbInput } from './verb.ts';

/** What the process gives the command line. */
export interface CommandLineHost {
  readonly version: string;
  /** Name under which changes are recorded unless --author says otherwise. */
  readonly author: string;
  readonly studies: Studies;
  /** The folder of the build that holds the program of a shared page. */
  readonly pageProgram: string;
  /** Makes a fresh demo study at this path. */
  openDemo(path: string): Promise<Result<OpenStudy, { readonly words: string }>>;
  /** Tries out what the program stands on. */
  doctor(): Promise<readonly Finding[]>;
  /** Calls back on Ctrl+C and on a request to end; returns what stops listening. */
  onInterrupt(listener: () => void): () => void;
}

export interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly words: string;
}

export interface Tools {
  readonly terminal: Terminal;
  readonly host: CommandLineHost;
}

export type PeekVerb = Verb<Tools>;

export function actorOf(input: VerbInput, tools: Tools): Actor {
  return `user:${input.text('author') ?? tools.host.author}`;
}

/** Opens a study to look at it; nothing in the file changes. */
export function openToRead(path: string, tools: Tools): OpenStudy {
  const opened = tools.host.studies.open(resolve(path), { readOnly: true });
  if (!opened.ok) throw new CliExit(2, opened.error.words);
  return opened.value;
}

/** Opens a study to change it. */
export function openToWrite(path: string, tools: Tools, replies: Replies | null = null): OpenStudy {
  const opened = tools.host.studies.open(resolve(path), replies === null ? {} : { manual: replies.ask });
  if (!opened.ok) throw new CliExit(2, opened.error.words);
  replies?.goOnFrom(opened.value.engine.state);
  const { readOnlyWords } = opened.value.file;
  if (readOnlyWords === null) return opened.value;
  throw new CliExit(1, readOnlyWords);
}

/** What --replies names; null without it. */
export function repliesOf(input: VerbInput, tools: Tools): Replies | null {
  const path = input.text('replies');
  return path === null ? null : repliesFrom(path, (words) => tools.terminal.say(words));
}

/** Runs `work` with the study and closes it whatever happens. */
export async function withStudy<T>(study: OpenStudy, work: (study: OpenStudy) => Promise<T> | T): Promise<T> {
  try {
    return await work(study);
  } finally {
    await study.close();
  }
}

/** Carries out one command as its button would, or ends with its words. */
export async function perform(study: OpenStudy, command: Command, actor: Actor): Promise<number> {
  const done = await study.engine.do(command, actor);
  if (done.ok) return done.value.seq;
  throw new CliExit(done.error.kind === 'cancelled' ? 130 : 1, done.error.words);
}

export async function readContext(path: string, tools: Tools, format: string | null = null): Promise<ContextFile> {
  const asked = format === 'text' || format === 'json' || format === 'jsonl' ? format : undefined;
  const opened = await openContext(resolve(path), {
    format: asked,
    onProgress: (words, fraction) => tools.terminal.progress(`${words} ${percent(fraction)}`),
  });
  if (!opened.ok) throw new CliExit(2, opened.error.words);
  for (const words of opened.value.warnings) tools.terminal.say(`${opened.value.name}: ${words}`);
  return opened.value;
}

/** A file with a line that cannot be read is refused whole: a run over half of the queries would look complete. */
export async function readQueries(path: string, tools: Tools): Promise<readonly QueryLine[]> {
  const read = await readQueriesFile(resolve(path));
  if (!read.ok) throw new CliExit(2, read.error.words);
  const broken = read.value.warnings.filter(({ line }) => line > 0);
  for (const { line, words } of read.value.warnings) if (line === 0) tools.terminal.say(`${path}: ${words}`);
  if (broken.length === 0) return read.value.queries;
  throw new CliExit(2, broken.map(({ words }) => `${path}: ${words}`).join('\n'));
}

/** The version of that id or at the head of the branch of that name; the current head when none is named. */
export function versionOf(state: StudyState, versionId: string | null): Version {
  const id = versionId ?? state.branches.get(state.currentBranch)?.head ?? '';
  const version = state.versions.get(id) ?? state.versions.get(state.branches.get(id)?.head ?? '');
  if (version !== undefined) return version;
  const known = [...state.versions.keys()];
  throw new CliExit(2, `There is no version ${id}. Versions go from ${known[0] ?? '-'} to ${known.at(-1) ?? '-'}.`);
}

export function queryIdOf(state: StudyState, wanted: string): string {
  const queries = state.queries.filter((query) => !query.removed);
  const byPlace = /^\d+$/.test(wanted) ? queries[Number(wanted) - 1] : undefined;
  const query = queries.find(({ id }) => id === wanted) ?? byPlace;
  if (query !== undefined) return query.id;
  throw new CliExit(
    2,
    `There is no query ${wanted}. There are ${queries.length}, by id (${queries[0]?.id ?? 'q1'}) or place (1).`,
  );
}

function percent(fraction: number | null): string {
  return fraction === null ? '' : `${Math.round(fraction * 100)} %`;
}
