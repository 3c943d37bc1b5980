// Help, written from the verbs' own descriptions.

import { COMMON_OPTIONS, type OptionSpec, type Verb } from './verb.ts';

export function overview<Tools>(verbs: readonly Verb<Tools>[], version: string): string {
  return [
    `peek ${version}: watch a context map evolve, without a window`,
    '',
    'Usage: peek VERB [arguments] [options]',
    '',
    'Verbs:',
    ...columns(verbs.map((verb) => [verb.name, verb.summary])),
    '',
    'Each verb takes --json and --help. Exit codes: 0 done, 1 a run or the work failed, 2 wrong usage, 130 stopped by Ctrl+C.',
    'Try: peek help run',
  ].join('\n');
}

export function helpFor<Tools>(verb: Verb<Tools>): string {
  const usage = verb.positionals.map(({ name, required, many }) => {
    const shown = many === true ? `${name}...` : name;
    return required ? shown : `[${shown}]`;
  });
  const own = Object.entries(verb.options);
  return [
    `peek ${verb.name}: ${verb.summary}`,
    '',
    `Usage: ${['peek', verb.name, ...usage, '[options]'].join(' ')}`,
    ...(verb.details === undefined ? [] : ['', verb.details]),
    ...(verb.positionals.length === 0
      ? []
      : ['', 'Arguments:', ...columns(verb.positionals.map(({ name, words }) => [name, words]))]),
    ...(own.length === 0 ? [] : ['', 'Options:', ...columns(own.map(optionRow))]),
    '',
    'Common options:',
    ...columns(Object.entries(COMMON_OPTIONS).map(optionRow)),
    '',
    'Examples:',
    ...verb.examples.map((example) => `  ${example}`),
  ].join('\n');
}

function optionRow([name, spec]: readonly [string, OptionSpec]): readonly [string, string] {
  const short = spec.short === undefined ? '' : `-${spec.short}, `;
  const value = spec.type === 'boolean' ? '' : ` ${spec.value ?? spec.choices?.join('|') ?? 'TEXT'}`;
  const choices = spec.choices === undefined || spec.value === undefined ? '' : ` (${spec.choices.join(', ')})`;
  return [`${short}--${name}${value}`, `${spec.words}${choices}`];
}

/** Two columns; a long left cell gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.min(28, Math.max(...rows.map(([left]) => left.length)));
  return rows.flatMap(([left, right]) =>
    left.length > width ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`] : [`  ${left.padEnd(width)}  ${right}`],
  );
}
