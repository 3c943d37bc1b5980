// The difference between two short texts, word by word, on two lines: what was, what is.

import { useMemo } from 'react';
import { RunningText } from './RunningText.tsx';
import { lineOfDiff, wordDiff } from './words.ts';
import './word-diff.css';

interface Props {
  readonly before: string | null;
  readonly after: string | null;
}

/** A number of ours: longer texts are shown whole and unmarked, since a word diff grows with the square of its length. */
const MARK_LIMIT = 8_000;

export function WordDiff({ before, after }: Props) {
  const parts = useMemo(
    () =>
      before !== null && after !== null && before.length + after.length < MARK_LIMIT ? wordDiff(before, after) : null,
    [before, after],
  );
  return (
    <div className="word-diff text">
      {before !== null && <Line kind="minus" text={before} parts={parts} />}
      {after !== null && <Line kind="plus" text={after} parts={parts} />}
    </div>
  );
}

interface LineProps {
  readonly kind: 'minus' | 'plus';
  readonly text: string;
  /** Of both texts; null where the text is shown unmarked. */
  readonly parts: ReturnType<typeof wordDiff> | null;
}

function Line({ kind, text, parts }: LineProps) {
  const Body = kind === 'minus' ? 'del' : 'ins';
  return (
    <div className={kind}>
      <span className="sign" aria-hidden="true">
        {kind === 'minus' ? '−' : '+'}
      </span>
      <Body className="prose">
        {parts === null ? (
          <RunningText text={text} chars={MARK_LIMIT} />
        ) : (
          lineOfDiff(parts, kind).map((part, at) =>
            part.kind === kind ? (
              <mark key={at}>
                <RunningText text={part.text} />
              </mark>
            ) : (
              <RunningText key={at} text={part.text} />
            ),
          )
        )}
      </Body>
    </div>
  );
}
