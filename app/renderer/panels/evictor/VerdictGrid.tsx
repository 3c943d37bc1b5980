// The verdict grid: what the Distiller said of each item, query by query, by letter and colour.

import { useMemo } from 'react';
import type { MapItem } from '#core/map/index.ts';
import type { StudyState } from '#core/study/index.ts';
import { selectQuery } from '../../actions/moving.ts';
import { openItem, selectItem } from '../../actions/views.ts';
import { earlierGhosts } from '../../store/map-items.ts';
import { queryNumber, shownState, shownVersion } from '../../store/shown.ts';
import { useStore } from '../../store/store.ts';
import { judged, verdictsOf } from '../../store/tags.ts';
import { ItemId, TAG_LETTERS } from '../../parts/marks.tsx';
import { visible } from '../../parts/visible-text.ts';
import { birthQuery } from './evictor-view.ts';

/** Columns drawn: the latest ones. A number of ours. */
const COLUMNS = 60;

interface GridRow {
  readonly item: MapItem;
  readonly gone: boolean;
  readonly born: number | null;
  readonly byRun: ReadonlyMap<string, string>;
}

export function VerdictGrid() {
  const state = useStore(shownState);
  const version = useStore(shownVersion);
  const selected = useStore((store) => store.view.selectedItemId);
  const grid = useMemo(() => (state === null || version === null ? null : gridOf(state, version)), [state, version]);
  if (grid === null || state === null) return null;
  return (
    <section className="card" aria-label="Verdicts">
      <header className="card-head">
        <b className="strong">Verdicts</b>
        <span className="wide-only">by the Distiller, query by query</span>
        <span className="grow" />
        <span className="mono dim">H helpful · X harmful · S stale · – neutral · + born</span>
      </header>
      {grid.rows.length === 0 ? (
        <p className="card-body dim">No items yet, so no verdicts.</p>
      ) : (
        <div className="scroll grid-box" tabIndex={0} role="region" aria-label="Verdict grid">
          <table className="grid" data-testid="verdict-grid">
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden-text">item</span>
                </th>
                <th scope="col">
                  <span className="hidden-text">text</span>
                </th>
                {grid.columns.map((column) => (
                  <th key={column.runId} scope="col">
                    <button type="button" onClick={() => selectQuery(column.queryId)}>
                      q{column.query}
                    </button>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {grid.rows.map((row) => (
                <tr
                  key={row.item.id}
                  className={`${row.gone ? 'gone' : ''} ${selected === row.item.id ? 'selected' : ''}`}
                  onClick={() => selectItem(row.item.id)}
                  onDoubleClick={() => openItem(row.item.id)}
                >
                  <th scope="row" className="grid-id">
                    <ItemId id={row.item.id} />
                  </th>
                  <td className="grid-text">{visible(row.item.content)}</td>
                  {grid.columns.map((column) => {
                    const verdict = row.byRun.get(column.runId);
                    const bornHere = verdict === undefined && row.born === column.query;
                    return (
                      <td
                        key={column.runId}
                        className={`verdict ${verdict === undefined ? 'none' : `tag-${verdict}`}`}
                        data-verdict={verdict}
                      >
                        {verdict === undefined ? (bornHere ? '+' : '') : verdict === 'untagged' ? '·' : letter(verdict)}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function letter(verdict: string): string {
  return Object.entries(TAG_LETTERS).find(([tag]) => tag === verdict)?.[1] ?? '·';
}

function gridOf(state: StudyState, version: NonNullable<ReturnType<typeof shownVersion>>) {
  const columns = judged(state)
    .slice(-COLUMNS)
    .map((run) => ({ runId: run.id, queryId: run.queryId, query: queryNumber(state, run.queryId) }));
  const verdicts = verdictsOf(state);
  const ghosts = [...version.ghosts, ...earlierGhosts(state, version).map((ghost) => ghost.item)];
  const rowOf = (item: MapItem, gone: boolean): GridRow => ({
    item,
    gone,
    born: birthQuery(state, item),
    byRun: new Map(verdicts.get(item.id)?.map((each) => [each.runId, each.tag ?? 'untagged'])),
  });
  return {
    columns,
    rows: [...version.map.items.map((item) => rowOf(item, false)), ...ghosts.map((item) => rowOf(item, true))],
  };
}
