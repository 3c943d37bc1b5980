// Text that names iterations ("Iteration 3 found it", "iterations 1 and 2"): the names lead there.

import { openIteration } from '../actions/moving.ts';
import { RunningText } from './RunningText.tsx';

/** Longer reasons are read whole where they were given. A number of ours. */
const CHARS = 4_000;

/** Only the plural goes on with numbers: in "iteration 3, 12 tickets" the second one counts something else. */
const NAMED = /(iterations\s+\d+(?:(?:,\s*|\s*[–-]\s*|,?\s+(?:and|or|to)\s+)\d+)*|iteration\s+\d+)/i;
const EACH = /((?:iterations?\s+)?\d+)/i;

export function IterationLinks({ text, runId }: { readonly text: string; readonly runId: string | null }) {
  if (runId === null) return <RunningText text={text} chars={CHARS} />;
  const shown = text.length > CHARS ? `${text.slice(0, CHARS)}…` : text;
  return iterationsIn(shown).map(({ words, iteration }, at) =>
    iteration === null ? (
      <RunningText key={at} text={words} />
    ) : (
      <button key={at} type="button" className="link" onClick={() => openIteration(runId, iteration)}>
        {words}
      </button>
    ),
  );
}

interface Part {
  readonly words: string;
  /** The iteration that the words name; null between names. */
  readonly iteration: number | null;
}

/** The text in parts, in order; joined they are the text again. */
export function iterationsIn(text: string): readonly Part[] {
  return text.split(NAMED).flatMap((part, at) =>
    at % 2 === 0
      ? [{ words: part, iteration: null }]
      : part.split(EACH).map((words, within) => ({
          words,
          iteration: within % 2 === 1 ? Number(/\d+/.exec(words)?.[0] ?? 1) : null,
        })),
  );
}
