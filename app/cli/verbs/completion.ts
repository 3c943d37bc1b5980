import { completionFor, SHELLS } from '../completion.ts';
import type { PeekVerb } from '../tools.ts';

/** The verbs are passed in, since this one is among them. */
export function completionVerb(verbs: () => readonly PeekVerb[]): PeekVerb {
  return {
    name: 'completion',
    summary: 'print a completion script for a shell',
    positionals: [{ name: 'SHELL', required: true, choices: SHELLS, words: 'bash, zsh or fish' }],
    options: {},
    examples: [
      'source <(peek completion bash)',
      'peek completion zsh > "${fpath[1]}/_peek"',
      'peek completion fish > ~/.config/fish/completions/peek.fish',
    ],
    run(input, tools) {
      const shell = SHELLS.find((each) => each === input.argument('SHELL')) ?? 'bash';
      const script = completionFor(shell, verbs());
      if (input.flag('json')) tools.terminal.printJson({ shell, script });
      else tools.terminal.write(script);
      return Promise.resolve(0);
    },
  };
}
