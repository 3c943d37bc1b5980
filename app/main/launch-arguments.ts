/**
 * What the process was started for. In a checkout, everything of ours stands after a bare `--`, so that Chromium does
 * not take our options for its own switches; a packed app, which a person starts by hand, may leave the `--` out.
 *
 *   electron [switches] FOLDER -- [FILE.peek]     the window
 *   electron [switches] FOLDER -- cli ARGS...     the command line, no window
 *   peek [switches] [--] [FILE.peek]              the same, packed
 *   peek [switches] [--] cli ARGS...
 */
export type LaunchArguments =
  | { readonly kind: 'window'; readonly args: readonly string[] }
  | { readonly kind: 'cli'; readonly args: readonly string[] };

export function launchArguments(argv: readonly string[], isPackaged: boolean): LaunchArguments {
  const args = ourArguments(argv, isPackaged);
  return args[0] === 'cli' ? { kind: 'cli', args: args.slice(1) } : { kind: 'window', args };
}

function ourArguments(argv: readonly string[], isPackaged: boolean): readonly string[] {
  const separator = argv.indexOf('--');
  if (separator !== -1) return argv.slice(separator + 1);
  const first = isPackaged ? argv.findIndex((arg, index) => index > 0 && !arg.startsWith('-')) : -1;
  return first === -1 ? [] : argv.slice(first);
}
