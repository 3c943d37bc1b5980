// Where a text names iterations ("Iteration 3 found it", "iterations 1 and 2"). Pure.

/** Only the plural goes on with numbers: in "iteration 3, 12 tickets" the second one counts something else. */
const NAMED = /(iterations\s+\d+(?:(?:,\s*|\s*[–-]\s*|,?\s+(?:and|or|to)\s+)\d+)*|iteration\s+\d+)/i;
const EACH = /((?:iterations?\s+)?\d+)/i;

interface Part {
  readonly words: string;
  /** The iteration that the words name; null between names. */
  readonly iteration: number | null;
}

/**
 * The text in parts, in order; joined they are the text again.
 *
 * last  the number of the run's last iteration: a name beyond it is no name, whatever a model wrote
 */
export function iterationsIn(text: string, last: number): readonly Part[] {
  return text.split(NAMED).flatMap((part, at) =>
    at % 2 === 0
      ? [{ words: part, iteration: null }]
      : part.split(EACH).map((words, within) => {
          const named = within % 2 === 1 ? Number(/\d+/.exec(words)?.[0] ?? 0) : 0;
          return { words, iteration: named >= 1 && named <= last ? named : null };
        }),
  );
}
