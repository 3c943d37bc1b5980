// One place that was found: the words around it, with what was looked for marked.

import type { SearchHit } from '#app/bridge/index.ts';
import { visible } from '../../parts/visible-text.ts';
import { excerptOf } from './hit-view.ts';
import './search.css';

export function HitText({ hit }: { readonly hit: SearchHit }) {
  const { before, match, after } = excerptOf(hit);
  return (
    <span className="search-text prose">
      {visible(before)}
      <mark>{visible(match)}</mark>
      {visible(after)}
    </span>
  );
}
