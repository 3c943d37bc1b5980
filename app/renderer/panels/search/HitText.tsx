// One place that was found: the words around it, with what was looked for marked.

import type { SearchHit } from '#app/bridge/index.ts';
import { RunningText } from '../../parts/RunningText.tsx';
import { excerptOf } from './hit-view.ts';
import './search.css';

export function HitText({ hit }: { readonly hit: SearchHit }) {
  const { before, match, after } = excerptOf(hit);
  return (
    <span className="search-text prose">
      <RunningText text={before} />
      <mark>
        <RunningText text={match} />
      </mark>
      <RunningText text={after} />
    </span>
  );
}
