// The command line `peek`: the same main process without a window or a display. Every verb sends the commands that the
// window's buttons send.

import { StorageFailure } from '#core/study/index.ts';
import { CliExit } from './cli-exit.ts';
import { helpFor, overview } from './help.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import type { CommandLineHost, PeekVerb, Tools } from './tools.ts';
import { parseVerb } from './verb.ts';
import { VERBS } from './verbs/index.ts';

export type { CommandLineHost } from './tools.ts';

/**
 * Runs one verb.
 *
 * args  what follows `peek` on the command line
 * host  what the process gives: studies, the author's name, interruption
 * Returns the exit code: 0 done, 1 a run failed or the work could not be done, 2 wrong usage, 130 stopped by Ctrl+C,
 *         141 nobody read on
 */
export async function runCommandLine(args: readonly string[], host: CommandLineHost): Promise<number> {
  const terminal = createTerminal({ stdout: process.stdout, stderr: process.stderr, env: process.env });
  const pipe = watchPipe(host);
  const code = await run(args, { terminal, host: pipe.host });
  if (pipe.isBroken()) return BROKEN_PIPE;
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  return pipe.isBroken() ? BROKEN_PIPE : code;
}

/** What a program ends with whose reader, such as `head`, had enough: 128 and the number of SIGPIPE. */
const BROKEN_PIPE = 141;

/** Once nobody reads stdout any more, the work is stopped as by Ctrl+C, and nothing more is said. */
function watchPipe(host: CommandLineHost): { readonly host: CommandLineHost; isBroken(): boolean } {
  const listeners = new Set<() => void>();
  let broken = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (broken) return;
      broken = true;
      for (const listener of [...listeners]) listener();
    });
  }
  return {
    isBroken: () => broken,
    host: {
      ...host,
      onInterrupt(listener) {
        const stop = host.onInterrupt(listener);
        listeners.add(listener);
        return () => {
          listeners.delete(listener);
          stop();
        };
      },
    },
  };
}

async function run(args: readonly string[], tools: Tools): Promise<number> {
  const { terminal, host } = tools;
  const [name, ...rest] = args;
  try {
    if (name === '--version' || name === '-v') return said(terminal, host.version);
    if (name === undefined || name === '--help' || name === '-h' || name === 'help') return help(name, rest, tools);
    const verb = verbNamed(name);
    const input = parseVerb(verb, rest);
    if (input.flag('help')) return said(terminal, helpFor(verb));
    return await verb.run(input, tools);
  } catch (error) {
    if (error instanceof StorageFailure) return unstored(terminal, error);
    if (!(error instanceof CliExit)) throw error;
    if (error.message !== '') terminal.say(`peek: ${error.message}`);
    return error.code;
  }
}

/** The disk is full, or the file was moved away: its words say it all. */
function unstored(terminal: Terminal, { message }: StorageFailure): number {
  terminal.say(`peek: ${message}`);
  return 1;
}

function help(asked: string | undefined, rest: readonly string[], { terminal, host }: Tools): number {
  const topic = asked === 'help' ? rest[0] : undefined;
  if (topic !== undefined) return said(terminal, helpFor(verbNamed(topic)));
  const text = overview(VERBS, host.version);
  if (asked !== undefined) return said(terminal, text);
  terminal.say(text);
  return 2;
}

function said(terminal: Terminal, text: string): number {
  terminal.print(text);
  return 0;
}

function verbNamed(name: string): PeekVerb {
  const verb = VERBS.find((each) => each.name === name);
  if (verb !== undefined) return verb;
  const near = VERBS.filter((each) => each.name.startsWith(name.slice(0, 2))).map((each) => each.name);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  throw new CliExit(2, `There is no verb "${name}".${hint}\nTry: peek --help`);
}

function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}
