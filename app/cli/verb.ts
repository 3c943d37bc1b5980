// What a verb of the command line is: its words for people, its options, and what it does. Help, completion and parsing
// all come from this one description.

import { parseArgs } from 'node:util';
import { CliExit } from './cli-exit.ts';

export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** What stands for the value in help, e.g. FILE; FILE and STUDY complete to files. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly words: string;
}

export interface PositionalSpec {
  readonly name: string;
  readonly required: boolean;
  /** The last one may take all that follow. */
  readonly many?: boolean;
  readonly choices?: readonly string[];
  readonly words: string;
}

export interface Verb<Tools> {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  /** Further explanation for `peek help NAME`. */
  readonly details?: string;
  readonly positionals: readonly PositionalSpec[];
  readonly options: Readonly<Record<string, OptionSpec>>;
  readonly examples: readonly string[];
  run(input: VerbInput, tools: Tools): Promise<number>;
}

/** Options that every verb has. */
export const COMMON_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', words: 'print JSON, one value a line' },
  author: { type: 'string', value: 'NAME', words: 'who does it, as recorded in the study (default: the preferences)' },
  help: { type: 'boolean', short: 'h', words: 'show this help' },
};

export interface VerbInput {
  readonly positionals: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | null;
  texts(name: string): readonly string[];
  /** A whole number within bounds, or wrong usage. */
  count(name: string, atLeast?: number): number | null;
  number(name: string): number | null;
  /** One of the option's choices. */
  choice(name: string): string | null;
  /** The positional of that name. */
  argument(name: string): string;
  optional(name: string): string | null;
}

export function parseVerb<Tools>(verb: Verb<Tools>, args: readonly string[]): VerbInput {
  const specs = { ...verb.options, ...COMMON_OPTIONS };
  const { values, positionals } = parsed(verb, specs, args);
  const wrong = (words: string) => new CliExit(2, `${words}\nTry: peek help ${verb.name}`);
  if (values['help'] !== true) checkPositionals(verb, positionals, wrong);

  const texts = (name: string): readonly string[] => {
    const value = values[name];
    if (Array.isArray(value)) return value.filter((each) => typeof each === 'string');
    return typeof value === 'string' ? [value] : [];
  };
  const text = (name: string) => texts(name).at(-1) ?? null;
  const number = (name: string) => {
    const value = text(name);
    if (value === null) return null;
    const parsedNumber = Number(value);
    if (value.trim() === '' || !Number.isFinite(parsedNumber)) throw wrong(`--${name} needs a number, not "${value}".`);
    return parsedNumber;
  };
  for (const [name, spec] of Object.entries(specs)) {
    const value = text(name);
    if (value !== null && spec.choices !== undefined && !spec.choices.includes(value)) {
      throw wrong(`--${name} is one of ${spec.choices.join(', ')}; "${value}" is none of them.`);
    }
  }
  const place = (name: string) => verb.positionals.findIndex((each) => each.name === name);
  return {
    positionals,
    texts,
    text,
    number,
    flag: (name) => values[name] === true,
    count(name, atLeast = 0) {
      const value = number(name);
      if (value !== null && (!Number.isInteger(value) || value < atLeast)) {
        throw wrong(`--${name} needs a whole number of at least ${atLeast}, not "${value}".`);
      }
      return value;
    },
    choice: text,
    argument(name) {
      const value = positionals[place(name)];
      if (value === undefined) throw wrong(`${name} is missing.`);
      return value;
    },
    optional: (name) => positionals[place(name)] ?? null,
  };
}

function parsed<Tools>(verb: Verb<Tools>, specs: Readonly<Record<string, OptionSpec>>, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      {
        type: spec.type,
        ...(spec.short === undefined ? {} : { short: spec.short }),
        ...(spec.multiple === undefined ? {} : { multiple: spec.multiple }),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const words = error.message.split('. To specify')[0] ?? error.message;
    throw new CliExit(2, `${words.replace(/\.$/, '')}.\nTry: peek help ${verb.name}`);
  }
}

function checkPositionals<Tools>(verb: Verb<Tools>, given: readonly string[], wrong: (words: string) => CliExit): void {
  const missing = verb.positionals.find((spec, index) => spec.required && given[index] === undefined);
  if (missing !== undefined) throw wrong(`peek ${verb.name} needs ${missing.name}: ${missing.words}.`);
  const takesMany = verb.positionals.some((spec) => spec.many === true);
  const surplus = takesMany ? undefined : given[verb.positionals.length];
  if (surplus !== undefined) throw wrong(`peek ${verb.name} has no use for "${surplus}".`);
  for (const [index, spec] of verb.positionals.entries()) {
    const value = given[index];
    if (value !== undefined && spec.choices !== undefined && !spec.choices.includes(value)) {
      throw wrong(`${spec.name} is one of ${spec.choices.join(', ')}; "${value}" is none of them.`);
    }
  }
}
