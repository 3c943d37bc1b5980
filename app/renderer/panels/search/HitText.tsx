// One place that was found: the words around it, with what was looked for marked.

import type { SearchHit } from '#app/bridge/index.ts';
import { visible } from '../../parts/visible-text.ts';
import './search.css';

export function HitText({ hit }: { readonly hit: SearchHit }) {
  return (
    <span className="search-text prose">
      {visible(fromWord(hit.before))}
      <mark>{visible(hit.match)}</mark>
      {visible(hit.after)}
    </span>
  );
}

/** Begins with a whole word: what was cut off is marked. */
function fromWord(before: string): string {
  if (before.length < 50) return before;
  const space = before.search(/\s/);
  return space < 0 || space > 20 ? `…${before}` : `…${before.slice(space + 1)}`;
}
