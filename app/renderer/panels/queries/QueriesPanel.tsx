// The left pane: the queries with how each went, and the branches.

import { memo, useMemo, useRef, useEffect, useState } from 'react';
import { runAgain, runUntil, send } from '../../actions/commands.ts';
import { selectQuery } from '../../actions/moving.ts';
import { copyText, openDialog } from '../../actions/views.ts';
import { isBusy } from '../../keys/actions.ts';
import { compact, money, plural, score } from '../../format/numbers.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import { RunningText } from '../../parts/RunningText.tsx';
import { shownQuery } from '../../store/shown.ts';
import { useRows } from '../../parts/rows/use-rows.ts';
import { useStore, useStoreSoon } from '../../store/store.ts';
import { Branches } from './Branches.tsx';
import { isLater, keepsRows, progressOf, queryRows } from './queries-view.ts';
import type { QueryRow } from './queries-view.ts';
import { StatusGlyph } from './StatusGlyph.tsx';
import './queries.css';

const ROW_HEIGHT = 62;

export function QueriesPanel() {
  const live = useStore((state) => state.study.live);
  const chosen = useStoreSoon((state) => shownQuery(state)?.id ?? null);
  const [sameRows] = useState(keepsRows);
  const rows = useMemo(() => sameRows(live === null ? [] : queryRows(live)), [sameRows, live]);
  const { done, all } = useMemo(() => progressOf(rows), [rows]);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  return (
    <nav className="pane" aria-label="Queries and branches" data-drop="queries">
      <div className="head">
        <h2>Queries</h2>
        <span className="count" data-testid="queries-progress">
          {done} / {all}
        </span>
        <span className="grow" />
        <Button
          icon="plus"
          kind="small bare"
          name="Add queries"
          keys={['q']}
          reason={readOnly}
          onClick={() => openDialog('queries')}
          testId="add-queries"
        />
      </div>
      {rows.length === 0 ? (
        <Empty icon="plus" title="No queries yet">
          <p>They will be listed here, with what each cost and which version of the map it made.</p>
        </Empty>
      ) : (
        <Rows rows={rows} chosen={chosen} />
      )}
      <Branches />
    </nav>
  );
}

interface RowsProps {
  readonly rows: readonly QueryRow[];
  readonly chosen: string | null;
}

const Rows = memo(function Rows({ rows, chosen }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { list, height, rows: placed } = useRows({ count: rows.length, scroller, estimate: ROW_HEIGHT, overscan: 8 });
  const moment = useStoreSoon((state) => state.view.moment);
  const underWay = useStoreSoon((state) => state.view.past?.activeRunId ?? null);
  const whenOf = (row: QueryRow): RowProps['when'] => {
    if (isLater(row, moment)) return 'later';
    return underWay !== null && row.run?.id === underWay ? 'under-way' : 'over';
  };
  const at = useMemo(() => rows.findIndex((row) => row.id === chosen), [rows, chosen]);
  useEffect(() => {
    if (at >= 0) list.scrollToIndex(at, 'nearest');
  }, [at, list]);
  return (
    <div ref={scroller} className="scroll query-list" data-testid="queries">
      <ol style={{ height }}>
        {placed.map((place) => {
          const row = rows[place.index];
          if (row === undefined) return null;
          return (
            <li
              key={row.id}
              ref={list.measure}
              data-index={place.index}
              style={{ transform: `translateY(${place.top}px)` }}
            >
              <Row row={row} chosen={row.id === chosen} when={whenOf(row)} />
              <RowMore row={row} />
            </li>
          );
        })}
      </ol>
    </div>
  );
});

interface RowProps {
  readonly row: QueryRow;
  readonly chosen: boolean;
  /** How its run stood at the moment looked at: begun only after it, under way, or over as it is now. */
  readonly when: 'later' | 'under-way' | 'over';
}

