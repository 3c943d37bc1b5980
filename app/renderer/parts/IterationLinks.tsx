// Text that names iterations ("Iteration 3 found it"): the names lead there.

import { openIteration } from '../actions/moving.ts';
import { visible } from './visible-text.ts';

const NAMED = /(iterations?\s+\d+)/i;

export function IterationLinks({ text, runId }: { readonly text: string; readonly runId: string | null }) {
  if (runId === null) return visible(text);
  return text.split(NAMED).map((part, at) =>
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
