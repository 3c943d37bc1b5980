// Find in the whole study: queries, replies, code, output, diagnoses, edits, items, notes, answers.

import type { SearchHit } from '#app/bridge/index.ts';
import { goToHit, hitPlaceWords } from '../../actions/places.ts';
import { plural } from '../../format/numbers.ts';
import { request } from '../../host/current-host.ts';
import { ActionButton, Button } from '../../parts/Button.tsx';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { visible } from '../../parts/visible-text.ts';
import { setView, store, useStore } from '../../store/store.ts';
import { HitText } from './HitText.tsx';
import { useSearch } from './use-search.ts';
import type { Search, SearchedPlace } from './use-search.ts';
import '../side.css';
import './search.css';

const LIMIT = 500;
const TYPING_MS = 150;

export function SearchPanel() {
  const text = useStore((state) => state.view.findText);
  const wanted = text.trim();
  const search = useSearch(wanted, () => Promise.resolve([thisStudy(wanted)]), LIMIT, TYPING_MS);
  const there = search?.found.get(HERE) ?? null;
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
        <div className="search-count">
          <span className="dim" role="status">
            {wanted === ''
              ? 'The text as it stands: words, parts of words, signs; upper and lower case alike.'
              : there === null
                ? ''
                : countWords(there.hits.length)}
          </span>
          {search !== null && there !== null && search.state !== 'done' && (
            <HowFar search={search} before={there.before} />
          )}
        </div>
      </div>
      {search === null || there === null ? (
        wanted !== '' && <Waiting words="Looking…" />
      ) : there.problem !== null ? (
        <Empty tone="bad" title="The search failed">
          {visible(there.problem)}
        </Empty>
      ) : there.hits.length > 0 ? (
        <ol className="scroll side-list" data-testid="search-hits">
          {there.hits.map((hit, at) => (
            <li key={at} className="operation">
              <Hit hit={hit} />
            </li>
          ))}
        </ol>
      ) : search.state === 'looking' ? (
        <Waiting words="Looking…" />
      ) : (
        <NothingFound search={search} />
      )}
    </>
  );
}

const HERE = 'here';

function thisStudy(text: string): SearchedPlace {
  const handle = store.getState().study.open?.handle ?? '';
  return { key: HERE, ask: (before, limit) => request('study.search', { handle, text, limit, before }) };
}

function countWords(hits: number): string {
  if (hits === 0) return '';
  return hits >= LIMIT ? `at least ${LIMIT} places` : plural(hits, 'place');
}

/** A long study is looked through for a while: how far that is, and a way to end it. */
function HowFar({ search, before }: { readonly search: Search; readonly before: number | null }) {
  const last = useStore((state) => state.study.live?.seq ?? 0);
  const done = `${Math.floor(100 * (1 - (before ?? 0) / Math.max(1, last)))}%`;
  if (search.state === 'stopped') return <span className="dim">stopped; the newest {done} were looked through</span>;
  return (
    <>
      <span className="dim">so far; {done} looked through</span>
      <Button kind="small" onClick={search.stop} testId="search-stop">
        Stop
      </Button>
    </>
  );
}

function NothingFound({ search }: { readonly search: Search }) {
  const where = useStore((state) => (state.study.info?.platform === 'page' ? 'on this page' : 'of this study'));
  return (
    <Empty icon="search" title="Nothing found">
      {search.state === 'stopped'
        ? `“${visible(search.text)}” does not stand in what was looked through.`
        : `“${visible(search.text)}” stands in no query, reply, output, diagnosis, edit, item, note or answer ${where}.`}
    </Empty>
  );
}

function Hit({ hit }: { readonly hit: SearchHit }) {
  const words = useStore((state) => (state.study.live === null ? '' : hitPlaceWords(state.study.live, hit)));
  return (
    <button type="button" onClick={() => goToHit(hit)}>
      <HitText hit={hit} />
      <span className="dim">{words}</span>
    </button>
  );
}
