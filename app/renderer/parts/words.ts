// Two texts compared word by word.

import { diffArrays } from 'diff';
import { wordsOf } from '#core/map/index.ts';

export interface WordPart {
  readonly kind: 'same' | 'plus' | 'minus';
  readonly text: string;
}

/** Both texts can be read off the parts: before is `same` and `minus`, after is `same` and `plus`. */
export function wordDiff(before: string, after: string): readonly WordPart[] {
  const changes = diffArrays([...wordsOf(before)], [...wordsOf(after)]);
  const parts = changes.map((change) => ({
    kind: change.added ? ('plus' as const) : change.removed ? ('minus' as const) : ('same' as const),
    text: change.value.join(''),
  }));
  // A space between two changed words belongs to the change: marks run through instead of flickering.
  return parts.flatMap((part, at): WordPart[] => {
    const between = part.kind === 'same' && part.text.trim() === '' && at > 0 && at < parts.length - 1;
    return between
      ? [
          { kind: 'minus', text: part.text },
          { kind: 'plus', text: part.text },
        ]
      : [part];
  });
}

/** One of the two texts off the parts, what changed in it in as few pieces as can be: a mark that is cut in two shows a seam. */
export function lineOfDiff(parts: readonly WordPart[], kind: 'plus' | 'minus'): readonly WordPart[] {
  const line: WordPart[] = [];
  for (const part of parts) {
    if (part.kind !== kind && part.kind !== 'same') continue;
    const last = line.at(-1);
    if (last?.kind === part.kind) line[line.length - 1] = { kind: part.kind, text: last.text + part.text };
    else line.push(part);
  }
  return line;
}
