/**
 * Ends a verb with an exit code and words for people. Thrown from anywhere below a verb and caught in one place, the
 * front door; codes: 0 done, 1 a run failed or the work could not be done, 2 wrong usage.
 */
export class CliExit extends Error {
  readonly code: 0 | 1 | 2 | 130;
  constructor(code: 0 | 1 | 2 | 130, words: string) {
    super(words);
    this.code = code;
  }
}
