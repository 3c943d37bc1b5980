// Text that names iterations ("Iteration 3 found it"): the names lead there.

import { openIteration } from '../actions/moving.ts';
import { brief, visible } from './visible-text.ts';

/** Longer reasons are read whole where they were given. A number of ours. */
const CHARS = 4_000;

const NAMED = /(iterations?\s+\d+)/i;

export function IterationLinks({ text, runId }: { readonly text: string; readonly runId: string | null }) {
  if (runId === null) return brief(text, CHARS);
  const shown = text.length > CHARS ? `${text.slice(0, CHARS)}…` : text;
  return shown.split(NAMED).map((part, at) =>
    at % 2 === 1 ? (
      <button
        key={at}
        type="button"
        className="link"
        onClick={() => openIteration(runId, Number(/\d+/.exec(part)?.[0] ?? 1))}
      >
        {part}
      </button>
    ) : (
      visible(part)
    ),
  );
}