const Row = memo(function Row({ row, chosen, when }: RowProps) {
  const waiting = row.status === 'waiting' || row.status === 'skipped';
  return (
    <button
      type="button"
      className={`query ${chosen ? 'chosen' : ''} ${waiting ? 'waiting' : ''} ${when}`}
      aria-current={chosen}
      data-testid="query-row"
      data-query-id={row.id}
      data-status={row.status}
      onClick={() => selectQuery(row.id)}
      title={row.text.length > 90 ? row.text : undefined}
    >
      <StatusGlyph status={row.status} />
      <span className="query-text">
        <RunningText text={row.text} chars={400} />
      </span>
      <span className="mono soft query-version">{row.version ?? ''}</span>
      {(row.run !== null || row.status === 'skipped' || row.notes > 0) && (
        <Figures row={row} underWay={when === 'under-way'} />
      )}
    </button>
  );
});

/** The menu itself is there only once it is wanted: those of all the rows would be a tenth of a step. */
const RowMore = memo(function RowMore({ row }: { readonly row: QueryRow }) {
  const [wanted, setWanted] = useState(false);
  if (wanted) return <RowMenu row={row} />;
  return (
    <button
      type="button"
      className="row-more"
      aria-label={`More about query ${row.number}`}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      data-testid="query-more"
    >
      <Icon name="more" size={13} />
    </button>
  );
});

function RowMenu({ row }: { readonly row: QueryRow }) {
  const busy = useStore(isBusy);
  const readOnly = useStore((state) => state.study.open?.readOnly?.words ?? null);
  const reason = readOnly ?? (busy ? 'A run is under way.' : null);
  return (
    <Menu
      label={`More about query ${row.number}`}
      align="end"
      startsOpen
      trigger={
        <button type="button" className="row-more" data-testid="query-more">
          <Icon name="more" size={13} />
        </button>
      }
      entries={[
        {
          id: 'until',
          label: 'Run up to here',
          reason: row.status === 'done' ? 'It has been answered.' : reason,
          run: () => void runUntil(row.id),
        },
        {
          id: 'again',
          label: 'Re-run (calls the model)',
          reason: row.run === null ? 'It has not been run yet.' : reason,
          run: () => void runAgain(row.id),
        },
        { id: 'copy', label: 'Copy the text', run: () => void copyText(row.text, `Query ${row.number}`) },
        {
          id: 'skip',
          label: 'Skip',
          separated: true,
          reason: row.status === 'waiting' ? reason : 'Only a query that waits can be skipped.',
          run: () => void send({ do: 'query.skip', queryId: row.id, reason: null }),
        },
        {
          id: 'remove',
          label: 'Remove',
          reason: row.status === 'running' ? 'It is being answered.' : readOnly,
          run: () => void send({ do: 'query.remove', queryId: row.id }),
        },
      ]}
    />
  );
}

function Figures({ row, underWay }: { readonly row: QueryRow; readonly underWay: boolean }) {
  const { run } = row;
  if (run === null)
    return (
      <span className="query-figures">
        {row.status === 'skipped' && <span className="state skipped">skipped</span>}
        <NoteCount count={row.notes} />
      </span>
    );
  const truth = run.answer?.score ?? null;
  return (
    <span className={`query-figures ${row.status === 'done' && !underWay ? '' : 'unfinished'}`}>
      <span className="query-iterations" title={plural(run.iterationCount, 'iteration')}>
        {run.iterationCount} it
      </span>
      <span className="query-tokens" title="Tokens of all its calls, in and out">
        {compact(run.totals.inputTokens + run.totals.outputTokens)} tok
      </span>
      {run.totals.costMicroUsd > 0 && <span className="query-cost">{money(run.totals.costMicroUsd)}</span>}
      {truth !== null && (
        <span className={`query-score ${truth >= 0.5 ? 'good' : 'bad'}`} title="Score against the ground truth, 0 to 1">
          {score(truth)}
        </span>
      )}
      {underWay ? (
        <span className="state">under way</span>
      ) : (
        row.status !== 'done' && <span className={`state ${row.status}`}>{row.status}</span>
      )}
      <NoteCount count={row.notes} />
      {row.runs > 1 && (
        <span className="query-runs" title={plural(row.runs, 'run')}>
          ×{row.runs}
        </span>
      )}
    </span>
  );
}

function NoteCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className="query-notes" title={plural(count, 'note')}>
      <Icon name="note" size={10} /> {count}
    </span>
  );
}
