// Model text within a paragraph: all of it to be seen, its dates and ids not cut at their hyphens. Copied and searched it is
// the text as it was written.

import { unbrokenParts } from './unbroken.ts';
import { brief, visible } from './visible-text.ts';

interface Props {
  readonly text: string;
  /** The beginning of a long text: this many characters. */
  readonly chars?: number;
}

export function RunningText({ text, chars }: Props) {
  return unbrokenParts(chars === undefined ? visible(text) : brief(text, chars)).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="unbroken">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
