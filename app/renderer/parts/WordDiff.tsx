// The difference between two short texts, word by word, on two lines: what was, what is.

import { useMemo } from 'react';
import { RunningText } from './RunningText.tsx';
import { wordDiff } from './words.ts';
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
      {before !== null && (
        <div className="minus">
          <span className="sign" aria-hidden="true">
            −
          </span>
          <del className="prose">
            {parts === null ? (
              <RunningText text={before} chars={MARK_LIMIT} />
            ) : (
              parts
                .filter((part) => part.kind !== 'plus')
                .map((part, at) =>
                  part.kind === 'minus' ? (
                    <mark key={at}>
                      <RunningText text={part.text} />
                    </mark>
                  ) : (
                    <RunningText key={at} text={part.text} />
                  ),
                )
            )}
          </del>
        </div>
      )}
      {after !== null && (
        <div className="plus">
          <span className="sign" aria-hidden="true">
            +
          </span>
          <ins className="prose">
            {parts === null ? (
              <RunningText text={after} chars={MARK_LIMIT} />
            ) : (
              parts
                .filter((part) => part.kind !== 'minus')
                .map((part, at) =>
                  part.kind === 'plus' ? (
                    <mark key={at}>
                      <RunningText text={part.text} />
                    </mark>
                  ) : (
                    <RunningText key={at} text={part.text} />
                  ),
                )
            )}
          </ins>
        </div>
      )}
    </div>
  );
}
