// A reply being written: its text as it comes, nothing above it moves.

import { whole } from '../../format/numbers.ts';
import { RunningText } from '../../parts/RunningText.tsx';
import type { Writing as WritingState } from '../../store/study-slice.ts';

/** Only the end of a very long reply is drawn while it grows. A number of ours. */
const DRAWN = 12_000;

export function Writing({ writing }: { readonly writing: WritingState }) {
  const { text } = writing;
  return (
    <article
      className="card iteration writing"
      aria-label="The reply being written"
      aria-busy="true"
      data-testid="writing"
    >
      <header className="card-head iteration-head">
        <b className="num">{writing.iteration ?? ''}</b>
        <span className="grow" style={{ color: 'var(--accent)' }}>
          writing…
        </span>
        <span className="mono dim">{whole(text.length)} characters</span>
      </header>
      <p className="say prose">
        {text.length > DRAWN && '… '}
        <RunningText text={text.slice(-DRAWN)} />
        <span className="caret" aria-hidden="true" />
      </p>
    </article>
  );
}
