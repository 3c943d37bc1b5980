// The difference between two short texts, word by word, on two lines: what was, what is.

import { diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { visible } from './visible-text.ts';
import './word-diff.css';

interface Props {
  readonly before: string | null;
  readonly after: string | null;
}

/** A number of ours: longer texts are shown whole and unmarked, since a word diff grows with the square of its length. */
const MARK_LIMIT = 8_000;

export function WordDiff({ before, after }: Props) {
  const parts = useMemo(
    () => (before !== null && after !== null && before.length + after.length < MARK_LIMIT ? diffWordsWithSpace(before, after) : null),
    [before, after],
  );
  return (
    <div className="word-diff text">
      {before !== null && (
        <div className="minus">
          <span className="sign" aria-hidden="true">
            −
          </span>
          <del className="prose">{parts === null ? visible(before) : parts.filter((part) => !part.added).map((part, at) => (part.removed ? <mark key={at}>{visible(part.value)}</mark> : visible(part.value)))}</del>
        </div>
      )}
      {after !== null && (
        <div className="plus">
          <span className="sign" aria-hidden="true">
            +
          </span>
          <ins className="prose">{parts === null ? visible(after) : parts.filter((part) => !part.removed).map((part, at) => (part.added ? <mark key={at}>{visible(part.value)}</mark> : visible(part.value)))}</ins>
        </div>
      )}
    </div>
  );
}
