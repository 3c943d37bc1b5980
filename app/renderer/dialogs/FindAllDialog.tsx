// Find in every recent study: what was found, study by study; each place opens its study and goes there.

import type { FoundInStudy, SearchHit } from '#app/bridge/index.ts';
import { goToHit } from '../actions/places.ts';
import { openRecent } from '../actions/opening.ts';
import { closeDialog } from '../actions/views.ts';
import { plural } from '../format/numbers.ts';
import { HitText } from '../panels/search/HitText.tsx';
import { Empty, Waiting } from '../parts/Empty.tsx';
import { Icon } from '../parts/Icon.tsx';
import { useRequest } from '../parts/use-request.ts';
import { visible } from '../parts/visible-text.ts';
import { setView, store, useStore } from '../store/store.ts';
import { Dialog } from './Dialog.tsx';
import './find-all.css';

/** Shown of one study. A number of ours: more are found by opening it. */
const LIMIT = 30;
const TYPING_MS = 200;

export function FindAllDialog() {
  const text = useStore((state) => state.view.findText);
  const wanted = text.trim();
  const found = useRequest('studies.search', wanted === '' ? null : { text: wanted, limit: LIMIT }, wanted, TYPING_MS);
  return (
    <Dialog title="Find in all recent studies" size="wide" testId="find-all-dialog">
      <input
        className="search-field"
        type="search"
        value={text}
        placeholder="Words that stand in queries, code, output, edits, items, notes…"
        aria-label="Find in all recent studies"
        data-testid="find-all-field"
        onChange={(event) => setView({ findText: event.target.value })}
      />
      <p className="dim" role="status">
        {wanted === '' || found.kind !== 'data'
          ? 'Every recent study is searched, whether it is open or not.'
          : summary(found.value)}
      </p>
      {wanted === '' ? null : found.kind === 'loading' ? (
        <Waiting words="Looking…" />
      ) : found.kind === 'error' ? (
        <Empty tone="bad" title="The search failed">
          {visible(found.words)}
        </Empty>
      ) : found.value.length === 0 ? (
        <Empty icon="search" title="Nothing found">
          “{visible(wanted)}” stands in none of the recent studies.
        </Empty>
      ) : (
        found.value.map((study) => <Study key={study.recentId} study={study} />)
      )}
    </Dialog>
  );
}

function summary(found: readonly FoundInStudy[]): string {
  const hits = found.reduce((sum, study) => sum + study.hits.length, 0);
  const cut = found.some((study) => study.hits.length >= LIMIT);
  return `${cut ? 'at least ' : ''}${plural(hits, 'place')} in ${plural(found.filter((study) => study.hits.length > 0).length, 'study', 'studies')}`;
}

function Study({ study }: { readonly study: FoundInStudy }) {
  return (
    <section className="card found-study" aria-label={study.name} data-testid="found-study">
      <h3 className="card-head">
        <Icon name="file" />
        <b className="strong">{visible(study.name)}</b>
        <span className="dim grow">{visible(study.fileName)}</span>
        <span className="count">
          {study.hits.length >= LIMIT ? `${LIMIT} or more` : plural(study.hits.length, 'place')}
        </span>
      </h3>
      <div>
        {study.problem !== null && (
          <p className="found-problem" style={{ color: 'var(--stale)' }}>
            {visible(study.problem)}
          </p>
        )}
        <ol>
          {study.hits.map((hit, at) => (
            <li key={at} className="operation">
              <button type="button" onClick={() => void follow(study, hit)} data-testid="found-hit">
                <HitText hit={hit} />
                <span className="dim">
                  {[hit.kind, hit.iteration === null ? '' : `iteration ${hit.iteration}`, hit.itemId ?? '']
                    .filter((part) => part !== '')
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

async function follow(study: FoundInStudy, hit: SearchHit): Promise<void> {
  closeDialog();
  if (store.getState().study.open?.fileName !== study.fileName) await openRecent(study.recentId);
  if (store.getState().study.open?.fileName === study.fileName) goToHit(hit);
}
