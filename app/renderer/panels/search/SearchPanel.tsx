// Find in the whole study: queries, replies, code, output, diagnoses, edits, items, notes, answers.

import { useState } from 'react';
import type { SearchHit } from '#app/bridge/index.ts';
import { selectQuery } from '../../actions/moving.ts';
import { openItem, openTab } from '../../actions/views.ts';
import { plural } from '../../format/numbers.ts';
import { Empty, Waiting } from '../../parts/Empty.tsx';
import { SideHead } from '../../parts/SideHead.tsx';
import { useRequest } from '../../parts/use-request.ts';
import { visible } from '../../parts/visible-text.ts';
import { queryNumber } from '../../store/shown.ts';
import { store, useStore } from '../../store/store.ts';
import type { Tab } from '../../store/view-slice.ts';
import '../side.css';
import './search.css';

const LIMIT = 500;
const TYPING_MS = 150;

export function SearchPanel() {
  const [text, setText] = useState('');
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
      <SideHead title="Find" />
      <div className="side-part">
        <input
          // Opened by its key: the caret belongs here.
          autoFocus
          className="search-field"
          type="search"
          value={text}
          placeholder="Find in queries, code, output, edits, items…"
          aria-label="Find in the study"
          data-testid="search-field"
          onChange={(event) => setText(event.target.value)}
        />
        <p className="dim search-count" role="status">
          {wanted === ''
            ? 'Exact text, upper and lower case alike.'
            : hits.kind === 'data'
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

const TAB_OF: Readonly<Record<SearchHit['kind'], Tab | null>> = {
  query: 'trajectory',
  reply: 'trajectory',
  code: 'trajectory',
  output: 'trajectory',
  answer: 'trajectory',
  diagnosis: 'distiller',
  edit: 'cartographer',
  item: null,
  note: null,
};

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
    <button type="button" onClick={() => follow(hit)}>
      <span className="search-text prose">
        {visible(hit.before)}
        <mark>{visible(hit.match)}</mark>
        {visible(hit.after)}
      </span>
      <span className="dim">{where.filter((part) => part !== '').join(' · ')}</span>
    </button>
  );
}

function follow(hit: SearchHit): void {
  const run = hit.runId === null ? undefined : store.getState().study.live?.runs.get(hit.runId);
  if (run !== undefined) selectQuery(run.queryId);
  const tab = TAB_OF[hit.kind];
  if (tab !== null) openTab(tab);
  if (hit.itemId !== null && hit.kind === 'item') openItem(hit.itemId);
}
