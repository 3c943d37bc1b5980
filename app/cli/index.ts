/**
 * The command line `peek`: the same main process without a window or a display.
 *
 * args    what follows `peek` on the command line
 * Returns the exit code: 0 done, 1 a run failed, 2 wrong usage
 */
export function runCommandLine(args: readonly string[]): Promise<number> {
  console.error(`peek: no such command: ${args[0] ?? '(none)'}`);
  return Promise.resolve(2);
}
