// Says what the scripts are doing, on stderr, so that stdout stays free for results.

export function say(text) {
  console.error(`[peek] ${text}`);
}

export function seconds(startedMs) {
  return `${((Date.now() - startedMs) / 1000).toFixed(1)} s`;
}

/** An expected stop: its message is shown as it is, without a stack. */
export class SetUpError extends Error {}

/** Runs a script's main function; an expected stop ends it with exit code 1 and its words. */
export async function runScript(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof SetUpError ? `\n${error.message}\n` : error);
    process.exitCode = 1;
  }
}
