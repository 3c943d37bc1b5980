// Find in every recent study: what was found, study by study; each place opens its study and goes there.

import { useState } from 'react';
import type { RecentStudy, SearchHit } from '#app/bridge/index.ts';
import { goToHit, hitStepWords } from '../actions/places.ts';
import { openRecent } from '../actions/opening.ts';
import { closeDialog } from '../actions/views.ts';
import { plural } from '../format/numbers.ts';
import { request } from '../host/current-host.ts';
import { HitText } from '../panels/search/HitText.tsx';
import { useSearch } from '../panels/search/use-search.ts';
import type { FoundThere, Search, SearchedPlace } from '../panels/search/use-search.ts';
import { Button } from '../parts/Button.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { visible } from '../parts/visible-text.ts';
import { setView, store, useStore } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';
import './find-all.css';

/** Shown of one study. A number of ours: more are found by opening it. */
const LIMIT = 30;
const TYPING_MS = 200;

interface FoundInStudy extends FoundThere {
  readonly study: RecentStudy;
}

export function FindAllDialog() {
  const text = useStore((state) => state.view.findText);
  const wanted = text.trim();
  const [studies, setStudies] = useState<readonly RecentStudy[]>([]);
  const places = async () => {
    const recent = await request('study.recent', {});
    const there = recent.ok ? recent.value.filter(({ missing }) => !missing) : [];
    setStudies(there);
    return there.map(({ recentId }) => inStudy(recentId, wanted));
  };
  const search = useSearch(wanted, places, LIMIT, TYPING_MS);
  const found = studies.flatMap((study): FoundInStudy[] => {
    const there = search?.found.get(study.recentId);
    return there === undefined || (there.hits.length === 0 && there.problem === null) ? [] : [{ ...there, study }];
  });
  return (
    <Dialog title="Find in all recent studies" size="wide" testId="find-all-dialog">
      <input
        className="search-field"
        type="search"
        value={text}
        placeholder="What stands in queries, code, output, edits, items, notes…"
        aria-label="Find in all recent studies"
        data-testid="find-all-field"
        // Asked again, the words of before are there to be typed over.
        onFocus={(event) => event.target.select()}
        onChange={(event) => setView({ findText: event.target.value })}
      />
      <div className="search-count">
        <span className="dim" role="status">
          {search === null ? 'Every recent study is searched, whether it is open or not.' : summary(found)}
        </span>
        {search !== null && search.state !== 'done' && <HowFar search={search} studies={studies} />}
      </div>
      {found.map((each) => (
        <Study key={each.study.recentId} found={each} />
      ))}
      {wanted !== '' &&
        found.length === 0 &&
        (search === null || search.state === 'looking' ? (
          <Waiting words="Looking…" />
        ) : (
          <Empty icon="search" title="Nothing found">
            “{visible(search.text)}” stands in none of the recent studies
            {search.state === 'stopped' ? ', as far as they were looked through' : ''}.
          </Empty>
        ))}
    </Dialog>
  );
}

function inStudy(recentId: string, text: string): SearchedPlace {
  return { key: recentId, ask: (before, limit) => request('studies.search', { recentId, text, limit, before }) };
}

function HowFar({ search, studies }: { readonly search: Search; readonly studies: readonly RecentStudy[] }) {
  const left = studies.filter(({ recentId }) => {
    const there = search.found.get(recentId);
    return there === undefined || (there.before !== null && there.hits.length < LIMIT);
  });
  if (search.state === 'stopped')
    return (
      <span className="dim">stopped; {plural(left.length, 'study', 'studies')} not looked through to the end</span>
    );
  return (
    <>
      <span className="dim">so far; looking in {visible(left[0]?.name ?? '')}…</span>
      <Button kind="small" onClick={search.stop} testId="search-stop">
        Stop
      </Button>
    </>
  );
}

function summary(found: readonly FoundInStudy[]): string {
  const hits = found.reduce((sum, { hits }) => sum + hits.length, 0);
  if (hits === 0) return '';
  const cut = found.some((each) => each.hits.length >= LIMIT);
  return `${cut ? 'at least ' : ''}${plural(hits, 'place')} in ${plural(found.filter((each) => each.hits.length > 0).length, 'study', 'studies')}`;
}

function Study({ found: { study, hits, problem } }: { readonly found: FoundInStudy }) {
  return (
    <section className="card found-study" aria-label={study.name} data-testid="found-study">
      <h3 className="card-head">
        <Icon name="file" />
        <b className="strong">{visible(study.name)}</b>
        <span className="dim grow">{visible(study.fileName)}</span>
        <span className="count">{hits.length >= LIMIT ? `${LIMIT} or more` : plural(hits.length, 'place')}</span>
      </h3>
      <div>
        {problem !== null && (
          <p className="found-problem" style={{ color: 'var(--stale)' }}>
            {visible(problem)}
          </p>
        )}
        <ol>
          {hits.map((hit, at) => (
            <li key={at} className="operation">
              <button type="button" onClick={() => void follow(study, hit)} data-testid="found-hit">
                <HitText hit={hit} />
                <span className="dim">
                  {[hit.kind, hitStepWords(hit), hit.itemId ?? ''].filter((part) => part !== '').join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Its file name is not enough to tell whether it is the study that is open: another folder may have one of that name. */
async function follow(study: RecentStudy, hit: SearchHit): Promise<void> {
  closeDialog();
  const isOpen = store.getState().study.open?.recentId === study.recentId;
  if (isOpen || (await openRecent(study.recentId))) goToHit(hit);
}
