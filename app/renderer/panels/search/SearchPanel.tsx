// Find in the whole study: queries, replies, code, output, diagnoses, edits, items, notes, answers.

import type { SearchHit } from '#app/bridge/index.ts';
import { goToHit } from '../../actions/places.ts';
import { plural } from '../../format/numbers.ts';
import { ActionButton } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { queryNumber } from '../../store/shown.ts';
import { setView, useStore } from '../../store/store.ts';
import { HitText } from './HitText.tsx';
import '../side.css';
import './search.css';

const LIMIT = 500;
const TYPING_MS = 150;

export function SearchPanel() {
  const text = useStore((state) => state.view.findText);
  const handle = useStore((state) => state.study.open?.handle ?? '');
  const wanted = text.trim();
  const hits = useRequest(
    'study.search',
    wanted === '' ? null : { handle, text: wanted, limit: LIMIT },
    wanted,
    TYPING_MS,
  );
  return (
    <>
      <SideHead title="Find">
        <ActionButton action="search.all" kind="small">
          All studies…
        </ActionButton>
      </SideHead>
      <div className="side-part">
        <input
          // Opened by its key: the caret belongs here.
          autoFocus
          className="search-field"
          onFocus={(event) => event.target.select()}
          type="search"
          value={text}
          placeholder="Find in queries, code, output, edits, items…"
          aria-label="Find in the study"
          data-testid="search-field"
          onChange={(event) => setView({ findText: event.target.value })}
        />
        <p className="dim search-count" role="status">
          {wanted === ''
            ? 'Exact text, upper and lower case alike.'
            : hits.kind === 'data' && hits.value.length > 0
              ? countWords(hits.value)
              : ''}
        </p>
      </div>
      {wanted === '' ? null : hits.kind === 'loading' ? (
        <Waiting words="Looking…" />
      ) : hits.kind === 'error' ? (
        <Empty tone="bad" title="The search failed">
          {hits.words}
        </Empty>
      ) : hits.value.length === 0 ? (
        <Empty icon="search" title="Nothing found">
          “{visible(wanted)}” stands nowhere in this study.
        </Empty>
      ) : (
        <ol className="scroll side-list" data-testid="search-hits">
          {hits.value.map((hit, at) => (
            <li key={at} className="operation">
              <Hit hit={hit} />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function countWords(hits: readonly SearchHit[]): string {
  return hits.length >= LIMIT ? `at least ${LIMIT} places` : plural(hits.length, 'place');
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const live = useStore((state) => state.study.live);
  const run = hit.runId === null ? undefined : live?.runs.get(hit.runId);
  const where = [
    hit.kind,
    run === undefined || live === null ? '' : `query ${queryNumber(live, run.queryId)}`,
    hit.iteration === null ? '' : `iteration ${hit.iteration}`,
    hit.itemId ?? '',
  ];
  return (
    <button type="button" onClick={() => goToHit(hit)}>
      <HitText hit={hit} />
      <span className="dim">{where.filter((part) => part !== '').join(' · ')}</span>
    </button>
  );
}
