// Text that names iterations of a run and items of the map: the names lead there.

import { openIteration } from '../actions/moving.ts';
import { useStore } from '../store/store.ts';
import { iterationsIn } from './iterations-in.ts';
import { RunningText } from './RunningText.tsx';
import { Linked } from './TextBody.tsx';

/** Longer reasons are read whole where they were given. A number of ours. */
const CHARS = 4_000;

export function IterationLinks({ text, runId }: { readonly text: string; readonly runId: string | null }) {
  const last = useStore(({ study }) => (runId === null ? 0 : (study.live?.runs.get(runId)?.iterationCount ?? 0)));
  if (runId === null) return <RunningText text={text} chars={CHARS} />;
  const shown = text.length > CHARS ? `${text.slice(0, CHARS)}…` : text;
  return iterationsIn(shown, last).map(({ words, iteration }, at) =>
    iteration === null ? (
      <Linked key={at} text={words} />
    ) : (
      <button key={at} type="button" className="link" onClick={() => openIteration(runId, iteration)}>
        {words}
      </button>
    ),
  );
}
