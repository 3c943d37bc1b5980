/**
 * What the process was started for. Everything of ours stands after a bare `--`, so that Chromium does not take our
 * options for its own switches:
 *
 *   electron [switches] FOLDER -- [FILE.peek]     the window
 *   electron [switches] FOLDER -- cli ARGS...     the command line, no window
 */
export type LaunchArguments =
  | { readonly kind: 'window'; readonly args: readonly string[] }
  | { readonly kind: 'cli'; readonly args: readonly string[] };

export function launchArguments(argv: readonly string[]): LaunchArguments {
  const separator = argv.indexOf('--');
  const args = separator === -1 ? [] : argv.slice(separator + 1);
  return args[0] === 'cli' ? { kind: 'cli', args: args.slice(1) } : { kind: 'window', args };
}
