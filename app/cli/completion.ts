// Completion scripts for bash, zsh and fish, written from the verbs' own descriptions.

import { COMMON_OPTIONS, type OptionSpec, type Verb } from './verb.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function completionFor<Tools>(shell: Shell, verbs: readonly Verb<Tools>[]): string {
  switch (shell) {
    case 'bash':
      return bash(verbs);
    case 'zsh':
      return `#compdef peek\nautoload -U +X bashcompinit && bashcompinit\n${bash(verbs)}`;
    case 'fish':
      return fish(verbs);
  }
}

function allOptions<Tools>(verb: Verb<Tools>): readonly (readonly [string, OptionSpec])[] {
  return Object.entries({ ...verb.options, ...COMMON_OPTIONS });
}

function bash<Tools>(verbs: readonly Verb<Tools>[]): string {
  const cases = verbs.map((verb) => {
    const options = allOptions(verb).map(([name]) => `--${name}`);
    const words = [...options, ...verb.positionals.flatMap((spec) => spec.choices ?? [])];
    return `    ${verb.name}) words="${words.join(' ')}" ;;`;
  });
  const values = verbs.flatMap((verb) =>
    allOptions(verb).flatMap(([name, { choices }]) =>
      choices === undefined ? [] : [`    ${verb.name}:--${name}) words="${choices.join(' ')}" ;;`],
    ),
  );
  return `# peek completion for bash: source it, or put it into your completions folder.
_peek() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" verb="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...verbs.map(({ name }) => name), 'help'].join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$verb:$previous" in
${values.join('\n')}
  esac
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi
  case "$verb" in
    help) words="${verbs.map(({ name }) => name).join(' ')}" ;;
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))
}
complete -o filenames -F _peek peek
`;
}

function fish<Tools>(verbs: readonly Verb<Tools>[]): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const lines = verbs.flatMap((verb) => [
    `complete -c peek -n __fish_use_subcommand -a ${verb.name} -d ${quoted(verb.summary)} -f`,
    ...allOptions(verb).map(([name, spec]) => {
      const short = spec.short === undefined ? '' : ` -s ${spec.short}`;
      const value =
        spec.type === 'boolean'
          ? ''
          : ` -r${spec.choices === undefined ? '' : ` -f -a ${quoted(spec.choices.join(' '))}`}`;
      return `complete -c peek -n '__fish_seen_subcommand_from ${verb.name}' -l ${name}${short}${value} -d ${quoted(spec.words)}`;
    }),
    ...verb.positionals.flatMap((spec) =>
      spec.choices === undefined
        ? []
        : [`complete -c peek -n '__fish_seen_subcommand_from ${verb.name}' -a ${quoted(spec.choices.join(' '))} -f`],
    ),
  ]);
  return `# peek completion for fish: put it into ~/.config/fish/completions/peek.fish\n${lines.join('\n')}\n`;
}
